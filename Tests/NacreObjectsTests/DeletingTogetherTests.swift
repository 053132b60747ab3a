#if Macros
    import Nacre
    import NacreObjects
    import Synchronization
    import Testing

    /// All objects deleted in one save are deleted at once, regardless of their references.
    @Suite struct DeletingTogetherTests {
        @Entity
        struct Knot: Hashable, ManagedObjectConvertible {
            let id: Int
            @Attribute(.unique) var code: Int?
            @Relationship(.deny) var other: Ref<Knot>?
            @Relationship(.cascade) var owner: Ref<Knot>?
        }

        /// A loop tied to a knot, as the knot is tied to it.
        @Entity
        struct Loop: Hashable, WillDelete {
            let id: Int
            @Relationship(.deny) var knot: Ref<Knot>
            @Relationship(.deny) var next: Ref<Loop>?
            static let asked = Mutex<[Int]>([])

            func willDelete(in changes: WriteTransaction) { Self.asked.withLock { $0.append(id) } }
        }

        private static func store(_ knots: Knot..., loops: [Loop] = []) throws -> Store {
            let store = try Store.inMemory(Knot.self, Loop.self)
            try store.performChanges { changes in
                try changes.insert(contentsOf: knots)
                try changes.insert(contentsOf: loops)
            }
            return store
        }

        private static func delete(_ ids: Int..., in context: Context) throws {
            for id in ids { context.delete(try #require(try context.find(Knot.self, id))) }
        }

        private static func left(_ store: Store) throws -> [Int] {
            try store.fetch(\.id, Knot.all)
        }

        @Test(arguments: [[1, 2, 3], [3, 1, 2], [2, 1, 3]])
        func `objects that deny each other in a circle can be deleted together`(
            order: [Int]
        ) throws {
            let store = try Self.store(
                Knot(id: 1, other: Ref(id: 2)), Knot(id: 2, other: Ref(id: 3)),
                Knot(id: 3, other: Ref(id: 1)), Knot(id: 4))
            let context = try Context(store)
            for id in order { try Self.delete(id, in: context) }
            try context.save()
            #expect(try Self.left(store) == [4] && !context.hasChanges)
            context.undo()
            context.undo()
            context.undo()
            try context.save()
            #expect(try Self.left(store) == [1, 2, 3, 4], "and come back in one")
        }

        @Test func `an object that denies a cascaded one can be deleted with it`() throws {
            let store = try Self.store(
                Knot(id: 1, other: Ref(id: 3)), Knot(id: 2, owner: Ref(id: 1)),
                Knot(id: 3, other: Ref(id: 2)))
            let context = try Context(store)
            try Self.delete(1, 3, in: context)
            try context.save()
            #expect(try Self.left(store) == [])
        }

        @Test func `a remaining object still denies, and nothing is saved`() throws {
            let store = try Self.store(
                Knot(id: 1, other: Ref(id: 2)), Knot(id: 2, other: Ref(id: 1)),
                Knot(id: 3, other: Ref(id: 1)), Knot(id: 4))
            let context = try Context(store)
            try Self.delete(1, 2, 4, in: context)
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .deleteDenied)
            #expect(try Self.left(store) == [1, 2, 3, 4] && context.hasChanges)
            try #require(try context.find(Knot.self, 3)).other = nil
            try context.save()
            #expect(try Self.left(store) == [3], "once it refers to it no more")
        }

        @Test func `objects of several entities are deleted at once, each with one hook call`()
            throws
        {
            let store = try Self.store(
                Knot(id: 1), Knot(id: 2),
                loops: [
                    Loop(id: 1, knot: Ref(id: 1), next: Ref(id: 2)),
                    Loop(id: 2, knot: Ref(id: 2), next: Ref(id: 1)),
                ])
            let context = try Context(store)
            Loop.asked.withLock { $0 = [] }
            try Self.delete(1, 2, in: context)
            for loop in try context.fetch(Loop.all) { context.delete(loop) }
            try context.save()
            #expect(try Self.left(store) == [] && store.count(Loop.all) == 0)
            #expect(Loop.asked.withLock { $0 }.sorted() == [1, 2])
        }

        @Test func `a deletion in a circle waits for a save that waits for another deletion`()
            throws
        {
            // 1 takes over the code of 2, and until then refers to 3; 3 and 4 can be deleted only
            // together.
            let store = try Self.store(
                Knot(id: 1, other: Ref(id: 3)), Knot(id: 2, code: 7),
                Knot(id: 3, other: Ref(id: 4)), Knot(id: 4, other: Ref(id: 3)))
            let context = try Context(store)
            let first = try #require(try context.find(Knot.self, 1))
            first.value = Knot(id: 1, code: 7)
            try Self.delete(3, 4, 2, in: context)
            try context.save()
            #expect(try store.fetch(Knot.all) == [Knot(id: 1, code: 7)])
        }

        @Test func `an object that is inserted and deleted with another in one save is gone`()
            throws
        {
            let context = try Context(try Self.store(Knot(id: 1)))
            let knot = context.insert(Knot(id: 2, owner: Ref(id: 1)))
            let isDeleted = Watch { knot.isDeleted }
            try Self.delete(1, in: context)
            try context.save()
            #expect(knot.isDeleted && isDeleted.isTold)
            #expect(try context.find(Knot.self, 2) == nil)
        }

        @Test func `a worker deletes values that deny each other, by ids and by replacing`()
            async throws
        {
            let knots = [
                Knot(id: 1, other: Ref(id: 2)), Knot(id: 2, other: Ref(id: 1)), Knot(id: 3),
            ]
            let worker = Worker(try Store.inMemory(Knot.self))
            try await worker.upsert(knots)
            #expect(try await worker.remove(Knot.self, ids: [1, 2, 2, 9]) == 2)
            try await worker.upsert(knots)
            await #expect(throws: WorkerError.self) { try await worker.remove(Knot.self, ids: [1]) }
            try await worker.replaceAll(Knot.all, with: [Knot(id: 5)])
            #expect(try await worker.get() == [Knot(id: 5)])
        }
    }
#endif
