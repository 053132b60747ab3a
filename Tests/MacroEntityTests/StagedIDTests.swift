#if Macros
    import Foundation
    import Nacre
    import Testing

    extension Transformer where Value == String, Stored == String {
        /// A stage that keeps equality, but not order.
        fileprivate static var mirrored: Self {
            Transformer(
                "mirrored", transform: { String($0.reversed()) },
                reverse: { String($0.reversed()) })
        }
    }

    extension Transformer where Value == String, Stored == Data {
        fileprivate static var salted: Self {
            Transformer(
                "salted", keepsEquality: false,
                transform: { Data([.random(in: .min ... .max)] + $0.utf8) },
                reverse: { String(decoding: $0.dropFirst(), as: UTF8.self) })
        }
    }

    @Entity
    struct Rack: Hashable {
        @Attribute(.transformed(by: .uuidString)) let id: UUID
        @Attribute(.unique(conflict: .replace)) var label: String
        @Relationship(inverse: \Tome.shelf) var volumes: ToMany<Tome>
    }

    @Entity
    struct Tome: Hashable {
        @Attribute(.transformed(by: Transformer<String, String>.mirrored)) let id: String
        @Relationship(.nullify) var shelf: Ref<Rack>?
        @Relationship(.nullify) var sequels: [Ref<Tome>] = []
        var owners: [String: Int] = [:]
    }

    /// Holds objects by value, in each of the ways.
    @Entity
    struct Patron: Hashable {
        @Attribute(.transformed(by: Transformer<String, String>.mirrored)) let id: String
        @Relationship(.nullify) var open: Tome?
        @Relationship(.nullify) var read: [Tome]
        @Attribute(.unguarded) var marks: [Ref<Tome>: Int] = [:]
    }

    /// Ids that go through stages of the attribute: they are found, referred to and held by their
    /// stored form.
    @Suite struct StagedIDTests {
        private static let shelf = Rack(id: UUID(), label: "top")

        private static func store() throws -> Store {
            let store = try Store.inMemory(Rack.self, Tome.self, Patron.self)
            try store.performChanges { changes in
                try changes.insert(shelf)
                try changes.insert(Tome(id: "ab", shelf: Ref(shelf)))
                try changes.insert(Tome(id: "ba", sequels: [Ref(id: "ab")]))
                try changes.insert(
                    Patron(
                        id: "xy", open: Tome(id: "ab", shelf: Ref(shelf)),
                        read: [Tome(id: "cd"), Tome(id: "ba", sequels: [Ref(id: "ab")])],
                        marks: [Ref(id: "cd"): 3]))
            }
            return store
        }

        @Test func `an object is found, changed, saved and deleted by its id`() throws {
            let store = try Self.store()
            #expect(try store.find(Rack.self, Self.shelf.id) == Self.shelf)
            #expect(try store.find(Tome.self, "ab")?.shelf == Ref(Self.shelf))
            #expect(try store.find(Tome.self, "xx") == nil)
            try store.performChanges { changes in
                try changes.update(Tome.self, "ab") { $0.owners = ["Anne": 1] }
                try changes.save(Tome(id: "ba"))
                try changes.upsert(Tome(id: "new"))
                #expect(try changes.delete(Tome.self, "cd"))
                #expect(throws: StoreError.self) { try changes.insert(Tome(id: "ab")) }
                try changes.upsert(Rack(id: UUID(), label: "top"), on: \.label)
            }
            #expect(try store.find(Tome.self, "ab")?.owners == ["Anne": 1])
            #expect(try store.find(Tome.self, "ba")?.sequels == [])
            #expect(try store.fetch(\.id, Tome.all).sorted() == ["ab", "ba", "new"])
            #expect(try store.fetch(Rack.all) == [Self.shelf])
            #expect(try store.fetch(\.label, Rack.where { $0.id == Self.shelf.id }) == ["top"])
        }

        @Test func `references lead to it in both directions and in collections`() throws {
            let store = try Self.store()
            let volume = try #require(try store.find(Tome.self, "ab"))
            #expect(try store.find(volume.shelf) == Self.shelf)
            #expect(try store.fetch(Self.shelf.volumes).map(\.id) == ["ab"])
            #expect(try store.fetch(\.id, Tome.where { $0.shelf.label == "top" }) == ["ab"])
            #expect(try store.fetch(\.id, Tome.where { $0.shelf == Ref(Self.shelf) }) == ["ab"])
            #expect(
                try store.fetch(\.id, Tome.where { $0.shelf.id == Self.shelf.id }) == ["ab"])
            #expect(
                try store.fetch(\.id, Tome.where { $0.sequels.contains(Ref(volume)) }) == ["ba"])
            let all = try store.fetch(Tome.all, including: \.shelf)
            #expect(all[volume.shelf] == Self.shelf)
            try store.performChanges { changes in
                try changes.delete(Tome.self, "ab")
                try changes.delete(Self.shelf)
            }
            #expect(try store.find(Tome.self, "ba")?.sequels == [])
            #expect(
                throws: StoreError.self, "A reference must lead to an object.",
                performing: {
                    try store.performChanges {
                        try $0.insert(Tome(id: "no", shelf: Ref(Self.shelf)))
                    }
                })
        }

        @Test func `objects by value are saved and read by it`() throws {
            let store = try Self.store()
            let reader = try #require(try store.find(Patron.self, "xy"))
            #expect(reader.open?.id == "ab")
            #expect(reader.read.map(\.id) == ["cd", "ba"])
            #expect(reader.marks == [Ref(id: "cd"): 3])
            try store.performChanges { changes in
                try changes.update(Patron.self, "xy") { $0.read[0].owners["Anne"] = 2 }
                try changes.delete(Tome.self, "ba")
            }
            #expect(try store.find(Tome.self, "cd")?.owners == ["Anne": 2])
            #expect(try store.find(Patron.self, "xy")?.read.map(\.id) == ["cd"])
        }

        @Test func `references are ordered as their ids are stored`() throws {
            let refs: [Ref<Tome>] = [Ref(id: "ab"), Ref(id: "ba"), Ref(id: "cc")]
            #expect(refs.sorted().map(\.id) == ["ba", "ab", "cc"])
            #expect([Ref<Rack>(Self.shelf)].min()?.id == Self.shelf.id)
        }

        @Test func `changes of an object are reported by its id`() async throws {
            let store = try Self.store()
            let commits = store.commits
            try await store.performChanges { changes in
                _ = try changes.update(Tome.self, "ba") { $0.owners = ["Bo": 1] }
            }
            try store.close()
            for try await commit in commits {
                guard case .updated(let update)? = try commit.change(of: "ba", Tome.self) else {
                    Issue.record("Nothing was told.")
                    return
                }
                #expect(update.new.owners == ["Bo": 1])
            }
        }

        @Test func `it is found in a store that is reopened`() throws {
            let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            let store = try Store(at: path, Rack.self, Tome.self)
            try store.performChanges {
                try $0.insert(Self.shelf)
                try $0.insert(Tome(id: "ab", shelf: Ref(Self.shelf)))
            }
            try store.close()
            let again = try Store(at: path, Rack.self, Tome.self)
            #expect(try again.find(Tome.self, "ab")?.shelf == Ref(Self.shelf))
        }

        // MARK: Refused types

        @Entity
        struct Careless {
            @Attribute(.transformed(by: Transformer<String, Data>.salted)) let id: String
        }

        struct Silent: Entity {
            let id: String
            static let schema = EntitySchema(
                Silent.init,
                Attribute("id", \.id, codec: AttributeCodec(\Silent.id, by: .mirrored)))
        }

        struct Spoken: Entity {
            let id: String
            static let codec = AttributeCodec(\Spoken.id, by: .mirrored)
            static let idCoding: IDCoding<String>? = IDCoding(codec)
            static let schema = EntitySchema(
                Spoken.init, Attribute("id", \.id, codec: codec))
        }

        @Test func `a stage that stores equal ids differently is refused on opening`() throws {
            let error = try #require(throws: StoreError.self) {
                try Store.inMemory(Careless.self)
            }
            #expect(error.code == .schemaMismatch)
            #expect(error.description.contains("'Careless'"))
            #expect(error.description.contains("'id' is the id"))
            #expect(error.description.contains("does not store equal values equally"))
        }

        @Test func `a hand-written entity declares the stage for references and look-ups, too`()
            throws
        {
            let error = try #require(throws: StoreError.self) { try Store.inMemory(Silent.self) }
            #expect(error.code == .schemaMismatch)
            #expect(error.description.contains("idCoding"))
            let store = try Store.inMemory(Spoken.self)
            try store.performChanges { try $0.insert(Spoken(id: "ab")) }
            #expect(try store.find(Spoken.self, "ab") != nil)
        }
    }
#endif
