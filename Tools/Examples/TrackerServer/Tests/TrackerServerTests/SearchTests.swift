import HTTPTypes
import Nacre
import Testing

@testable import TrackerServer

@Suite struct SearchTests {
    @Test func `a search finds the text in titles and bodies and keeps it on all pages`()
        async throws
    {
        try await withTracker { client, _ in
            try await client.makeProject()
            _ = try await client.makeIssue("A & b")
            _ = try await client.makeIssue("x", #", "body": "say a & B""#)
            _ = try await client.makeIssue("A and b")
            var next: String? = "/search?text=a%20%26%20b&sort=-title&limit=1"
            var titles: [String] = []
            while let path = next {
                let page = try await client.get(path).decode(PageAnswer<Issue>.self)
                titles += page.items.map(\.title)
                next = page.next
            }
            #expect(titles == ["x", "A & b"])
        }
    }

    @Test func `a search needs a text`() async throws {
        try await withTracker { client, _ in
            let long = String(repeating: "x", count: 101)
            for query in ["", "?text=", "?text=\(long)", "?limit=1"] {
                let answer = try await client.get("/search\(query)")
                #expect(answer.status == 400, "\(query)")
            }
        }
    }

    @Test func `a read that is late is refused and may be tried again`() async throws {
        try await withTracker(change: { $0.limits.duration = .zero }) { client, _ in
            for path in ["/search?text=a", "/issues", "/statistics"] {
                let answer = try await client.get(path)
                #expect(answer.status == 503)
                #expect(answer.headers[.retryAfter] == "1")
                #expect(try answer.problem.code == "deadlineExceeded")
            }
        }
    }
}
