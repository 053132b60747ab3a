import HTTPTypes
import Nacre
import Testing

@testable import TrackerServer

@Suite struct ConcurrencyTests {
    @Test func `of many who replace the same revision one succeeds`() async throws {
        try await withTracker { client, store in
            try await client.makeProject()
            let issue = try await client.makeIssue("a")
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await client.send(
                            .put, "/issues/\(issue.id)", #"{"title": "by \#(number)"}"#,
                            headers: ["If-Match": issue.tag]
                        ).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 200 }.count == 1)
            #expect(statuses.filter { $0 == 412 }.count == 19)
            #expect(try store.find(issue.id)?.revision == 2)
        }
    }

    @Test func `patches of different properties made at once are all kept`() async throws {
        try await withTracker { client, store in
            try await client.makeProject()
            let issue = try await client.makeIssue("a")
            let path = "/issues/\(issue.id)"
            let patches = [
                #"{"title": "b"}"#, #"{"body": "c"}"#, #"{"status": "review"}"#,
                #"{"priority": 4}"#, #"{"labels": ["x"]}"#, #"{"estimate": 5}"#,
            ]
            await withTaskGroup(of: Int?.self) { group in
                for patch in patches {
                    group.addTask { try? await client.send(.patch, path, patch).status }
                }
                for await status in group { #expect(status == 200) }
            }
            let stored = try #require(try store.find(issue.id))
            #expect(stored.title == "b")
            #expect(stored.body == "c")
            #expect(stored.status == .review)
            #expect(stored.priority == .urgent)
            #expect(stored.labels == ["x"])
            #expect(stored.estimate == 5)
            #expect(stored.revision == 7)
        }
    }

    @Test func `a replacement without a revision is refused`() async throws {
        try await withTracker { client, _ in
            try await client.makeProject()
            let issue = try await client.makeIssue("a")
            let answer = try await client.send(.put, "/issues/\(issue.id)", #"{"title": "b"}"#)
            #expect(answer.status == 428)
        }
    }

    @Test func `a stale delete is refused and the answer has the current tag`() async throws {
        try await withTracker { client, store in
            try await client.makeProject()
            let issue = try await client.makeIssue("a")
            _ = try await client.send(.patch, "/issues/\(issue.id)", #"{"title": "b"}"#)
            let stale = ["If-Match": issue.tag]
            let answer = try await client.send(.delete, "/issues/\(issue.id)", headers: stale)
            #expect(answer.status == 412)
            #expect(answer.headers[.eTag] == "\"2\"")
            #expect(try store.find(issue.id) != nil)
        }
    }

    @Test func `an issue that the client has already is not sent again`() async throws {
        try await withTracker { client, _ in
            try await client.makeProject()
            let issue = try await client.makeIssue("a")
            let known = ["If-None-Match": issue.tag]
            let same = try await client.get("/issues/\(issue.id)", headers: known)
            #expect(same.status == 304)
            #expect(same.body.isEmpty)
            _ = try await client.send(.patch, "/issues/\(issue.id)", #"{"title": "b"}"#)
            #expect(try await client.get("/issues/\(issue.id)", headers: known).status == 200)
        }
    }
}
