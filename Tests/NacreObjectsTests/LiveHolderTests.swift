#if Macros
    import Nacre
    import NacreObjects
    import Testing

    /// Live objects that hold others by value. The held objects are part of them: formerly, a
    /// context neither noticed nor merged others' changes of these, and overwrote them.
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
                try changes.update(Lamp.self, id) { $0.watts = watts }
            }
        }

        @Test func `a refresh takes over changes of others to a held object`() throws {
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
        func `the merge policy applies to changes of others to a held object`(
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

        @Test func `properties of a held object and of its holder are merged`() throws {
            let store = try Self.store()
            let context = try Context(store)
            context.mergePolicy = .mergeProperties
            let desk = try Self.desk(context)
            desk.lamp?.color = "red"
            desk.spares.reverse()
            try store.performChanges { changes in
                try changes.update(Desk.self, 1) { $0.label = "theirs" }
                try changes.update(Lamp.self, 1) { $0.watts = 10 }
            }
            try context.save()
            let expected = Desk(
                id: 1, label: "theirs", lamp: Lamp(id: 1, watts: 10, color: "red"),
                spares: [Lamp(id: 3, watts: 3), Lamp(id: 2, watts: 2)])
            #expect(desk.value == expected)
            #expect(try store.find(Desk.self, 1) == expected)
        }

        @Test func `a live object that another one holds is saved together with it`() throws {
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

        /// Sets the lamp of a desk, existing or new, to the context's lamp.
        private static func hold(
            _ id: Int, _ isNew: Bool, _ context: Context, _ change: (inout Lamp) -> Void = { _ in }
        ) throws -> Managed<Desk> {
            var lamp = try #require(try context.find(Lamp.self, id)).value
            change(&lamp)
            if isNew { return context.insert(Desk(id: 9, label: "new", lamp: lamp)) }
            let desk = try Self.desk(context)
            desk.lamp = lamp
            return desk
        }

        @Test(
            arguments: [MergePolicy.error, .storeWins, .contextWins, .mergeProperties],
            [false, true])
        func `the merge policy applies to changes of others to a newly held object`(
            policy: MergePolicy, isNew: Bool
        ) throws {
            let store = try Self.store()
            try store.performChanges { _ = try $0.insert(Lamp(id: 5, watts: 5)) }
            let context = try Context(store)
            context.mergePolicy = policy
            let desk = try Self.hold(5, isNew, context) { $0.color = "red" }
            try Self.others(store, 5, 50)
            if policy == .error {
                let error = #expect(throws: StoreError.self) { try context.save() }
                #expect(error?.code == .conflict)
                #expect(try store.find(Lamp.self, 5)?.watts == 50)
                return
            }
            try context.save()
            let lamp = try #require(try store.find(Lamp.self, 5))
            switch policy {
            case .storeWins: #expect(lamp == Lamp(id: 5, watts: 50))
            case .contextWins: #expect(lamp == Lamp(id: 5, watts: 5, color: "red"))
            default: #expect(lamp == Lamp(id: 5, watts: 50, color: "red"))
            }
            #expect(try store.find(Desk.self, desk.id) == desk.value && !desk.hasChanges)
            let holdsIt = isNew || policy != .storeWins
            #expect(desk.value.lamp?.id == (holdsIt ? 5 : 1))
        }

        @Test(arguments: [false, true])
        func `holding an object exactly as others stored it is no conflict`(isNew: Bool) throws {
            let store = try Self.store()
            let context = try Context(store)
            let theirs = Lamp(id: 5, watts: 50)
            try store.performChanges { _ = try $0.insert(theirs) }
            if isNew {
                context.insert(Desk(id: 9, label: "new", lamp: theirs))
            } else {
                try Self.desk(context).lamp = theirs
            }
            try context.save()
            #expect(try store.find(Lamp.self, 5) == theirs)
        }

        @Test(arguments: [false, true])
        func `newly holding an object does not undo its own unsaved change`(
            isNew: Bool
        ) throws {
            let store = try Self.store()
            try store.performChanges { _ = try $0.insert(Lamp(id: 5, watts: 5)) }
            let context = try Context(store)
            let lamp = try #require(try context.find(Lamp.self, 5))
            let former = lamp.value
            lamp.watts = 50
            let desk = try Self.hold(5, isNew, context) { $0 = former }
            try context.save()
            #expect(try store.find(Lamp.self, 5)?.watts == 50)
            #expect(desk.value.lamp?.watts == 50)
        }
    }
#endif
