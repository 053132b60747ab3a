#if Macros
    import Nacre
    import NacreObjects
    import Observation
    import Testing

    /// The observers that are notified of each change of a live object.
    @Suite struct ObservationTests {
        typealias City = ContextTests.City
        typealias Mayor = ContextTests.Mayor

        private static func othersChange(
            _ store: Store, _ change: (inout City) -> Void
        ) throws {
            try store.performChanges { try $0.update(City.self, "OSL") { change(&$0) } }
        }

        @Test func `a reader of a property is notified of its change and of no other`() throws {
            let oslo = try ContextTests.oslo(try Context(try ContextTests.store()))
            let (name, people) = (Watch { oslo.name }, Watch { oslo.people })
            oslo.people += 1
            #expect(people.isTold && !name.isTold)
            oslo.name = "Oslo"
            #expect(!name.isTold, "it is the same as before")
            oslo.name = "x"
            #expect(name.isTold)
        }

        @Test func `changing the whole value notifies readers of differing properties`() throws {
            let oslo = try ContextTests.oslo(try Context(try ContextTests.store()))
            let (name, people) = (Watch { oslo.name }, Watch { oslo.people })
            let (code, value) = (Watch { oslo.code }, Watch { oslo.value })
            oslo.value = City(id: "OSL", name: "x", code: nil, mayor: Ref(id: "anne"))
            #expect(name.isTold && code.isTold && value.isTold && !people.isTold)
        }

        @Test func `undo and redo notify readers of properties that they change`() throws {
            let context = try Context(try ContextTests.store())
            let oslo = try ContextTests.oslo(context)
            oslo.name = "a"
            oslo.people = 5
            for step in [context.undo, context.redo] {
                let (name, people) = (Watch { oslo.name }, Watch { oslo.people })
                step()
                #expect(people.isTold && !name.isTold)
            }
        }

        @Test func `rollback notifies readers of changed properties only`() throws {
            let context = try Context(try ContextTests.store())
            let oslo = try ContextTests.oslo(context)
            let bergen = try #require(try context.find(City.self, "BGO"))
            oslo.name = "a"
            let (name, people) = (Watch { oslo.name }, Watch { oslo.people })
            let other = Watch { bergen.name }
            context.rollback()
            #expect(name.isTold && !people.isTold && !other.isTold)
        }

        @Test func `a refresh notifies readers of properties that others have changed`() throws {
            let store = try ContextTests.store()
            let context = try Context(store)
            let oslo = try ContextTests.oslo(context)
            let (name, people) = (Watch { oslo.name }, Watch { oslo.people })
            try Self.othersChange(store) { $0.people = 9 }
            #expect(!people.isTold, "the context has not moved")
            try context.refresh()
            #expect(people.isTold && !name.isTold && oslo.people == 9)
        }

        /// Calls a closure once, when a property changes.
        private static func onChange<Result>(
            of read: () -> Result, _ react: @escaping () -> Void
        ) {
            // SAFETY: the observer is called on the thread that changes the object.
            nonisolated(unsafe) let react = react
            withObservationTracking {
                _ = read()
            } onChange: {
                unsafe react()
            }
        }

        @Test(arguments: [MergePolicy.error, .mergeProperties, .storeWins, .contextWins])
        func `changes that observers make during a save are saved by the next one`(
            policy: MergePolicy
        ) throws {
            let store = try ContextTests.store()
            let context = try Context(store)
            context.mergePolicy = policy
            let oslo = try ContextTests.oslo(context)
            let bergen = try #require(try context.find(City.self, "BGO"))
            oslo.name = "first"
            bergen.name = "second"
            // Oslo is accepted first: when its observers are notified, Bergen is still pending.
            Self.onChange(of: { oslo.hasChanges }, { bergen.people = 77 })
            Self.onChange(of: { bergen.committedValue }) {
                oslo.people = 55
                bergen.code = 42
            }
            try context.save()
            #expect(oslo.people == 55 && bergen.people == 77 && bergen.code == 42)
            #expect(oslo.hasChanges && bergen.hasChanges && context.hasChanges)
            #expect(try store.find(City.self, "BGO")?.people != 77)
            try context.save()
            #expect(!context.hasChanges)
            #expect(try store.find(City.self, "OSL")?.people == 55)
            let saved = try #require(try store.find(City.self, "BGO"))
            #expect(saved.people == 77 && saved.name == "second" && saved.code == 42)
        }

        @Test func `an observer's change during a save conflicts with the work of others`() throws {
            let store = try ContextTests.store()
            let context = try Context(store)
            context.mergePolicy = .mergeProperties
            let oslo = try ContextTests.oslo(context)
            oslo.name = "mine"
            try Self.othersChange(store) { $0.people = 9 }
            Self.onChange(of: { oslo.hasChanges }, { oslo.code = 43 })
            try context.save()
            #expect(oslo.hasChanges)
            try context.save()
            let saved = try #require(try store.find(City.self, "OSL"))
            #expect(saved.name == "mine" && saved.people == 9 && saved.code == 43)
            #expect(oslo.people == 9)
        }

        @Test func `changes that observers make during a rollback stay`() throws {
            let context = try Context(try ContextTests.store())
            let oslo = try ContextTests.oslo(context)
            let bergen = try #require(try context.find(City.self, "BGO"))
            oslo.name = "first"
            bergen.name = "second"
            Self.onChange(of: { bergen.name }, { oslo.people = 55 })
            context.rollback()
            #expect(oslo.people == 55 && oslo.name != "first" && context.hasChanges)
            try context.save()
            #expect(!context.hasChanges)
        }

        @Test func `a save notifies readers of properties taken over from others only`() throws {
            let store = try ContextTests.store()
            let context = try Context(store)
            context.mergePolicy = .mergeProperties
            let oslo = try ContextTests.oslo(context)
            oslo.name = "mine"
            try Self.othersChange(store) { $0.people = 9 }
            let (name, people) = (Watch { oslo.name }, Watch { oslo.people })
            let code = Watch { oslo.code }
            try context.save()
            #expect(people.isTold && !name.isTold && !code.isTold)
            #expect(oslo.people == 9 && oslo.name == "mine")
        }

        @Test func `if the store wins, readers of reverted properties are notified`() throws {
            let store = try ContextTests.store()
            let context = try Context(store)
            context.mergePolicy = .storeWins
            let oslo = try ContextTests.oslo(context)
            (oslo.name, oslo.people) = ("mine", 9)
            try Self.othersChange(store) { $0.people = 9 }
            let (name, people) = (Watch { oslo.name }, Watch { oslo.people })
            try context.save()
            #expect(name.isTold && !people.isTold && oslo.name == "Oslo")
        }

        @Test func `readers of hasChanges and of the committed value are notified, too`() throws {
            let context = try Context(try ContextTests.store())
            let oslo = try ContextTests.oslo(context)
            var (changes, committed) = (Watch { oslo.hasChanges }, Watch { oslo.committedValue })
            oslo.people = 1
            #expect(changes.isTold && !committed.isTold)
            changes = Watch { oslo.hasChanges }
            oslo.people = 2
            #expect(!changes.isTold, "there were some before")
            try context.save()
            #expect(changes.isTold && committed.isTold)
            (changes, committed) = (Watch { oslo.hasChanges }, Watch { oslo.committedValue })
            context.undo()
            context.rollback()
            #expect(changes.isTold && !committed.isTold && oslo.people == 2)
        }

        @Test func `a deletion notifies readers of isDeleted and of references to the object`()
            throws
        {
            let context = try Context(try ContextTests.store())
            let oslo = try ContextTests.oslo(context)
            let anne = try #require(oslo.mayor)
            let (isDeleted, name) = (Watch { anne.isDeleted }, Watch { anne.name })
            let (mayor, ref) = (Watch { oslo.mayor as Managed<Mayor>? }, Watch { oslo.people })
            context.delete(anne)
            #expect(isDeleted.isTold && mayor.isTold && !name.isTold && !ref.isTold)
            #expect(oslo.mayor == nil)
            let back = Watch { oslo.mayor as Managed<Mayor>? }
            context.undo()
            #expect(back.isTold && oslo.mayor === anne)
        }

        @Test func `a reader of a reference is notified when it leads elsewhere`() throws {
            let context = try Context(try ContextTests.store())
            let oslo = try ContextTests.oslo(context)
            let name = Watch { oslo.mayor?.name }
            try #require(try context.find(Mayor.self, "bo")).name = "x"
            #expect(!name.isTold, "nobody's mayor")
            oslo.mayor = try context.find(Mayor.self, "bo")
            #expect(name.isTold)
        }

        @Test func `a reader of a reference is notified of own deletions and those of others`()
            throws
        {
            for isOwn in [true, false] {
                let store = try ContextTests.store()
                let context = try Context(store)
                let oslo = try ContextTests.oslo(context)
                oslo.elders = [Ref(id: "bo")]
                try context.save()
                let mayor = Watch { oslo.mayor as Managed<Mayor>? }
                let elders = Watch { oslo.elders as [Managed<Mayor>] }
                let bergen = Watch { try? context.find(City.self, "BGO") }
                if isOwn {
                    for object in try context.fetch(Mayor.all) { context.delete(object) }
                } else {
                    try store.performChanges { _ = try $0.delete(Mayor.all) }
                    try context.refresh()
                }
                #expect(mayor.isTold && elders.isTold && !bergen.isTold)
                #expect(oslo.mayor == nil && oslo.elders.map(\.name).isEmpty)
            }
        }

        private static func comes(
            _ id: String, _ way: Int, _ context: Context, _ store: Store
        ) throws {
            let mayor = Mayor(id: id, name: "x", home: Ref(id: "BGO"))
            switch way {
            case 0: context.insert(mayor)
            case 1:
                try store.performChanges { _ = try $0.insert(mayor) }
                try context.refresh()
            default: _ = context.managed(mayor)
            }
        }

        @Test(arguments: [0, 1, 2])
        func `a reader of a dangling reference is notified when its object comes`(way: Int) throws {
            let store = try ContextTests.store()
            let context = try Context(store)
            let bergen = try #require(try context.find(City.self, "BGO"))
            bergen.elders = [Ref(id: "bo"), Ref(id: "none")]
            let none = Watch { bergen.mayor == nil }
            let elders = Watch { bergen.elders.map(\.name) }
            let (ref, name) = (Watch { bergen.committedValue }, Watch { bergen.name })
            let value = Watch { bergen.value.mayor }
            var kept = Watch { bergen.mayor?.name }
            try Self.comes("other", way, context, store)
            #expect(!none.isTold && !kept.isTold)
            try Self.comes("none", way, context, store)
            #expect(none.isTold && elders.isTold && kept.isTold)
            #expect(!ref.isTold && !name.isTold && !value.isTold, "these are the same")
            if way < 2 { #expect(bergen.elders.map(\.name) == ["Bo", "x"]) }
            kept = Watch { bergen.mayor?.name }
            bergen.mayor?.name = "y"
            #expect(way == 2 || kept.isTold)
        }

        @Test func `a reader of a deleted object is notified when it returns`() throws {
            let store = try ContextTests.store()
            let context = try Context(store)
            context.isUndoEnabled = false
            let oslo = try ContextTests.oslo(context)
            context.delete(try #require(oslo.mayor as Managed<Mayor>?))
            let unsaved = Watch { oslo.mayor == nil }
            try context.save()
            #expect(!unsaved.isTold, "it is deleted as before")
            let none = Watch { oslo.mayor == nil }
            try Self.comes("anne", 1, context, store)
            #expect(none.isTold && oslo.mayor?.name == "x")
        }

        struct Wish { var text: String }

        @Entity
        struct Child: Hashable {
            let id: Int
            var nick: String?
            @Attribute(.transformed(by: Transformer<Wish, String>.wish)) var wish: Wish
            var born: [Int] = []

            static func == (left: Self, right: Self) -> Bool { left.id == right.id }
            func hash(into hasher: inout Hasher) { hasher.combine(id) }
        }

        @Test func `properties that cannot be compared notify of each change of their object`()
            throws
        {
            let store = try Store.inMemory(Child.self)
            let context = try Context(store)
            let child = context.insert(Child(id: 1, wish: Wish(text: "a")))
            let wish = Watch { child.wish }
            var nick = Watch { child.nick }
            let value = Watch { child.value }
            child.born = [1]
            #expect(wish.isTold && !nick.isTold)
            #expect(value.isTold, "whatever its own == says")
            nick = Watch { child.nick }
            try context.save()
            #expect(!nick.isTold, "saving changes no property")
            child.nick = nil
            #expect(!nick.isTold)
            child.nick = "x"
            #expect(nick.isTold)
        }
    }

    extension Transformer where Value == ObservationTests.Wish, Stored == String {
        fileprivate static var wish: Self {
            Transformer("wish", transform: { $0.text }, reverse: { .init(text: $0) })
        }
    }
#endif
