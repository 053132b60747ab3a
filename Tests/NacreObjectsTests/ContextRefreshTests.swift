#if Macros
    import Nacre
    import NacreObjects
    import Testing

    /// Objects that had changes of their own when their context moved on.
    @Suite struct ContextRefreshTests {
        typealias City = ContextTests.City

        private static func othersChange(
            _ store: Store, _ change: (inout City) -> Void
        ) throws {
            try store.performChanges { try $0.update(City.self, "OSL") { change(&$0) } }
        }

        /// Makes an object that was changed here and elsewhere before its context moved on.
        private static func changedTwice() throws -> (Store, Context, Managed<City>) {
            let store = try ContextTests.store()
            let context = try Context(store)
            let oslo = try ContextTests.oslo(context)
            oslo.people = 5
            try othersChange(store) { $0.name = "theirs" }
            try context.refresh()
            return (store, context, oslo)
        }

        @Test(arguments: [false, true])
        func `an object that was changed during a refresh is updated later`(
            isUndone: Bool
        ) throws {
            let (store, context, oslo) = try Self.changedTwice()
            #expect(oslo.name == "Oslo" && oslo.people == 5, "it keeps its changes")
            let name = Watch { oslo.name }
            if isUndone { context.undo() } else { context.rollback() }
            #expect(oslo.name == "theirs" && oslo.people == 0 && !oslo.hasChanges)
            #expect(name.isTold && oslo.committedValue == oslo.value)
            oslo.people = 6
            try context.save()
            #expect(try store.find(City.self, "OSL")?.name == "theirs")
            #expect(try store.find(City.self, "OSL")?.people == 6)
        }

        @Test func `a redone change is applied to the changes of others`() throws {
            let (store, context, oslo) = try Self.changedTwice()
            context.undo()
            context.redo()
            #expect(oslo.name == "theirs" && oslo.people == 5 && oslo.hasChanges)
            try context.save()
            #expect(try store.find(City.self, "OSL") == oslo.value)
        }

        @Test func `an object that others have deleted is deleted after a rollback`() throws {
            let store = try ContextTests.store()
            let context = try Context(store)
            let oslo = try ContextTests.oslo(context)
            oslo.people = 5
            try store.performChanges { _ = try $0.delete(City.self, "OSL") }
            try context.refresh()
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .conflict && !oslo.isDeleted)
            context.rollback()
            #expect(oslo.isDeleted && !context.hasChanges)
        }

        @Test(
            arguments: [
                (MergePolicy.error, nil), (.storeWins, "theirs 2"), (.contextWins, "Oslo 5"),
                (.mergeProperties, "theirs 5"),
            ] as [(MergePolicy, String?)])
        func `the merge policy applies to changes of others before a refresh, too`(
            policy: MergePolicy, expected: String?
        ) throws {
            let (store, context, oslo) = try Self.changedTwice()
            context.mergePolicy = policy
            try Self.othersChange(store) { $0.people = 2 }
            try context.refresh()
            guard let expected else {
                let error = #expect(throws: StoreError.self) { try context.save() }
                #expect(error?.code == .conflict)
                #expect(error?.message.contains("Roll the context back") == true)
                return
            }
            try context.save()
            let saved = try #require(try store.find(City.self, "OSL"))
            #expect("\(saved.name) \(saved.people)" == expected && saved == oslo.value)
            context.mergePolicy = .error
            oslo.people = 7
            try context.save()
            #expect(try store.find(City.self, "OSL")?.people == 7, "it is up to date again")
        }
    }
#endif
