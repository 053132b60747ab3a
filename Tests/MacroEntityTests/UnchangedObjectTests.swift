#if Macros
    import Foundation
    import Nacre
    import Testing

    extension Transformer where Value == String, Stored == Data {
        /// A stage that gives other bytes each time.
        fileprivate static var stirred: Self {
            Transformer(
                "stirred", keepsEquality: false,
                transform: {
                    Data([.random(in: .min ... .max), .random(in: .min ... .max)] + $0.utf8)
                },
                reverse: { String(decoding: $0.dropFirst(2), as: UTF8.self) })
        }
    }

    @Entity
    struct Page: Hashable {
        let id: Int
        var title: String
        var text: String = ""
        var weight: Double = 0
        @Attribute(.transformed(by: Transformer<String, Data>.stirred, keepsEquality: false))
        var secret: String = ""
        @Attribute(.transformed(by: Transformer<String, Data>.stirred, keepsEquality: false))
        var hint: String?
        @Derived(.indexed) var key: String { title.lowercased() }
    }

    @Entity
    struct Folder: Hashable {
        let id: Int
        var name: String
        var first: Page?
        @Relationship(.nullify) var pages: [Page] = []
    }

    /// A stamp that compares only its number.
    struct Stamp: Codable, Hashable {
        var number: Int
        var text: String

        static func == (left: Stamp, right: Stamp) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    @Entity
    struct Letter: Hashable {
        let id: Int
        var weight: Int = 0
        @Attribute(.transformed(by: .propertyList)) var listed: Stamp = Stamp(number: 1, text: "a")
        @Attribute(.transformed(by: .json, .lz4)) var packed: Stamp = Stamp(number: 1, text: "a")
        @Attribute(.transformed(by: .json)) var plain: Stamp = Stamp(number: 1, text: "a")
    }

    /// A change without effect leaves no record, makes no commit, and is not reported.
    @Suite struct UnchangedObjectTests {
        private static let page = Page(id: 1, title: "One", secret: "s", hint: "h")

        private static func store() throws -> Store {
            let store = try Store.inMemory(Page.self, Folder.self)
            try store.performChanges { changes in
                try changes.insert(page)
                try changes.insert(Page(id: 2, title: "Two"))
                try changes.insert(Folder(id: 1, name: "a", first: page, pages: [page]))
            }
            return store
        }

        /// Returns the commits that a body makes.
        private static func commits(
            _ store: Store, _ body: (Store) throws -> Void
        ) async throws -> [Commit] {
            let commits = store.commits
            try body(store)
            try store.close()
            var all: [Commit] = []
            for try await commit in commits { all.append(commit) }
            return all
        }

        @Test(arguments: [
            "update", "save", "upsert", "all", "there and back", "inserted and deleted",
            "by value", "long text and back",
        ])
        func `a change that leaves everything equal makes no commit`(way: String) async throws {
            let made = try await Self.commits(Self.store()) { store in
                try store.performChanges { changes in
                    switch way {
                    case "update": try changes.update(Page.self, 1) { _ in }
                    case "save": try changes.save(Self.page)
                    case "upsert": try changes.upsert(contentsOf: [Self.page])
                    case "all": try changes.update(Page.all) { $0.weight += 0 }
                    case "there and back":
                        try changes.update(Page.self, 1) { $0.title = "other" }
                        try changes.update(Page.self, 1) { $0.title = "One" }
                    case "inserted and deleted":
                        try changes.insert(Page(id: 3, title: "Three"))
                        try changes.delete(Page.self, 3)
                    case "long text and back":
                        let long = String(repeating: "long ", count: 50_000)
                        try changes.update(Page.self, 1) { $0.text = long }
                        try changes.update(Page.self, 1) { $0.text = "" }
                    default: try changes.update(Folder.self, 1) { _ in }
                    }
                }
            }
            #expect(made.isEmpty)
        }

        @Test func `an unchanged long text makes no commit, and a changed one does`() async throws {
            let long = String(repeating: "long ", count: 50_000)
            let store = try Self.store()
            try await store.performChanges { changes in
                _ = try changes.update(Page.self, 1) { $0.text = long }
            }
            let made = try await Self.commits(store) { store in
                for text in [long, long + "er"] {
                    try store.performChanges { changes in
                        _ = try changes.update(Page.self, 1) { $0.text = text }
                    }
                }
            }
            #expect(made.count == 1)
            #expect(try made.first?.updated(Page.self).map(\.new.text) == [long + "er"])
        }

        @Test func `values are compared by bits, so a zero of another sign is a change`()
            async throws
        {
            let made = try await Self.commits(Self.store()) { store in
                try store.performChanges { changes in
                    _ = try changes.update(Page.self, 1) { $0.weight = -0.0 }
                }
            }
            #expect(try made.map { try $0.updated(Page.self).count } == [1])
        }

        @Test func `only the objects that changed are reported`() async throws {
            let made = try await Self.commits(Self.store()) { store in
                try store.performChanges { changes in
                    try changes.update(Page.self, 1) { $0.title = "other" }
                    try changes.update(Page.self, 2) { $0.title = "Zwei" }
                    try changes.update(Page.self, 1) { $0.title = "One" }
                }
            }
            #expect(try made.map { try $0.updated(Page.self).map(\.new.id) } == [[2]])
        }

        @Test func `a result is not notified of unchanged objects`() async throws {
            let store = try Self.store()
            var values = store.values(of: Page.all.sorted(\.id.ascending)).changes
                .makeAsyncIterator()
            #expect(try await values.next()?.objects.count == 2)
            try await store.performChanges { changes in
                _ = try changes.update(Page.self, 1) { _ in }
            }
            try await store.performChanges { changes in
                _ = try changes.update(Page.self, 2) { $0.title = "Zwei" }
            }
            #expect(try await values.next()?.updates == [1])
        }

        @Test func `equal values stay as stored if a stage's output differs each time`()
            async throws
        {
            let made = try await Self.commits(Self.store()) { store in
                try store.performChanges { try $0.save(Self.page) }
                try store.performChanges { changes in
                    _ = try changes.update(Page.self, 1) { $0.title = "Uno" }
                }
                try store.performChanges { changes in
                    _ = try changes.update(Page.self, 1) { $0.secret = "t" }
                }
            }
            let updates = try made.flatMap { try $0.updated(Page.self) }
            #expect(updates.map { $0.changed(\.title) } == [true, false])
            #expect(updates.map { $0.changed(\.secret) } == [false, true])
            #expect(updates.map { $0.changed(\.hint) } == [false, false])
            #expect(updates.last?.new.secret == "t")
            #expect(updates.last?.new.hint == "h")
        }

        @Test(arguments: ["listed", "packed", "plain"])
        func `values with built-in stages are compared by all that is stored, not by ==`(
            property: String
        ) async throws {
            let store = try Store.inMemory(Letter.self)
            try await store.performChanges { try $0.insert(Letter(id: 1)) }
            let made = try await Self.commits(store) { store in
                try store.performChanges { _ = try $0.save(Letter(id: 1)) }
                try store.performChanges { changes in
                    _ = try changes.update(Letter.self, 1) { letter in
                        switch property {
                        case "listed": letter.listed.text = "b"
                        case "packed": letter.packed.text = "b"
                        default: letter.plain.text = "b"
                        }
                    }
                }
                try store.performChanges { changes in
                    _ = try changes.update(Letter.self, 1) { $0.weight = 2 }
                }
            }
            let updates = try made.flatMap { try $0.updated(Letter.self) }
            #expect(updates.map { $0.changed(\.weight) } == [false, true])
            for update in updates {
                let texts = [update.new.listed, update.new.packed, update.new.plain].map(\.text)
                #expect(texts.sorted() == ["a", "a", "b"])
            }
        }

        @Test func `a dry run lists no unchanged object`() throws {
            let store = try Self.store()
            let run = try store.dryRun { changes in
                try changes.update(Page.self, 1) { $0.title = "other" }
                try changes.update(Page.self, 1) { $0.title = "One" }
                try changes.save(Self.page)
            }
            #expect(run.isEmpty)
        }
    }
#endif
