#if Macros
    import Nacre
    import NacreObjects
    import Testing

    /// Live objects that hold others by value. What they hold is part of them: a context once
    /// neither noticed nor took over what somebody else had changed of it, and wrote it over.
    @Suite struct LiveHolderTests {
        @Entity
        struct Lamp: Hashable {
            let id: Int
            var watts: Int
            var color = "white"
        }

        @Entity
        struct Desk: Hashable {
            let id: Int
            var label: String
            @Relationship(.nullify) var lamp: Lamp?
            @Relationship(.nullify) var spares: [Lamp] = []
        }

        private static func store() throws -> Store {
            let store = try Store.inMemory(Desk.self, Lamp.self)
            try store.performChanges { changes in
                let spares = [Lamp(id: 2, watts: 2), Lamp(id: 3, watts: 3)]
                try changes.insert(
                    Desk(id: 1, label: "a", lamp: Lamp(id: 1, watts: 1), spares: spares))
            }
            return store
        }

        private static func desk(_ context: Context) throws -> Managed<Desk> {
            try #require(try context.find(Desk.self, 1))
        }

        private static func others(_ store: Store, _ id: Int, _ watts: Int) throws {
            try store.performChanges { changes in
                try changes.update(id, of: Lamp.self) { $0.watts = watts }
            }
        }

        @Test func `a refresh takes over what others have changed of what an object holds`()
            throws
        {
            let store = try Self.store()
            let context = try Context(store)
            let desk = try Self.desk(context)
            let (lamp, spares) = (Watch { desk.lamp }, Watch { desk.spares })
            let label = Watch { desk.label }
            try Self.others(store, 2, 20)
            try context.refresh()
            #expect(desk.spares.map(\.watts) == [20, 3])
            #expect(spares.isTold && !lamp.isTold && !label.isTold)
            #expect(!desk.hasChanges)
        }

        @Test(
            arguments: [
                (MergePolicy.error, nil), (.storeWins, [20, 3]), (.contextWins, [2, 30]),
                (.mergeProperties, [20, 30]),
            ] as [(MergePolicy, [Int]?)])
        func `what others have changed of what an object holds is treated by the policy`(
            policy: MergePolicy, expected: [Int]?
        ) throws {
            let store = try Self.store()
            let context = try Context(store)
            context.mergePolicy = policy
            let desk = try Self.desk(context)
            desk.spares[1].watts = 30
            try Self.others(store, 2, 20)
            if let expected {
                try context.save()
                #expect(desk.spares.map(\.watts) == expected)
                #expect(try store.find(Desk.self, 1) == desk.value && !desk.hasChanges)
            } else {
                let error = #expect(throws: StoreError.self) { try context.save() }
                #expect(error?.code == .conflict)
                #expect(try store.find(Lamp.self, 2)?.watts == 20, "nothing was written over")
            }
        }

        @Test func `properties of one held object are merged, and so are those of its holder`()
            throws
        {
            let store = try Self.store()
            let context = try Context(store)
            context.mergePolicy = .mergeProperties
            let desk = try Self.desk(context)
            desk.lamp?.color = "red"
            desk.spares.reverse()
            try store.performChanges { changes in
                try changes.update(1, of: Desk.self) { $0.label = "theirs" }
                try changes.update(1, of: Lamp.self) { $0.watts = 10 }
            }
            try context.save()
            let expected = Desk(
                id: 1, label: "theirs", lamp: Lamp(id: 1, watts: 10, color: "red"),
                spares: [Lamp(id: 3, watts: 3), Lamp(id: 2, watts: 2)])
            #expect(desk.value == expected)
            #expect(try store.find(Desk.self, 1) == expected)
        }

        @Test func `a live object of what another one holds is saved beside it`() throws {
            for isHolderFirst in [true, false] {
                let store = try Self.store()
                let context = try Context(store)
                let desk = try Self.desk(context)
                let lamp = try #require(try context.find(Lamp.self, 1))
                if isHolderFirst { desk.label = "b" }
                lamp.watts = 10
                desk.label = "b"
                try context.save()
                #expect(try store.find(Lamp.self, 1)?.watts == 10)
                #expect(desk.value.lamp?.watts == 10 && desk.label == "b")
            }
        }
    }
#endif
