import Foundation
import HTTPTypes
import Nacre
import Testing

@testable import TrackerServer

@Suite struct PagingTests {
    /// Reads all pages from a path on.
    private func items(_ path: String, _ client: Client) async throws -> (pages: Int, [Issue]) {
        var next: String? = path
        var (pages, items) = (0, [Issue]())
        while let path = next {
            let answer = try await client.get(path)
            #expect(answer.status == 200)
            let page = try answer.decode(PageAnswer<Issue>.self)
            #expect(
                answer.headers[try #require(HTTPField.Name("Link"))]
                    == page.next.map { "<\($0)>; rel=\"next\"" })
            items += page.items
            pages += 1
            next = page.next
        }
        return (pages, items)
    }

    /// Makes a project with issues of different priorities.
    private func fill(_ store: Store, _ count: Int) throws {
        try store.performChanges { changes in
            let project = try changes.findOrInsert(Project.self, \.key, "APP") {
                Project(key: "APP", name: "The app")
            }
            for number in 0..<count {
                try changes.insert(
                    Issue(
                        project: Ref(project), title: "issue \(number)",
                        priority: Priority(rawValue: number % 4 + 1) ?? .low))
            }
        }
    }

    @Test func `all pages together have every issue once and in order`() async throws {
        try await withTracker { client, store in
            try fill(store, 250)
            let (pages, issues) = try await items(
                "/issues?sort=-priority,title&limit=40", client)
            #expect(pages == 7)
            #expect(Set(issues.map(\.id)).count == 250)
            let sorted = issues.sorted {
                ($1.priority, $0.title) < ($0.priority, $1.title)
            }
            #expect(issues.map(\.id) == sorted.map(\.id))
        }
    }

    @Test func `issues that come between two pages repeat none and hide none`() async throws {
        try await withTracker { client, store in
            try fill(store, 100)
            let before = Set(try store.fetch(Issue.all).map(\.id))
            let first = try await client.get("/issues?sort=-priority&limit=60")
                .decode(PageAnswer<Issue>.self)
            try fill(store, 100)
            let (_, rest) = try await items(try #require(first.next), client)
            let read = first.items + rest
            #expect(Set(read.map(\.id)).count == read.count)
            #expect(before.isSubset(of: read.map(\.id)))
        }
    }

    @Test func `a page without a limit has the greatest size and no other size is allowed`()
        async throws
    {
        try await withTracker { client, store in
            try fill(store, 150)
            let page = try await client.get("/issues").decode(PageAnswer<Issue>.self)
            #expect(page.items.count == 100)
            for limit in ["101", "-1", "x", ""] {
                #expect(try await client.get("/issues?limit=\(limit)").status == 400, "\(limit)")
            }
        }
    }

    @Test func `a cursor that was changed or belongs to another order is refused`() async throws {
        try await withTracker { client, store in
            try fill(store, 20)
            let page = try await client.get("/issues?sort=title&limit=5")
                .decode(PageAnswer<Issue>.self)
            let next = try #require(page.next)
            #expect(try await client.get(next).status == 200)
            let changed = next.replacing("after=ey", with: "after=ez")
            #expect(changed != next)
            #expect(try await client.get(changed).status == 400)
            let other = next.replacing("sort=title", with: "sort=created")
            #expect(other != next)
            #expect(try await client.get(other).status == 400)
        }
    }

    @Test func `cursors outlive the server if it keeps its key`() async throws {
        let store = try Store.trackerInMemory()
        try fill(store, 20)
        let key = [UInt8](repeating: 7, count: 16)
        let request = Issue.all.limit(5)
        let page = try store.page(request)
        let cursor = try #require(page.cursor)
        let query = try request.after(cursor).urlQuery(signedBy: URLSigner(key: key))
        try await withTracker(over: store, change: { $0.key = key }) { client, _ in
            let second = try await client.get("/issues?\(query)").decode(PageAnswer<Issue>.self)
            #expect(second.items.map(\.title) == (5..<10).map { "issue \($0)" })
        }
    }

    @Test func `the issues of a project are only its own`() async throws {
        try await withTracker { client, store in
            try fill(store, 10)
            try await store.performChanges { changes in
                let other = try changes.insert(Project(key: "WEB", name: "The web"))
                try changes.insert(Issue(project: Ref(other), title: "other"))
            }
            let (_, issues) = try await items("/projects/APP/issues?limit=3", client)
            #expect(issues.count == 10)
            let path = "/projects/WEB/issues?filter=title.hasPrefix(%22issue%22)"
            #expect(try await items(path, client).1.isEmpty)
            #expect(try await client.get("/projects/NONE/issues").status == 404)
        }
    }
}
