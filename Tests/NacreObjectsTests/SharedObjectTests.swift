#if Macros
    import Nacre
    import NacreObjects
    import Testing

    /// Live objects that others change too, and objects that cannot be saved.
    @Suite struct SharedObjectTests {
        @Test(arguments: [MergePolicy.error, .storeWins, .contextWins, .mergeProperties])
        func `undoing reverts own changes and no changes of others`(
            policy: MergePolicy
        ) throws {
            let store = try ContextTests.store()
            let context = try Context(store)
            context.mergePolicy = policy
            let oslo = try ContextTests.oslo(context)
            oslo.name = "a"
            oslo.name = "b"
            try context.save()
            try store.performChanges { changes in
                try changes.update(ContextTests.City.self, "OSL") { $0.people = 9 }
            }
            try context.refresh()
            context.undo()
            #expect(oslo.value.name == "a" && oslo.people == 9 && oslo.hasChanges)
            try context.save()
            context.undo()
            #expect(oslo.name == "Oslo" && oslo.people == 9)
            context.redo()
            context.redo()
            #expect(oslo.name == "b" && oslo.people == 9)
            try context.save()
            #expect(try store.find(ContextTests.City.self, "OSL") == oslo.value)
            try store.performChanges { _ = try $0.delete(ContextTests.City.self, "OSL") }
            try context.refresh()
            context.undo()
            #expect(oslo.isDeleted, "a change of an object that others deleted is none")
            try context.save()
            #expect(try store.find(ContextTests.City.self, "OSL") == nil)
        }

        @Test func `undoing does not lose merged changes`() throws {
            let store = try ContextTests.store()
            let context = try Context(store)
            context.mergePolicy = .mergeProperties
            let oslo = try ContextTests.oslo(context)
            try store.performChanges { changes in
                try changes.update(ContextTests.City.self, "OSL") { $0.people = 9 }
            }
            oslo.name = "a"
            try context.save()
            #expect(oslo.people == 9)
            context.undo()
            try context.save()
            let saved = try #require(try store.find(ContextTests.City.self, "OSL"))
            #expect(saved.name == "Oslo" && saved.people == 9)
        }

        @Test func `a value that is older than the context overwrites nothing`() throws {
            let store = try ContextTests.store()
            let old = try #require(try store.find(ContextTests.City.self, "OSL"))
            try store.performChanges { changes in
                try changes.update(ContextTests.City.self, "OSL") { $0.people = 9 }
            }
            let context = try Context(store)
            let oslo = context.managed(old)
            #expect(oslo.people == 9 && !oslo.hasChanges)
            oslo.name = "x"
            try context.save()
            #expect(try store.find(ContextTests.City.self, "OSL")?.people == 9)
            try store.performChanges {
                try $0.insert(ContextTests.City(id: "TRD", name: "Trondheim"))
            }
            let new = context.managed(try #require(try store.find(ContextTests.City.self, "TRD")))
            new.people = 1
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .conflict)
        }

        @Test func `inserting an object with an existing id is refused`() throws {
            let store = try ContextTests.store()
            let context = try Context(store)
            let oslo = try ContextTests.oslo(context)
            let other = context.insert(ContextTests.City(id: "OSL", name: "other"))
            #expect(other === oslo)
            other.people = 3
            for _ in 0..<2 {
                let error = #expect(throws: StoreError.self) { try context.save() }
                #expect(error?.code == .duplicateID)
            }
            #expect(try store.find(ContextTests.City.self, "OSL")?.name == "Oslo")
            context.undo()
            context.undo()
            try context.save()
            #expect(oslo.name == "Oslo")
            context.delete(oslo)
            context.insert(ContextTests.City(id: "OSL", name: "again"))
            try context.save()
            #expect(try store.find(ContextTests.City.self, "OSL")?.name == "again")
            context.insert(ContextTests.City(id: "TRD", name: "one"))
            context.insert(ContextTests.City(id: "TRD", name: "two"))
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .duplicateID)
        }

        @Test func `rules that several objects break are reported in one error`() throws {
            let store = try Store.inMemory(Ticket.self)
            let context = try Context(store)
            for id in 1...3 { context.insert(Ticket(id: id, price: id - 3)) }
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .invalidObject)
            #expect(error?.violations.map(\.attribute) == ["price", "price"])
            #expect(context.hasChanges)
            try #require(try context.find(Ticket.self, 1)).price = 0
            try #require(try context.find(Ticket.self, 2)).price = 0
            try context.save()
            #expect(try store.count(Ticket.all) == 3)
        }

        @Entity
        struct Ticket: Hashable, ManagedObjectConvertible {
            let id: Int
            @Attribute(.range(0...)) var price: Int
        }

        @Test func `a worker reports all rules that its values break in one error`() async throws {
            let worker = Worker(try Store.inMemory(Ticket.self))
            let tickets = (1...3).map { Ticket(id: $0, price: $0 - 3) }
            let calls: [@Sendable () async throws -> Void] = [
                { try await worker.upsert(tickets) },
                { try await worker.replaceAll(Ticket.all, with: tickets) },
            ]
            for call in calls {
                let error = await #expect(throws: WorkerError.self) { try await call() }
                let underlying = error?.underlying as? StoreError
                #expect(underlying?.violations.count == 2)
            }
            #expect(try await worker.get(Ticket.all) as [Ticket] == [])
        }

        /// A secret, sealed differently each time.
        @Entity
        struct Secret: Hashable {
            let id: Int
            var name: String
            @Attribute(
                .transformed(by: Transformer<String, String>.salted, keepsEquality: false))
            var word: String
        }

        @Entity
        struct Drawer: Hashable {
            let id: Int
            var label: String
            @Relationship(.nullify) var secrets: [Secret] = []
        }

        @Test(arguments: [MergePolicy.error, .mergeProperties])
        func `a value that is stored differently each time is no change`(
            policy: MergePolicy
        ) throws {
            let store = try Store.inMemory(Secret.self)
            try store.performChanges { try $0.insert(Secret(id: 1, name: "a", word: "old")) }
            let context = try Context(store)
            context.mergePolicy = policy
            let secret = try #require(try context.find(Secret.self, 1))
            secret.name = "b"
            if policy == .error { try context.save() }
            try store.performChanges { changes in
                try changes.update(Secret.self, 1) { $0.word = "new" }
            }
            if policy == .error { try context.refresh() } else { try context.save() }
            #expect(secret.word == "new" && secret.name == "b")
            context.undo()
            try context.save()
            #expect(try store.find(Secret.self, 1) == Secret(id: 1, name: "a", word: "new"))
        }

        @Test func `an object by value that is stored differently each time is not rewritten`()
            throws
        {
            let store = try Store.inMemory(Drawer.self)
            let drawer = Drawer(
                id: 1, label: "a", secrets: [Secret(id: 1, name: "a", word: "w")])
            try store.performChanges { try $0.insert(drawer) }
            let preview = try store.dryRun { changes in
                try changes.update(Drawer.self, 1) { $0.label = "b" }
            }
            #expect(try preview.updated(Secret.self).isEmpty)
            #expect(try preview.updated(Drawer.self).count == 1)
        }

        @Test func `undoing changes to objects by value keeps changes of others`() throws {
            let store = try Store.inMemory(Drawer.self)
            let secrets = (1...2).map { Secret(id: $0, name: "a", word: "w") }
            try store.performChanges {
                try $0.insert(Drawer(id: 1, label: "a", secrets: secrets))
            }
            let context = try Context(store)
            let drawer = try #require(try context.find(Drawer.self, 1))
            drawer.label = "b"
            drawer.secrets[0].name = "b"
            try context.save()
            try store.performChanges { changes in
                try changes.update(Drawer.self, 1) { $0.label = "theirs" }
                try changes.update(Secret.self, 1) { $0.word = "theirs" }
                try changes.update(Secret.self, 2) { $0.word = "theirs" }
            }
            try context.refresh()
            drawer.value.secrets[1].name = "c"
            context.undo()
            context.undo()
            #expect(drawer.secrets.map(\.name) == ["a", "a"])
            #expect(drawer.secrets.map(\.word) == ["theirs", "theirs"])
            #expect(drawer.label == "theirs")
            try context.save()
            #expect(try store.find(Drawer.self, 1) == drawer.value)
        }

        @Test func `a value whose object was deleted is deleted after the next refresh`() throws {
            let store = try ContextTests.store()
            let oslo = try #require(try store.find(ContextTests.City.self, "OSL"))
            try store.performChanges { try $0.delete(oslo) }
            let context = try Context(store)
            let live = context.managed(oslo)
            #expect(!live.isDeleted)
            try context.refresh()
            #expect(live.isDeleted)
            #expect(try context.find(ContextTests.City.self, "OSL") == nil)
        }
    }

    extension Transformer where Value == String, Stored == String {
        fileprivate static var salted: Self {
            Transformer(
                "salt", keepsEquality: false,
                transform: { "\(UInt64.random(in: .min ... .max)) \($0)" },
                reverse: { String($0.drop { $0 != " " }.dropFirst()) })
        }
    }
#endif
