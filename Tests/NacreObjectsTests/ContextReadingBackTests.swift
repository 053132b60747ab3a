#if Macros
    import Nacre
    import NacreObjects
    import Testing

    /// What a context reads again once it has saved.
    @Suite struct ContextReadingBackTests {
        @Entity
        struct Tag: Hashable, WillSave {
            let id: Int
            var name: String

            mutating func willSave(replacing old: Tag?, in changes: WriteTransaction) {
                name = name.lowercased()
            }
        }

        @Test func `an object shows what was stored, also where that is the same as before`()
            throws
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
    }
#endif
