#if Macros
    import Nacre
    import NacreObjects
    import Observation
    import Synchronization
    import Testing

    /// Live objects.
    @Suite struct ContextTests {
        @Entity
        struct City: Hashable {
            let id: String
            var name: String
            @Attribute(.unique) var code: Int?
            var people: Int = 0
            @Relationship(.noAction) var mayor: Ref<Mayor>?
            @Relationship(.noAction) var elders: [Ref<Mayor>] = []
        }

        @Entity
        struct Mayor: Hashable {
            let id: String
            var name: String
            @Relationship(.noAction) var home: Ref<City>
        }

        static func store() throws -> Store {
            let store = try Store.inMemory(City.self, Mayor.self)
            try store.performChanges { changes in
                try changes.insert(City(id: "OSL", name: "Oslo", code: 1, mayor: Ref(id: "anne")))
                try changes.insert(City(id: "BGO", name: "Bergen", code: 2, mayor: Ref(id: "none")))
                try changes.insert(Mayor(id: "anne", name: "Anne", home: Ref(id: "BGO")))
                try changes.insert(Mayor(id: "bo", name: "Bo", home: Ref(id: "OSL")))
            }
            return store
        }

        static func oslo(_ context: Context) throws -> Managed<City> {
            try #require(try context.find(City.self, "OSL"))
        }

        @Test func `an object has one live object, however it is reached`() throws {
            let context = try Context(try Self.store())
            let oslo = try Self.oslo(context)
            #expect(try context.fetch(City.where { $0.name == "Oslo" }).first === oslo)
            #expect(context.managed(oslo.value) === oslo)
            let anne = try #require(oslo.mayor)
            #expect(anne.home?.id == "BGO")
            #expect(try context.find(Mayor.self, "anne") === anne)
        }

        @Test func `T7 a reference is a fault until it is read`() throws {
            let context = try Context(try Self.store())
            let oslo = try Self.oslo(context)
            #expect(oslo.hasFault(for: \.mayor))
            let anne = try #require(oslo.mayor)
            #expect(!oslo.hasFault(for: \.mayor))
            #expect(anne.hasFault(for: \.home))
            let bergen = try #require(anne.home)
            #expect(!anne.hasFault(for: \.home))
            #expect(bergen.mayor == nil, "it leads nowhere")
            #expect(bergen.hasFault(for: \.mayor))
            oslo.mayor = nil
            #expect(!oslo.hasFault(for: \.mayor))
        }

        @Test func `changes are saved as one commit and then visible to others`() throws {
            let store = try Self.store()
            let context = try Context(store)
            let before = try store.snapshot().commitNumber
            let oslo = try Self.oslo(context)
            #expect(!context.hasChanges && !oslo.hasChanges)
            oslo.people += 5
            oslo.mayor?.name = "Anna"
            oslo.mayor = try context.find(Mayor.self, "bo")
            let cleo = context.insert(Mayor(id: "cleo", name: "Cleo", home: Ref(id: "OSL")))
            oslo.elders = [Ref(cleo.value), Ref(id: "anne")]
            #expect(!oslo.hasFault(for: \.elders))
            oslo.elders.append(Ref(id: "nobody"))
            #expect(oslo.hasFault(for: \.elders))
            context.delete(try #require(try context.find(City.self, "BGO")))
            #expect(context.hasChanges && oslo.hasChanges)
            #expect(oslo.committedValue.people == 0 && oslo.people == 5)
            #expect(try store.find(City.self, "OSL")?.people == 0)
            #expect(oslo.elders.map(\.name) == ["Cleo", "Anna"])
            try context.save(author: "test")
            #expect(!context.hasChanges && oslo.committedValue.people == 5)
            #expect(try store.snapshot().commitNumber == before + 1)
            let saved = try store.find(City.self, "OSL")
            #expect(saved == oslo.value && saved?.mayor == Ref(id: "bo"))
            #expect(try store.fetch(\.name, Mayor.all) == ["Anna", "Bo", "Cleo"])
            #expect(try store.find(City.self, "BGO") == nil)
            try context.save()
            #expect(try store.snapshot().commitNumber == before + 1, "there was nothing to save")
        }

        @Test func `rollback restores the values that were read`() throws {
            let context = try Context(try Self.store())
            let oslo = try Self.oslo(context)
            let former = oslo.value
            oslo.name = "x"
            let new = context.insert(Mayor(id: "cleo", name: "Cleo", home: Ref(id: "OSL")))
            let bergen = try #require(try context.find(City.self, "BGO"))
            context.delete(bergen)
            #expect(try context.find(City.self, "BGO") == nil)
            context.rollback()
            #expect(oslo.value == former && !oslo.hasChanges && !context.hasChanges)
            #expect(new.isDeleted && !bergen.isDeleted)
            #expect(try context.find(Mayor.self, "cleo") == nil)
            #expect(!context.canUndo)
        }

        @Test func `changes are undone and redone, one by one or together`() throws {
            let store = try Self.store()
            let context = try Context(store)
            let oslo = try Self.oslo(context)
            oslo.name = "a"
            oslo.name = "b"
            context.asOneChange {
                oslo.name = "c"
                oslo.people = 7
            }
            context.undo()
            #expect(oslo.name == "b" && oslo.people == 0)
            context.undo()
            context.undo()
            #expect(oslo.name == "Oslo" && !context.canUndo && !context.hasChanges)
            context.redo()
            context.redo()
            context.redo()
            #expect(oslo.name == "c" && oslo.people == 7 && !context.canRedo)
            try context.save()
            context.undo()
            #expect(oslo.name == "b" && oslo.hasChanges)
            try context.save()
            #expect(try store.find(City.self, "OSL")?.name == "b")
            oslo.name = "d"
            #expect(!context.canRedo, "another change ends it")
        }

        @Test func `insertions and deletions are undone, too, also after a save`() throws {
            let store = try Self.store()
            let context = try Context(store)
            let oslo = try Self.oslo(context)
            context.delete(oslo)
            let new = context.insert(City(id: "TRD", name: "Trondheim"))
            try context.save()
            #expect(try store.fetch(\.id, City.all) == ["BGO", "TRD"])
            context.undo()
            context.undo()
            #expect(new.isDeleted && !oslo.isDeleted)
            try context.save()
            #expect(try store.fetch(\.id, City.all) == ["BGO", "OSL"])
            context.redo()
            context.redo()
            try context.save()
            #expect(try store.fetch(\.id, City.all) == ["BGO", "TRD"])
        }

        @Test(
            arguments: [
                (MergePolicy.error, nil), (.storeWins, "theirs 1"), (.contextWins, "Oslo 5"),
                (.mergeProperties, "theirs 5"),
            ] as [(MergePolicy, String?)])
        func `the merge policy applies to changes of others`(
            policy: MergePolicy, expected: String?
        ) throws {
            let store = try Self.store()
            let context = try Context(store)
            context.mergePolicy = policy
            let oslo = try Self.oslo(context)
            let bergen = try #require(try context.find(City.self, "BGO"))
            try store.performChanges { changes in
                try changes.update(City.self, "OSL") {
                    $0.name = "theirs"
                    $0.people = 1
                }
            }
            bergen.people = 9
            oslo.people = 5
            guard let expected else {
                let error = #expect(throws: StoreError.self) { try context.save() }
                #expect(error?.code == .conflict)
                #expect(error?.message.contains("'City' with id OSL") == true)
                #expect(try store.find(City.self, "BGO")?.people == 0, "nothing was saved")
                #expect(oslo.people == 5 && context.hasChanges, "the changes stay")
                return
            }
            try context.save()
            #expect("\(oslo.name) \(oslo.people)" == expected)
            #expect(try store.find(City.self, "OSL") == oslo.value && !oslo.hasChanges)
            #expect(try store.find(City.self, "BGO")?.people == 9)
        }

        @Test(arguments: [MergePolicy.error, .storeWins, .contextWins, .mergeProperties])
        func `the merge policy applies to deletions of others`(policy: MergePolicy) throws {
            let store = try Self.store()
            let context = try Context(store)
            context.mergePolicy = policy
            let oslo = try Self.oslo(context)
            let bergen = try #require(try context.find(City.self, "BGO"))
            try store.performChanges { try $0.delete(City.all) }
            oslo.people = 5
            context.delete(bergen)
            if policy == .error {
                #expect(throws: StoreError.self) { try context.save() }
            } else {
                try context.save()
                #expect(bergen.isDeleted)
                #expect(oslo.isDeleted == (policy == .storeWins))
                let isBack = policy != .storeWins
                #expect(try store.fetch(\.people, City.all) == (isBack ? [5] : []))
            }
        }

        @Test func `refresh takes over new values, but not over unsaved changes`() throws {
            let store = try Self.store()
            let context = try Context(store)
            let oslo = try Self.oslo(context)
            let bergen = try #require(try context.find(City.self, "BGO"))
            let anne = try #require(try context.find(Mayor.self, "anne"))
            bergen.people = 3
            try store.performChanges { changes in
                try changes.update(City.self, "OSL") { $0.name = "new" }
                try changes.update(City.self, "BGO") { $0.name = "new" }
                try changes.delete(Mayor.self, "anne")
            }
            #expect(oslo.name == "Oslo" && oslo.mayor?.name == "Anne")
            try context.refresh()
            #expect(oslo.name == "new" && bergen.name == "Bergen" && bergen.people == 3)
            #expect(anne.isDeleted && anne.name == "Anne" && oslo.mayor == nil)
        }

        @Test func `an observed property reports its change`() throws {
            let store = try Self.store()
            let context = try Context(store)
            let oslo = try Self.oslo(context)
            let calls = Mutex(0)
            func observe(_ read: () -> Void) {
                withObservationTracking(read) { calls.withLock { $0 += 1 } }
            }
            observe { _ = oslo.name }
            oslo.name = "a"
            #expect(calls.withLock { $0 } == 1)
            oslo.name = "b"
            #expect(calls.withLock { $0 } == 1, "once for each time it was read")
            observe { _ = oslo.value }
            context.undo()
            #expect(calls.withLock { $0 } == 2)
            observe { _ = oslo.mayor?.name }
            oslo.mayor?.name = "x"
            #expect(calls.withLock { $0 } == 3)
            try context.save()
            observe { _ = oslo.name }
            try context.refresh()
            #expect(calls.withLock { $0 } == 3, "nothing was new")
            try store.performChanges { changes in
                try changes.update(City.self, "OSL") { $0.name = "theirs" }
            }
            try context.refresh()
            #expect(calls.withLock { $0 } == 4 && oslo.name == "theirs")
        }

        @Test func `a unique value can pass from a deleted object to an inserted one`() throws {
            let store = try Self.store()
            let context = try Context(store)
            context.insert(City(id: "NEW", name: "New", code: 1))
            context.delete(try Self.oslo(context))
            try context.save()
            #expect(try store.fetch(\.id, City.where { $0.code == 1 }) == ["NEW"])
            context.insert(City(id: "X", name: "X", code: 2))
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .uniqueViolation && context.hasChanges)
        }

        @Test func `a changed id is refused`() throws {
            let context = try Context(try Self.store())
            let oslo = try Self.oslo(context)
            oslo.value = City(id: "OTHER", name: "Oslo")
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .invalidValue && oslo.id == "OSL")
        }

        @Test func `saving throws an error that a property could not throw`() throws {
            let store = try Store.inMemory(City.self)
            try store.performChanges { changes in
                try changes.insert(City(id: "OSL", name: "Oslo", mayor: Ref(id: "anne")))
            }
            let context = try Context(store)
            let oslo = try Self.oslo(context)
            oslo.name = "changed"
            #expect(oslo.mayor == nil)
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .unknownEntity)
            try context.save()
            #expect(try store.find(City.self, "OSL")?.name == "changed")
        }

        @Test func `a context and its objects retain nothing`() throws {
            var context: Context? = try Context(try Self.store())
            weak let weakContext = context
            var oslo: Managed<City>? = try #require(try context?.find(City.self, "OSL"))
            weak let weakOslo = oslo
            oslo?.name = "a"
            #expect(oslo?.mayor?.home?.name == "Bergen")
            let bo = try context?.find(Mayor.self, "bo")
            oslo?.mayor = bo
            #expect(bo?.home === oslo && oslo?.mayor === bo, "they keep each other")
            try context?.save()
            context?.undo()
            context = nil
            #expect(weakContext == nil)
            oslo?.name = "still there"
            #expect(oslo?.name == "still there" && oslo?.mayor == nil && oslo?.context == nil)
            oslo = nil
            #expect(weakOslo == nil)
        }

        @Test func `objects that are not held are released`() throws {
            let context = try Context(try Self.store())
            weak var oslo = try context.find(City.self, "OSL")
            #expect(oslo == nil)
            context.isUndoEnabled = false
            try context.find(City.self, "OSL")?.name = "kept until it is saved"
            oslo = try context.find(City.self, "OSL")
            #expect(oslo?.name == "kept until it is saved")
            try context.save()
            #expect(oslo == nil)
        }
    }
#endif
