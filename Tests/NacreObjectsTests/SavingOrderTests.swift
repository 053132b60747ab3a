#if Macros
    import Nacre
    import NacreObjects
    import Testing

    /// Objects that are saved together do not conflict with each other.
    @Suite struct SavingOrderTests {
        @Entity
        struct Member: Hashable, ManagedObjectConvertible {
            let id: Int
            var name = ""
            @Attribute(.unique) var code: Int?
            @Relationship(.cascade) var chief: Ref<Member>?
            @Relationship(.deny) var mentor: Ref<Member>?
            @Relationship(.nullify) var friends: [Ref<Member>] = []
        }

        /// Makes members: 2 follows 1, and 3 follows 2; 4 is mentored by 1, and a friend of it, as
        /// 5 is.
        private static func store() throws -> Store {
            let store = try Store.inMemory(Member.self)
            try store.performChanges { changes in
                try changes.insert(Member(id: 1, code: 1))
                try changes.insert(Member(id: 2, chief: Ref(id: 1)))
                try changes.insert(Member(id: 3, chief: Ref(id: 2)))
                try changes.insert(Member(id: 4, mentor: Ref(id: 1), friends: [Ref(id: 1)]))
                try changes.insert(Member(id: 5, friends: [Ref(id: 1), Ref(id: 4)]))
            }
            return store
        }

        private static func context() throws -> Context { try Context(store()) }

        private static func live(_ context: Context, _ id: Int) throws -> Managed<Member> {
            try #require(try context.find(Member.self, id))
        }

        @Test func `a deletion respects the references that are saved with it`() throws {
            let context = try Self.context()
            let (second, fourth) = (try Self.live(context, 2), try Self.live(context, 4))
            context.delete(try Self.live(context, 1))
            second.chief = fourth
            fourth.mentor = nil
            try context.save()
            #expect(try context.fetch(Member.all).map(\.id) == [2, 3, 4, 5])
            #expect(second.value.chief == Ref(id: 4))
        }

        @Test func `objects that are deleted together do not deny each other`() throws {
            for ids in [[1, 4], [4, 1]] {
                let context = try Self.context()
                for id in ids { context.delete(try Self.live(context, id)) }
                try context.save()
                #expect(try context.fetch(Member.all).map(\.id) == [5])
            }
            let context = try Self.context()
            context.delete(try Self.live(context, 1))
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .deleteDenied, "where only one of them goes")
        }

        @Test func `objects that a worker replaces do not deny each other`() async throws {
            let store = try Self.store()
            try await store.performChanges { changes in
                try changes.update(Member.self, 1) { $0.mentor = Ref(id: 4) }
            }
            let request = Member.where { $0.id != 2 && $0.id != 5 }
            try await Worker(store).replaceAll(request, with: [Member(id: 6)])
            #expect(try store.fetch(Member.all).map(\.id) == [5, 6])
        }

        @Test func `the effect of a deletion on a changed object is no conflict`() throws {
            let context = try Self.context()
            let fifth = try Self.live(context, 5)
            fifth.name = "Eve"
            for id in [1, 4] { context.delete(try Self.live(context, id)) }
            try context.save()
            #expect(fifth.name == "Eve" && fifth.value.friends.isEmpty)
        }

        @Test func `an object that waits for a unique value keeps effects of deletions`() throws {
            let context = try Self.context()
            let fifth = try Self.live(context, 5)
            fifth.code = 1
            for id in [1, 4] { context.delete(try Self.live(context, id)) }
            try context.save()
            #expect(fifth.code == 1 && fifth.value.friends.isEmpty)
        }

        @Test func `changes after a rollback can be undone, also within one change`() throws {
            let context = try Self.context()
            let first = try Self.live(context, 1)
            context.asOneChange {
                first.name = "a"
                context.rollback()
                first.name = "b"
                first.code = 7
            }
            #expect(context.canUndo)
            context.undo()
            #expect(first.name == "" && first.code == 1 && !context.canUndo)
            context.redo()
            #expect(first.name == "b" && first.code == 7)
        }
    }
#endif
