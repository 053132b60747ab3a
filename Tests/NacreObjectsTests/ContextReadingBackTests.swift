#if Macros
    import Nacre
    import NacreObjects
    import Testing

    /// The objects that a context reads again after it has saved, and those that it cannot read.
    @Suite struct ContextReadingBackTests {
        @Entity
        struct Tag: Hashable, WillSave {
            let id: Int
            var name: String

            mutating func willSave(replacing old: Tag?, in changes: WriteTransaction) {
                name = name.lowercased()
            }
        }

        @Test func `an object shows the stored values, also if they equal the former ones`() throws
        {
            let store = try Store.inMemory(Tag.self)
            try store.performChanges { try $0.insert(Tag(id: 1, name: "a")) }
            let context = try Context(store)
            let tag = try #require(try context.find(Tag.self, 1))
            tag.name = "A"
            try context.save()
            #expect(tag.name == "a" && tag.committedValue.name == "a" && !tag.hasChanges)
            let new = context.insert(Tag(id: 2, name: "B"))
            try context.save()
            #expect(new.name == "b" && !new.hasChanges)
        }

        @Entity
        struct Bulb: Hashable {
            let id: Int
            var watts: Int
        }

        @Entity
        struct Stand: Hashable {
            let id: Int
            var label: String
            @Relationship(.noAction) var bulb: Bulb
        }

        /// Makes two stands, the first of which has lost its bulb and can no longer be read.
        private static func stands() throws -> (Store, Context, [Managed<Stand>]) {
            let store = try Store.inMemory(Stand.self, Bulb.self)
            try store.performChanges { changes in
                for id in [1, 2, 3] {
                    try changes.insert(
                        Stand(id: id, label: "a", bulb: Bulb(id: id, watts: id)))
                }
            }
            let context = try Context(store)
            let stands = try context.fetch(Stand.all)
            try store.performChanges { _ = try $0.delete(Bulb.self, 1) }
            return (store, context, stands)
        }

        @Test func `a save that is stored does not fail because of another object`() throws {
            let (store, context, stands) = try Self.stands()
            stands[1].label = "b"
            try context.save()
            #expect(!context.hasChanges && stands[0].bulb.watts == 1, "it stays as it was")
            #expect(try store.fetch(\.label, Stand.all) == ["a", "b", "a"])
            stands[1].label = "c"
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .undecodable, "said once, by the next one")
            try context.save()
            #expect(try store.fetch(\.label, Stand.all) == ["a", "c", "a"])
            stands[1].label = "d"
            try context.save()
            stands[0].label = "x"
            let conflict = #expect(throws: StoreError.self) { try context.save() }
            #expect(conflict?.code == .conflict, "it is not what is stored")
            context.rollback()
            try store.performChanges { try $0.insert(Bulb(id: 1, watts: 9)) }
            try context.refresh()
            #expect(stands[0].bulb.watts == 9, "once it can be read")
        }

        @Test func `a refresh that cannot read one object updates none`() throws {
            let (store, context, stands) = try Self.stands()
            try store.performChanges { changes in
                try changes.update(Bulb.self, 2) { $0.watts = 20 }
                try changes.update(Bulb.self, 3) { $0.watts = 30 }
            }
            #expect(throws: StoreError.self) { try context.refresh() }
            #expect(stands.map(\.bulb.watts) == [1, 2, 3])
            #expect(try context.find(Bulb.self, 3)?.watts == 3, "it reads as before")
        }
    }
#endif
