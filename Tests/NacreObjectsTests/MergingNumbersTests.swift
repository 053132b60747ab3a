#if Macros
    import Nacre
    import NacreObjects
    import Testing

    /// Saving, beside other changes, values that do not equal themselves, or that equal different
    /// ones.
    @Suite struct MergingNumbersTests {
        @Entity
        struct Probe: Hashable {
            let id: Int
            var level: Double = .nan
            var name = "a"
        }

        /// A ship with a probe by value.
        @Entity
        struct Ship: Hashable {
            let id: Int
            var name = "a"
            @Relationship(.nullify) var probe: Probe?
        }

        private static func probe(
            _ level: Double, _ policy: MergePolicy = .error
        ) throws -> (Store, Context, Managed<Probe>) {
            let store = try Store.inMemory(Probe.self, Ship.self)
            try store.performChanges { changes in
                let probe = try changes.insert(Probe(id: 1, level: level))
                try changes.insert(Ship(id: 1, probe: probe))
            }
            let context = try Context(store)
            context.mergePolicy = policy
            return (store, context, try #require(try context.find(Probe.self, 1)))
        }

        private static func othersChange(
            _ store: Store, _ change: (inout Probe) -> Void
        ) throws {
            try store.performChanges { try $0.update(Probe.self, 1) { change(&$0) } }
        }

        private static func stored(_ store: Store) throws -> Probe {
            try #require(try store.find(Probe.self, 1))
        }

        @Test func `an object with a NaN is not in conflict with itself`() throws {
            let (store, context, probe) = try Self.probe(.nan)
            probe.name = "b"
            try context.save()
            let ship = try #require(try context.find(Ship.self, 1))
            ship.name = "b"
            try context.save()
            #expect(try Self.stored(store).name == "b" && Self.stored(store).level.isNaN)
        }

        @Test func `an unchanged NaN does not overwrite others' numbers`() throws {
            let (store, context, probe) = try Self.probe(.nan, .mergeProperties)
            probe.name = "b"
            try Self.othersChange(store) { $0.level = 5 }
            try context.save()
            #expect(probe.level == 5 && probe.name == "b")
            #expect(try Self.stored(store) == probe.value)
        }

        @Test func `undoing keeps numbers of others`() throws {
            let (store, context, probe) = try Self.probe(.nan)
            probe.name = "b"
            try context.save()
            try Self.othersChange(store) { $0.level = 5 }
            try context.refresh()
            context.undo()
            #expect(probe.name == "a" && probe.level == 5)
        }

        @Test func `positive and negative zero differ`() throws {
            let (store, context, probe) = try Self.probe(0)
            probe.name = "b"
            try Self.othersChange(store) { $0.level = -0.0 }
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .conflict)
            context.mergePolicy = .mergeProperties
            try context.save()
            #expect(probe.level.sign == .minus)
            probe.level = 0.0
            try Self.othersChange(store) { $0.name = "theirs" }
            try context.save()
            #expect(try Self.stored(store).level.sign == .plus && probe.name == "theirs")
        }
    }
#endif
