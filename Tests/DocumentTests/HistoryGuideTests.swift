import Foundation
import Nacre
import Testing

/// Runs the code of the guide to the history.
@Suite struct HistoryGuideTests {
    @Test func `a consumer goes on where it stopped`() async throws {
        let store = try Store.inMemory(Author.self, Book.self, Club.self)
        _ = try store.consumer("search-index")
        try await store.performChanges { changes in
            let austen = try changes.insert(Author(id: "austen", name: "Jane Austen", born: nil))
            try changes.insert(
                Book(isbn: "978-0", title: "Emma", author: Ref(austen), genre: .novel, pages: 474))
        }
        var titles: [String] = []
        // snippet: history-consumer
        let consumer = try store.consumer("search-index", limit: .days(30))
        for try await commit in try consumer.commits.endingAtNewest {
            titles += try commit.inserted(Book.self).map(\.title)
            try consumer.advance(to: commit)
        }
        // end snippet
        #expect(titles == ["Emma"])
        #expect(try store.consumers.map(\.commit) == [consumer.token.commitNumber])
    }

    @Test func `a former state becomes a store of its own`() throws {
        let store = try Store.inMemory(Author.self, Book.self, Club.self)
        let emma = try store.performChanges { changes in
            let austen = try changes.insert(Author(id: "austen", name: "Jane Austen", born: nil))
            return try changes.insert(
                Book(isbn: "978-0", title: "Emma", author: Ref(austen), genre: .novel, pages: 474))
        }
        try store.performChanges { try $0.mark("before the correction") }
        try store.performChanges { changes in
            try changes.update(emma.id) { $0.pages = 480 }
        }
        let path = FileManager.default.temporaryDirectory
            .appending(path: "fork-\(UUID()).nacre").path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        // snippet: history-fork
        try store.fork(at: .mark("before the correction"), to: path)
        let attempt = try Store(at: path, Author.self, Book.self)
        // end snippet
        #expect(try attempt.find(emma.id)?.pages == 474)
        try attempt.close()
    }

    @Test func `an object comes back with those that it refers to`() throws {
        let store = try Store.inMemory(Author.self, Book.self, Club.self)
        let emma = try store.performChanges { changes in
            let austen = try changes.insert(Author(id: "austen", name: "Jane Austen", born: nil))
            return try changes.insert(
                Book(isbn: "978-0", title: "Emma", author: Ref(austen), genre: .novel, pages: 474))
        }
        let good = try store.snapshot()
        try store.performChanges { changes in
            try changes.delete(emma.id)
            try changes.delete(Author.self, "austen")
        }
        // snippet: history-restore-targets
        try store.performChanges { _ = try $0.restore(emma.id, from: good, .withTargets) }
        // end snippet
        #expect(try store.find(Author.self, "austen")?.name == "Jane Austen")
    }

    @Test func `former states can be read`() throws {
        let store = try Store.inMemory(Author.self, Book.self, Club.self)
        // snippet: history-policy
        try store.setHistory(.days(30).atMost(bytes: 1 << 30))
        // end snippet
        // snippet: history-entity
        try store.setHistory(.none, of: Club.self)
        // end snippet
        let emma = try store.performChanges(author: "anna") { changes in
            let austen = try changes.insert(Author(id: "austen", name: "Jane Austen", born: nil))
            return try changes.insert(
                Book(isbn: "978-0", title: "Emma", author: Ref(austen), genre: .novel, pages: 474))
        }
        // snippet: history-mark
        try store.performChanges { try $0.mark("before the correction") }
        // end snippet
        let number = try store.snapshot().commitNumber
        try store.performChanges(author: "boris", note: "counted again") { changes in
            try changes.update(emma.id) { $0.pages = 480 }
        }
        try store.compact()
        var pages: [Int] = []
        // snippet: history-snapshot
        let before = try store.snapshot(at: .mark("before the correction"))
        for book in try before.fetch(Book.where { $0.pages > 400 }) {
            pages.append(book.pages)
        }
        // end snippet
        #expect(pages == [474])
        #expect(try store.snapshot(at: .commit(number)).find(emma.id)?.pages == 474)
        #expect(try store.snapshot(at: .date(.now)).find(emma.id)?.pages == 480)
        var lines: [String] = []
        // snippet: history-revisions
        for revision in try store.history(of: emma.id) {
            let title = try revision.value?.title ?? "deleted"
            lines.append("\(revision.author ?? "?"): \(title)")
        }
        // end snippet
        #expect(lines == ["boris: Emma", "anna: Emma"])
        let origins = try #require(try store.blame(Book.self, emma.id))
        #expect(origins["pages"]?.author == "boris")
        #expect(origins["pages"]?.note == "counted again")
        #expect(origins["title"]?.author == "anna")
        // snippet: history-difference
        let commits = try store.history(author: "boris", touching: [Book.self])
        let changes = try store.difference(from: .mark("before the correction"))
        for update in try changes.updated(Book.self) {
            lines.append("\(update.old.pages) -> \(update.new.pages)")
        }
        // end snippet
        #expect(commits.map(\.note) == ["counted again"])
        #expect(lines.last == "474 -> 480")
        // snippet: history-undo
        try store.undo(author: "boris")
        try store.redo(author: "boris")
        // end snippet
        #expect(try store.find(emma.id)?.pages == 480)
        // snippet: history-restore
        let good = try store.snapshot(at: .mark("before the correction"))
        try store.performChanges { _ = try $0.restore(Book.self, emma.id, from: good) }
        // end snippet
        #expect(try store.find(emma.id)?.pages == 474)
        // snippet: history-erase
        let report = try store.erase(emma.id)
        // end snippet
        #expect(report.objects == 1)
    }
}
