#if Macros
    import Nacre
    import Testing

    /// Previews of changes.
    @Suite struct DryRunTests {
        @Entity
        struct Town: Hashable {
            let id: Int
            @Attribute(.unique) var name: String
            var notes: String = ""
        }

        static func store() throws -> Store {
            let store = try Store.inMemory(Town.self)
            try store.performChanges { changes in
                for id in 0..<5 { try changes.insert(Town(id: id, name: "town \(id)")) }
            }
            return store
        }

        static let long = String(repeating: "a long note ", count: 10_000)

        @Test func `a dry run reports the changes and makes none`() throws {
            let store = try Self.store()
            let before = try store.fetch(Town.all)
            let commit = try store.snapshot().commitNumber
            let preview = try store.dryRun { changes in
                try changes.update(Town.self, 1) { $0.notes = Self.long }
                try changes.delete(Town.self, 2)
                try changes.insert(Town(id: 9, name: "new", notes: Self.long))
                try changes.insert(Town(id: 10, name: "gone"))
                try changes.delete(Town.self, 10)
                try changes.delete(Town.self, 3)
                try changes.insert(Town(id: 3, name: "again"))
                return try changes.count(Town.all)
            }
            #expect(preview.result == 5 && !preview.isEmpty)
            #expect(try preview.inserted(Town.self) == [Town(id: 9, name: "new", notes: Self.long)])
            #expect(try preview.deleted(Town.self).map(\.id) == [2])
            let updates = try preview.updated(Town.self).sorted { $0.new.id < $1.new.id }
            #expect(updates.map(\.new.id) == [1, 3])
            #expect(updates[0].new.notes == Self.long && updates[0].changed(\.notes))
            #expect(updates[1].old.name == "town 3" && updates[1].new.name == "again")
            #expect(try store.fetch(Town.all) == before)
            #expect(try store.snapshot().commitNumber == commit)
        }

        @Test func `a dry run throws errors, and the store stays usable`() throws {
            let store = try Self.store()
            let error = #expect(throws: StoreError.self) {
                try store.dryRun { try $0.insert(Town(id: 9, name: "town 1")) }
            }
            #expect(error?.code == .uniqueViolation)
            #expect(try store.dryRun { _ in }.isEmpty)
            try store.performChanges { try $0.insert(Town(id: 9, name: "nine")) }
            #expect(try store.find(Town.self, 9)?.name == "nine")
            #expect(try store.find(Town.self, \.name, "town 1")?.id == 1)
        }

        @Entity
        struct Guest: Hashable {
            let id: Int
            var name: String
        }

        @Entity
        struct Table: Hashable {
            let id: Int
            var host: Guest?
            @Relationship(.nullify) var guests: [Guest] = []
        }

        @Test func `a dry run reports objects by value before and after the change`() throws {
            let store = try Store.inMemory(Table.self)
            let (anne, bo) = (Guest(id: 1, name: "Anne"), Guest(id: 2, name: "Bo"))
            let before = Table(id: 1, host: anne, guests: [anne, bo])
            try store.performChanges { try $0.insert(before) }
            var after = before
            after.guests[0].name = "Anna"
            after.host = after.guests[0]
            after.guests[1] = Guest(id: 3, name: "Cy")
            let new = Table(id: 2, host: Guest(id: 4, name: "Di"), guests: [bo])
            let preview = try store.dryRun { changes in
                try changes.save(after)
                try changes.insert(new)
            }
            let update = try #require(try preview.updated(Table.self).first)
            #expect(update.old == before && update.new == after)
            #expect(try preview.inserted(Table.self) == [new])
            #expect(try preview.inserted(Guest.self).map(\.id) == [3, 4])
            let gone = try store.dryRun { changes in
                try changes.delete(anne)
                try changes.delete(before)
            }
            #expect(try gone.deleted(Table.self) == [before])
            let left = try store.dryRun { _ = try $0.delete(anne) }.updated(Table.self)
            #expect(left.map(\.old) == [before])
            #expect(left.map(\.new.guests) == [[bo]])
            #expect(try store.find(Table.self, 1) == before)
        }
    }
#endif
