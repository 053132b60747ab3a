import Foundation
import HTTPTypes
import Nacre
import Testing

@testable import TrackerServer

@Suite struct FilterTests {
    /// Returns the answer to a filter.
    private func answer(_ filter: String, _ client: Client) async throws -> Answer {
        let text = filter.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try await client.get("/issues?filter=\(text)")
    }

    @Test(arguments: [
        (#"status == "open""#, 2), ("priority >= 3", 1), (#"labels.contains("bug")"#, 2),
        (#"assignee.handle == "anne""#, 1), ("assignee == nil", 2), (#"project.key == "APP""#, 3),
        (#"title.contains("CRASH", .caseInsensitive) && !(status == "closed")"#, 1),
        (#"created > date("2001-01-01")"#, 3), ("due == nil || estimate > 5", 3),
    ])
    func `a filter of allowed attributes finds what it says`(
        filter: String, count: Int
    ) async throws {
        try await withTracker { client, _ in
            try await client.makeProject()
            let anne = try await client.makePerson("anne")
            _ = try await client.makeIssue(
                "It crashes",
                #", "priority": 4, "labels": ["bug"], "assignee": {"id": "\#(anne.id)"}"#)
            _ = try await client.makeIssue("b", #", "labels": ["bug", "ui"]"#)
            _ = try await client.makeIssue("It crashed", #", "status": "closed""#)
            let answer = try await answer(filter, client)
            #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
            #expect(try answer.decode(PageAnswer<Issue>.self).items.count == count)
        }
    }

    @Test(arguments: [
        "", "priority >=", "nonsense == 1", "body.contains(\"secret\")", "revision > 0",
        "assignee.mail == \"a@x\"", "comments.count > 0", "Comment.issue.count > 0",
        "title.matches(\"(a+)+$\")", "project.issues.contains { title == \"a\" }",
        "title == ^title", "priority == \"high\"", "due == 5",
        String(repeating: "(", count: 5_000), String(repeating: "!", count: 100) + "(priority > 1)",
        Array(repeating: "priority > 1", count: 65).joined(separator: " && "),
        "priority in [\(Array(repeating: "1", count: 2_000).joined(separator: ", "))]",
        "title == \"\(String(repeating: "x", count: 5_000))\"", "title == \"\u{0}", "\u{FFFD}",
    ])
    func `a hostile or wrong filter is a bad request with a reason`(filter: String) async throws {
        try await withTracker { client, _ in
            let answer = try await answer(filter, client)
            #expect(answer.status == 400)
            let problem = try answer.problem
            #expect(problem.code == "invalidValue")
            #expect(problem.message.contains("'filter'"))
            // No error names an attribute that is not allowed and that the client has not named.
            for hidden in ["body", "revision", "mail"] where !filter.contains(hidden) {
                #expect(!problem.message.contains(hidden))
            }
        }
    }

    @Test(arguments: [
        "sort=body", "sort=-revision", "sort=title,,", "sort=assignee.mail", "flter=x",
        "limit=1&limit=2",
        "filter=%FF", "filter=%2", "offset=-1", "offset=99999999", "after=abc", "after=",
    ])
    func `a wrong or unknown parameter is a bad request`(query: String) async throws {
        try await withTracker { client, _ in
            let answer = try await client.get("/issues?\(query)")
            #expect(answer.status == 400)
            #expect(try answer.problem.code == "invalidValue")
        }
    }
}
