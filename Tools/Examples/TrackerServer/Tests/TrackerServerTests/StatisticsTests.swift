import Foundation
import HTTPTypes
import Nacre
import Testing

@testable import TrackerServer

@Suite struct StatisticsTests {
    private struct Body: Decodable {
        struct Group: Decodable, Equatable {
            var key: String?
            var count: Int
            var estimate: Int?
        }
        var count: Int
        var estimate: Int
        var statuses: [Group]
        var labels: [Group]
        var days: [Group]
        var assignees: [Group]
    }

    /// Makes four issues, the last one half an hour before midnight in London in summer.
    private func fill(_ store: Store) throws {
        try store.performChanges { changes in
            let project = Ref(try changes.insert(Project(key: "APP", name: "The app")))
            let anne = Ref(try changes.insert(Person(handle: "anne", name: "Anne", mail: nil)))
            let bo = Ref(try changes.insert(Person(handle: "bo", name: "Bo", mail: nil)))
            let rows: [(IssueStatus, Set<String>, Ref<Person>?, Int?, String)] = [
                (.open, ["bug", "ui"], anne, 3, "2026-05-16T12:00:00Z"),
                (.open, ["bug"], anne, nil, "2026-05-17T12:00:00Z"),
                (.closed, [], bo, 4, "2026-05-17T12:00:00Z"),
                (.review, ["ui", "bug"], nil, 5, "2026-05-17T22:30:00Z"),
            ]
            for (status, labels, assignee, estimate, created) in rows {
                try changes.insert(
                    Issue(
                        project: project, title: "a", status: status, labels: labels,
                        created: try Date(created, strategy: .iso8601), estimate: estimate,
                        assignee: assignee))
            }
        }
    }

    @Test func `statistics count by status and label and assignee`() async throws {
        try await withTracker { client, store in
            try fill(store)
            let body = try await client.get("/statistics").decode(Body.self)
            #expect(body.count == 4)
            #expect(body.estimate == 12)
            #expect(
                Set(body.statuses.map { "\($0.key ?? "") \($0.count)" })
                    == ["open 2", "closed 1", "review 1"])
            #expect(body.labels == [.init(key: "bug", count: 3), .init(key: "ui", count: 2)])
            #expect(body.assignees.first == .init(key: "anne", count: 2, estimate: 3))
            #expect(body.assignees.contains(.init(key: nil, count: 1, estimate: 5)))
            let top = try await client.get("/statistics?top=1").decode(Body.self)
            #expect(top.labels == [.init(key: "bug", count: 3)])
        }
    }

    @Test func `days begin at midnight of the client's time zone`() async throws {
        try await withTracker { client, store in
            try fill(store)
            let london = try await client.get("/statistics?timeZone=Europe/London")
            #expect(
                try london.decode(Body.self).days
                    == [.init(key: "2026-05-16", count: 1), .init(key: "2026-05-17", count: 3)])
            let oslo = try await client.get("/statistics?timeZone=Europe/Oslo")
            #expect(
                try oslo.decode(Body.self).days == [
                    .init(key: "2026-05-16", count: 1), .init(key: "2026-05-17", count: 2),
                    .init(key: "2026-05-18", count: 1),
                ])
        }
    }

    @Test func `statistics of a filter count only its issues`() async throws {
        try await withTracker { client, store in
            try fill(store)
            let body = try await client.get("/statistics?filter=estimate%20%3E%203")
                .decode(Body.self)
            #expect(body.count == 2)
            #expect(body.estimate == 9)
        }
    }

    @Test(arguments: ["top=0", "top=x", "timeZone=Mars", "filter=body%20%3D%3D%201", "tops=1"])
    func `a wrong parameter is a bad request`(query: String) async throws {
        try await withTracker { client, _ in
            let answer = try await client.get("/statistics?\(query)")
            #expect(answer.status == 400)
        }
    }
}
