import Foundation
import HTTPTypes
import Nacre
import Testing

@testable import TrackerServer

@Suite struct IssueTests {
    @Test func `an issue that was posted can be read at its location`() async throws {
        try await withTracker { client, _ in
            try await client.makeProject()
            let anne = try await client.makePerson("anne")
            let posted = try await client.send(
                .post, "/projects/APP/issues",
                """
                {"title": "It crashes", "body": "At launch.", "priority": 3, "estimate": 8,
                 "labels": ["bug", "launch"], "due": "2126-06-01T00:00:00Z",
                 "assignee": {"id": "\(anne.id)"}}
                """)
            #expect(posted.status == 201)
            #expect(posted.headers[.eTag] == "\"1\"")
            let location = try #require(posted.headers[.location])
            let read = try await client.get(location)
            let issue: Issue = try read.decode()
            #expect(try issue == posted.decode(Issue.self))
            #expect(issue.title == "It crashes")
            #expect(issue.labels == ["bug", "launch"])
            #expect(issue.priority == .high)
            #expect(issue.status == .open)
            #expect(issue.assignee == Ref(anne))
            #expect(issue.due == Date(timeIntervalSince1970: 4_935_945_600))
        }
    }

    @Test func `an issue that does not exist is not found`() async throws {
        try await withTracker { client, _ in
            let path = "/issues/\(try Ref<Issue>(id: ObjectID()).urlText())"
            for method in ["GET", "DELETE", "PATCH"] {
                let answer = try await client.send(.init(method) ?? .get, path, "{}")
                #expect(answer.status == 404, "\(method)")
            }
            let replaced = try await client.send(
                .put, path, #"{"title": "a"}"#, headers: ["If-Match": "*"])
            #expect(replaced.status == 404)
            #expect(try replaced.problem.code == "noSuchObject")
        }
    }

    @Test func `a text that is no id is a bad request`() async throws {
        try await withTracker { client, _ in
            let answer = try await client.get("/issues/nonsense")
            #expect(answer.status == 400)
            #expect(try answer.problem.message.contains("not the text of an id of 'Issue'"))
        }
    }

    @Test func `a patch changes only what it names`() async throws {
        try await withTracker { client, _ in
            try await client.makeProject()
            let issue = try await client.makeIssue("a", #", "estimate": 3, "body": "text""#)
            let path = "/issues/\(issue.id)"
            let closed: Issue = try await client.send(.patch, path, #"{"status": "closed"}"#)
                .decode()
            #expect(closed.status == .closed)
            #expect(closed.estimate == 3)
            #expect(closed.body == "text")
            let freed: Issue = try await client.send(.patch, path, #"{"estimate": null}"#).decode()
            #expect(freed.estimate == nil)
            #expect(freed.status == .closed)
            #expect(freed.revision == 3)
        }
    }

    @Test func `an issue that breaks rules is refused with all of them`() async throws {
        try await withTracker { client, store in
            try await client.makeProject()
            let answer = try await client.send(
                .post, "/projects/APP/issues",
                #"{"title": "", "estimate": -1, "due": "2001-01-01T00:00:00Z"}"#)
            #expect(answer.status == 422)
            #expect(try answer.problem.code == "invalidObject")
            #expect(try answer.problem.violations?.count == 3)
            #expect(try store.count(Issue.all) == 0)
        }
    }

    @Test func `a body that is not JSON of an issue is a bad request`() async throws {
        try await withTracker { client, _ in
            try await client.makeProject()
            for body in ["", "{", "[]", "{}", #"{"title": 1}"#, #"{"title": "a", "status": "?"}"#] {
                let answer = try await client.send(.post, "/projects/APP/issues", body)
                #expect(answer.status == 400, "\(body)")
            }
        }
    }

    @Test func `a batch is stored as a whole or not at all`() async throws {
        try await withTracker { client, store in
            try await client.makeProject()
            let path = "/projects/APP/issues/batch"
            let good = try await client.send(.post, path, #"[{"title": "a"}, {"title": "b"}]"#)
            #expect(good.status == 201)
            #expect(try good.decode([Ref<Issue>].self).count == 2)
            let bad = try await client.send(.post, path, #"[{"title": "c"}, {"title": ""}]"#)
            #expect(bad.status == 422)
            #expect(try store.count(Issue.all) == 2)
        }
    }

    @Test func `deleting an issue deletes its comments`() async throws {
        try await withTracker { client, store in
            try await client.makeProject()
            let anne = try await client.makePerson("anne")
            let issue = try await client.makeIssue("a")
            let comment = try await client.send(
                .post, "/issues/\(issue.id)/comments",
                #"{"author": {"id": "\#(anne.id)"}, "text": "Seen."}"#)
            #expect(comment.status == 201)
            #expect(try await client.send(.delete, "/issues/\(issue.id)").status == 204)
            #expect(try store.count(Comment.all) == 0)
        }
    }

    @Test func `the author of the request is the author of the commit`() async throws {
        try await withTracker { client, store in
            let name = ["X-Author": "anne"]
            _ = try await client.send(.put, "/projects/APP", #"{"name": "a"}"#, headers: name)
            var authors: [String?] = []
            for try await commit in try store.commits(since: .beginning).endingAtNewest {
                authors.append(commit.author)
            }
            #expect(authors.last == "anne")
        }
    }
}
