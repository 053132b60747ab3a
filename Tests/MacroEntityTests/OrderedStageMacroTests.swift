#if Macros
    import Foundation
    import Nacre
    import Testing

    /// A value that only a stage can store.
    private struct Take: Hashable, Comparable {
        var number: Int
        static func < (left: Take, right: Take) -> Bool { left.number < right.number }
    }

    extension Transformer where Value == Take, Stored == Int {
        fileprivate static var number: Self {
            Transformer(
                "take", keepsOrder: true, transform: { $0.number }, reverse: { Take(number: $0) })
        }
    }

    @Entity
    private struct Recording: Hashable {
        let id: Int
        @Attribute(.indexed, .transformed(by: Transformer<Take, Int>.number, keepsOrder: true))
        var take: Take
        @Attribute(.transformed(by: Transformer<Take, Int>.number, keepsOrder: true))
        var best: Take?
        @Attribute(.transformed(by: .uuidString)) var tape: UUID
        @Attribute(.transformed(by: .uuidString, keepsOrder: false)) var box: UUID?
        @Attribute(.transformed(by: .isoDate)) var made: Date?
        var previous: Ref<Recording>?
    }

    /// Attributes whose stages keep order, as the macro declares them.
    @Suite struct OrderedStageMacroTests {
        /// Makes objects that each refer to the one before; the first has no reference.
        private static func store() throws -> Store {
            let store = try Store.inMemory(Recording.self)
            try store.performChanges { changes in
                for id in 0..<6 {
                    try changes.insert(
                        Recording(
                            id: id, take: Take(number: 10 - id),
                            best: id < 3 ? nil : Take(number: id), tape: tape(id), box: nil,
                            previous: id == 0 ? nil : Ref(id: id - 1)))
                }
            }
            return store
        }

        private static func tape(_ id: Int) -> UUID {
            UUID(uuid: (UInt8(255 - 40 * id), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        }

        @Test func `ordered stages, and the text of a UUID, have ordered fields`() throws {
            let fields = Recording.Fields(FieldPath())
            let _: OrderedField<Recording, Take> = fields.take
            let _: OrderedField<Recording, Take?> = fields.best
            let _: OrderedField<Recording, UUID> = fields.tape
            let _: TransformedField<Recording, UUID?> = fields.box
            let _: TransformedField<Recording, Date?> = fields.made
        }

        @Test func `attributes with ordered stages are filtered by order, with an index`() throws {
            let store = try Self.store()
            func ids(_ filter: Filter<Recording>) throws -> [Int] {
                try store.fetch(\.id, Recording.where(filter).sorted(\.id.ascending))
            }
            #expect(try ids(Filter { $0.take < Take(number: 7) }) == [4, 5])
            #expect(try ids(Filter { $0.take == Take(number: 7) }) == [3])
            #expect(try ids(Filter { $0.best > Take(number: 3) && $0.best != nil }) == [4, 5])
            #expect(try ids(Filter { $0.best != Take(number: 3) }) == [0, 1, 2, 4, 5])
            #expect(try ids(Filter { (...Take(number: 4)).contains($0.best) }) == [3, 4])
            #expect(try ids(Filter { $0.tape <= Self.tape(4) }) == [4, 5])
            // With six objects, reading all is as good as an index.
            try store.performChanges { changes in
                for id in 100..<300 {
                    try changes.insert(
                        Recording(id: id, take: Take(number: id), tape: UUID(), box: nil))
                }
            }
            let range = Take(number: 6)..<Take(number: 9)
            let explanation = try Recording.where { range.contains($0.take) }.explain(in: store)
            #expect(explanation.indexes == ["take"] && explanation.candidateCount == 3)
            #expect(explanation.staged.map(\.stages) == [["ordered.take"]])
            #expect(explanation.staged.map(\.keepsOrder) == [true])
            let made = try Recording.where { $0.made != nil }.explain(in: store)
            #expect(made.staged.map(\.keepsOrder) == [false])
            #expect(made.staged.map(\.keepsEquality) == [true])
        }

        @Test func `sorts and pages use the order of stages`() throws {
            let store = try Self.store()
            func ids(_ request: FetchRequest<Recording>) throws -> [Int] {
                try store.fetch(\.id, request)
            }
            #expect(try ids(Recording.all.sorted(\.take.ascending)) == [5, 4, 3, 2, 1, 0])
            #expect(try ids(Recording.all.sorted(\.tape.descending)) == [0, 1, 2, 3, 4, 5])
            let byBest = Recording.all.sorted(\.best.descending, \.take.ascending)
            #expect(try ids(byBest) == [5, 4, 3, 2, 1, 0])
            let first = try store.page(byBest.limit(4))
            #expect(try store.page(byBest.after(first.cursor)).map(\.id) == [1, 0])
        }

        @Test func `the order of stages works through references`() throws {
            let store = try Self.store()
            func ids(_ filter: Filter<Recording>) throws -> [Int] {
                try store.fetch(\.id, Recording.where(filter).sorted(\.id.ascending))
            }
            #expect(try ids(Filter { $0.previous.take >= Take(number: 9) }) == [1, 2])
            #expect(try ids(Filter { $0.previous.best < Take(number: 4) }) == [4])
            #expect(try ids(Filter { $0.previous.previous.tape < Self.tape(2) }) == [5])
            #expect(try ids(Filter { (Take(number: 7)...).contains($0.previous.take) }).count == 4)
            #expect(try ids(Filter { $0.previous.take == nil }) == [0])
            let sorted = Recording.all.sorted(\.previous.take.ascending)
            #expect(try store.fetch(\.id, sorted) == [0, 5, 4, 3, 2, 1])
            let takes = try store.fetch(\.previous.take, sorted)
            #expect(takes.map { $0?.number } == [nil, 6, 7, 8, 9, 10])
            let best = try store.fetch(\.previous.best, sorted)
            #expect(best.map { $0?.number } == [nil, 4, 3, nil, nil, nil])
        }
    }
#endif
