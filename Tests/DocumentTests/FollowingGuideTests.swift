import Foundation
import Nacre
import Synchronization
import Testing

/// Runs the code of the guide to following changes.
@Suite struct FollowingGuideTests {
    /// The text that callbacks show.
    private final class Shown: Sendable {
        private let text = Mutex("")
        func set(_ new: String) { text.withLock { $0 = new } }

        /// Waits until the expected text is shown.
        func wait(for expected: String) async throws -> Bool {
            for _ in 0..<2000 where text.withLock({ $0 }) != expected {
                try await Task.sleep(for: .milliseconds(5))
            }
            return text.withLock { $0 } == expected
        }
    }

    private func library() throws -> (Store, emma: Book) {
        let store = try Store.inMemory(Author.self, Book.self, Club.self)
        let emma = try store.performChanges { changes in
            let austen = try changes.insert(Author(id: "austen", name: "Jane Austen", born: nil))
            return try changes.insert(
                Book(isbn: "978-0", title: "Emma", author: Ref(austen), genre: .novel, pages: 474))
        }
        return (store, emma)
    }

    @Test func `commits can be followed, also from a saved token`() async throws {
        let (store, emma) = try library()
        let saved = try store.snapshot().token.description
        var log: [String] = []
        let commits = store.commits
        try await store.performChanges { try $0.update(emma.id) { $0.pages = 480 } }
        // snippet: token
        let token = CommitToken(saved)
        let missed = try token.map { try store.commits(since: $0) } ?? store.commits
        // end snippet
        try await store.performChanges { try $0.delete(emma.id) }
        try store.close()
        // snippet: commits
        for try await commit in commits {
            for update in try commit.updated(Book.self) where update.changed(\.pages) {
                log.append("\(update.old.title): \(update.old.pages) to \(update.new.pages) pages")
            }
            for book in try commit.inserted(Book.self) { log.append("new: \(book.title)") }
            for book in try commit.deleted(Book.self) { log.append("gone: \(book.title)") }
        }
        // end snippet
        #expect(log == ["Emma: 474 to 480 pages", "gone: Emma"])
        var count = 0
        for try await _ in missed { count += 1 }
        #expect(count == 2)
    }

    @Test func `the history can be read up to now`() async throws {
        let (store, emma) = try library()
        try await store.performChanges(author: "jane") { changes in
            try changes.update(emma.id) { $0.pages += 1 }
        }
        var authors: [String] = []
        // snippet: history
        for try await commit in try store.commits(since: .beginning).endingAtNewest {
            authors.append(commit.author ?? "")
        }
        // end snippet
        #expect(authors.last == "jane" && authors.count > 1)
    }

    /// A label of a user interface.
    @MainActor private final class Label {
        var text = ""
    }

    @MainActor @Test func `a label follows an object`() async throws {
        let (store, emma) = try library()
        let label = Label()
        // snippet: main actor
        let shown = try store.observe(emma.id, on: MainActor.shared) { label.text = $0.title }
        // end snippet
        try await store.performChanges { try $0.update(emma.id) { $0.title = "Emma!" } }
        for _ in 0..<5000 where label.text != "Emma!" {
            try await Task.sleep(for: .milliseconds(2))
        }
        #expect(label.text == "Emma!")
        shown.cancel()
    }

    @Test func `an object and a result can be observed`() async throws {
        let (store, emma) = try library()
        let shown = Shown()
        // snippet: observe
        let observation = try store.observe(emma.id) { change in
            switch change {
            case .updated(let update): shown.set(update.new.title)
            case .deleted(let last): shown.set("\(last.title) is gone")
            }
        } onFailure: { error in
            shown.set("There is more that was not told: \(error)")
        }
        // end snippet
        try await store.performChanges { try $0.update(emma.id) { $0.title = "Emma!" } }
        #expect(try await shown.wait(for: "Emma!"))
        observation.cancel()

        let task = Task {
            // snippet: values
            let long = Book.where { $0.pages > 300 }.sorted(\.title.ascending)
            for try await books in store.values(of: long) { shown.set("\(books.count) long books") }
            // end snippet
        }
        #expect(try await shown.wait(for: "1 long books"))
        try await store.performChanges { try $0.delete(emma.id) }
        #expect(try await shown.wait(for: "0 long books"))
        try store.close()
        try await task.value
    }

    @Test func `values that follow the store work as the guide shows`() async throws {
        let (store, emma) = try library()
        let shown = Shown()
        let task = Task {
            // snippet: live values
            let novels = Book.where { $0.genre == .novel }
            for try await pages in store.values(of: .sum(\.pages), novels) {
                shown.set("\(pages) pages of novels")
            }
            // end snippet
        }
        #expect(try await shown.wait(for: "\(emma.pages) pages of novels"))
        let groups = Task {
            // snippet: live groups
            let genres = store.values(ofGroups: Book.all, by: \.genre, .count.descending, limit: 3)
            for try await groups in genres { shown.set("most: \(groups.map(\.key))") }
            // end snippet
        }
        #expect(try await shown.wait(for: "most: [\(String(reflecting: Genre.novel))]"))
        try await store.performChanges { try $0.update(emma.id) { $0.pages += 1 } }
        #expect(try await shown.wait(for: "\(emma.pages + 1) pages of novels"))
        try store.close()
        try await task.value
        try await groups.value
    }

    @Test func `a read-only store follows the writer`() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/following-\(UUID()).nacre"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let writer = try Store(at: path, Author.self, Book.self)
        // snippet: follow
        let reader = try Store(at: path, options: .readOnly, Author.self, Book.self)
        try await writer.performChanges { changes in
            try changes.insert(Author(id: "sand", name: "George Sand", born: nil))
        }
        let authors = try reader.fetch(Author.all)
        // end snippet
        #expect(authors.map(\.id) == ["sand"])
    }
}
