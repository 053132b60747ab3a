import Foundation
import HummingbirdTesting
import HTTPTypes
import Nacre
import Testing

@testable import TrackerServer

@Suite(.timeLimit(.minutes(2))) struct FeedTests {
    @Test func `a client that reconnects misses nothing and gets nothing twice`() async throws {
        try await withTracker(.live) { client, store in
            let port = try #require(client.base.port)
            let writer = Task {
                try await client.makeProject()
                for number in 1..<60 { _ = try await client.makeIssue("issue \(number)") }
            }
            var numbers: [UInt64] = []
            var issues: [String] = []
            var last = "beginning"
            // Opening the store makes the first commit, and the project the second.
            while numbers.count < 61 {
                let reader = FeedReader(port, since: last)
                // The client goes away after some events, and comes back.
                for event in try await reader.events(min(7, 61 - numbers.count)) {
                    let commit = try event.commit
                    numbers.append(commit.number)
                    issues += commit.changes.filter { $0.entity == "Issue" }.map(\.id)
                    last = event.id
                }
            }
            try await writer.value
            #expect(numbers == Array(1...61))
            #expect(issues.count == 59)
            #expect(try Set(issues) == Set(store.fetch(Issue.all).map { "\($0.id)" }))
        }
    }

    @Test func `a client that saw no commit before it lost the connection misses nothing`()
        async throws
    {
        try await withTracker(.live) { client, _ in
            let port = try #require(client.base.port)
            try await client.makeProject()
            let place = try await FeedReader(port, since: nil).place()
            _ = try await client.makeIssue("between")
            let events = try await FeedReader(port, since: place).events(1)
            let change = try #require(try events.first?.commit.changes.first)
            #expect(change.entity == "Issue")
            #expect(change.change == "inserted")
        }
    }

    @Test func `an event names the author and the changed properties`() async throws {
        try await withTracker(.live) { client, _ in
            let port = try #require(client.base.port)
            try await client.makeProject()
            let issue = try await client.makeIssue("a")
            let page = try await client.get("/issues").decode(PageAnswer<Issue>.self)
            _ = try await client.send(
                .patch, "/issues/\(issue.id)", #"{"status": "closed"}"#,
                headers: ["X-Author": "anne"])
            let event = try await FeedReader(port, since: page.token).events(1)[0].commit
            #expect(event.author == "anne")
            #expect(event.changes.map(\.id) == ["\(issue.id)"])
            #expect(Set(event.changes[0].properties ?? []) == ["status", "modified", "revision"])
        }
    }

    @Test func `a feed ends when its client goes away`() async throws {
        struct Health: Decodable { var feeds: Int }
        try await withTracker(.live) { client, _ in
            let port = try #require(client.base.port)
            let feeds = { try await client.get("/health").decode(Health.self).feeds }
            let reading = Task { try await FeedReader(port, since: nil).events(1) }
            #expect(try await eventually { try await feeds() == 1 })
            reading.cancel()
            // Without a commit and long before the next sign of life.
            #expect(try await eventually { try await feeds() == 0 })
        }
    }

    @Test func `a place that is no longer kept is gone`() async throws {
        try await withTracker { client, store in
            try await client.makeProject()
            let token = try store.snapshot().token
            let issue = try await client.makeIssue("a")
            for number in 0..<20 {
                _ = try await client.send(
                    .patch, "/issues/\(issue.id)", #"{"title": "a\#(number)"}"#)
            }
            try store.compact()
            let answer = try await client.get("/changes?since=\(token)")
            #expect(answer.status == 410)
            #expect(try answer.problem.code == "historyGone")
        }
    }

    @Test func `a place of another store and a text that is none are bad requests`() async throws {
        let other = try Store.trackerInMemory().snapshot().token
        try await withTracker { client, _ in
            for place in ["\(other)", "x"] {
                let answer = try await client.get("/changes?since=\(place)")
                #expect(answer.status == 400, "\(place)")
            }
            #expect(
                try await client.get("/changes", headers: ["Last-Event-ID": "x"]).status == 400)
        }
    }
}
