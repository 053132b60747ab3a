import HTTPTypes
import Nacre
import Testing

@testable import TrackerServer

@Suite struct PersonTests {
    @Test func `putting a person twice keeps the id and replaces the values`() async throws {
        try await withTracker { client, store in
            let first = try await client.send(.put, "/persons/anne", #"{"name": "Anne"}"#)
            let second = try await client.send(
                .put, "/persons/anne", #"{"name": "Anne B.", "mail": "a@x"}"#)
            #expect(first.status == 201)
            #expect(second.status == 200)
            #expect(try first.decode(Person.self).id == second.decode(Person.self).id)
            #expect(try store.fetch(\.name, Person.all) == ["Anne B."])
        }
    }

    @Test func `a person that is put by many at once is made once`() async throws {
        try await withTracker { client, store in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await client.send(
                            .put, "/persons/anne", #"{"name": "Anne \#(number)"}"#
                        ).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 201 }.count == 1)
            #expect(statuses.filter { $0 == 200 }.count == 19)
            #expect(try store.count(Person.all) == 1)
        }
    }

    @Test func `two persons cannot have the same mail`() async throws {
        try await withTracker { client, _ in
            _ = try await client.send(.put, "/persons/anne", #"{"name": "Anne", "mail": "a@x"}"#)
            let second = try await client.send(
                .put, "/persons/bo", #"{"name": "Bo", "mail": "a@x"}"#)
            #expect(second.status == 409)
            #expect(try second.problem.code == "uniqueViolation")
            #expect(try await client.get("/persons/bo").status == 404)
        }
    }

    @Test func `a handle that breaks its rule is refused`() async throws {
        try await withTracker { client, _ in
            let answer = try await client.send(.put, "/persons/Anne", #"{"name": "Anne"}"#)
            #expect(answer.status == 422)
        }
    }

    @Test func `the issues of a deleted person have no assignee`() async throws {
        try await withTracker { client, store in
            try await client.makeProject()
            let anne = try await client.makePerson("anne")
            let issue = try await client.makeIssue("a", #", "assignee": {"id": "\#(anne.id)"}"#)
            #expect(try await client.send(.delete, "/persons/anne").status == 204)
            #expect(try store.find(issue.id)?.assignee == nil)
            #expect(try await client.send(.delete, "/persons/anne").status == 404)
        }
    }

    @Test func `a person who has commented cannot be deleted`() async throws {
        try await withTracker { client, _ in
            try await client.makeProject()
            let anne = try await client.makePerson("anne")
            let issue = try await client.makeIssue("a")
            _ = try await client.send(
                .post, "/issues/\(issue.id)/comments",
                #"{"author": {"id": "\#(anne.id)"}, "text": "Seen."}"#)
            let answer = try await client.send(.delete, "/persons/anne")
            #expect(answer.status == 409)
            #expect(try answer.problem.code == "deleteDenied")
        }
    }
}
