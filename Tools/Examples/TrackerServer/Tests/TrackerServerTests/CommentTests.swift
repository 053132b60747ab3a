import Foundation
import HTTPTypes
import Nacre
import Testing

@testable import TrackerServer

@Suite struct CommentTests {
    @Test func `comments come in the order that the client chooses`() async throws {
        try await withTracker { client, store in
            try await client.makeProject()
            let anne = try await client.makePerson("anne")
            let issue = try await client.makeIssue("a")
            try await store.performChanges { changes in
                for day in 1...3 {
                    let date = Date(timeIntervalSince1970: Double(day) * 86_400)
                    try changes.insert(
                        Comment(
                            issue: Ref(issue), author: Ref(anne), text: "day \(day)", created: date)
                    )
                }
            }
            let path = "/issues/\(issue.id)/comments"
            let texts = try await client.get(path).decode([Comment].self).map(\.text)
            #expect(texts == ["day 1", "day 2", "day 3"])
            let newest = try await client.get("\(path)?sort=-created").decode([Comment].self)
            #expect(newest.first?.text == "day 3")
            #expect(try await client.get("\(path)?sort=text").status == 400)
            #expect(try await client.get("\(path)?order=created").status == 400)
        }
    }

    @Test func `a comment of a person who does not exist is a conflict`() async throws {
        try await withTracker { client, store in
            try await client.makeProject()
            let issue = try await client.makeIssue("a")
            let answer = try await client.send(
                .post, "/issues/\(issue.id)/comments",
                #"{"author": {"id": "\#(ObjectID<Person>())"}, "text": "Seen."}"#)
            #expect(answer.status == 409)
            #expect(try answer.problem.code == "danglingReference")
            #expect(try store.count(Comment.all) == 0)
        }
    }

    @Test func `a comment can be deleted once`() async throws {
        try await withTracker { client, _ in
            try await client.makeProject()
            let anne = try await client.makePerson("anne")
            let issue = try await client.makeIssue("a")
            let posted = try await client.send(
                .post, "/issues/\(issue.id)/comments",
                #"{"author": {"id": "\#(anne.id)"}, "text": "Seen."}"#)
            let location = try #require(posted.headers[.location])
            #expect(try await client.send(.delete, location).status == 204)
            #expect(try await client.send(.delete, location).status == 404)
        }
    }
}
