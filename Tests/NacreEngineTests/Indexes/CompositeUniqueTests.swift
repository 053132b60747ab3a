import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Several attributes that are unique together.
@Suite struct CompositeUniqueTests {
    static let entity = "Thing"
    static let attributes = [
        AttributeSchema(
            id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
        AttributeSchema(id: AttributeID(2), name: "text", type: .string, isNullable: true),
        AttributeSchema(
            id: AttributeID(3), name: "number", type: .scalar(.double), isNullable: true),
        AttributeSchema(
            id: AttributeID(4), name: "list", type: .array(of: .int32), isNullable: true),
    ]
    static let indexes: [NamedIndex] = [
        .unique(["text", "number"]), ["text", "number"], .unique(["list", "text", "number"]),
        .unique(["text"], where: .comparison("number", .greaterOrEqual, .double(0.5))),
        .unique(
            ["number", "list"],
            where: .or([
                .comparison("text", .equal, .string("a")), .comparison("text", .equal, .null),
                .not(.text("text", TextCondition(.hasPrefix, "\u{e9}"))),
            ])),
    ]

    private static func withThings(
        _ things: [[Value]], indexes: [NamedIndex], _ body: (TestStore) throws -> Void
    ) throws {
        try withStore { store in
            try store.database.performChanges { changes in
                try changes.define(entity, attributes: attributes, id: "id", indexes: indexes)
                for (id, values) in things.enumerated() {
                    try changes.insert([.int(Int64(id))] + values, into: entity)
                }
            }
            try body(store)
        }
    }

    private static func redefine(_ store: TestStore, _ indexes: [NamedIndex]) throws {
        try store.database.performChanges {
            try $0.redefine(entity, attributes: attributes, indexes: indexes)
        }
    }

    private static func save(_ values: [Value], in store: TestStore) throws {
        try store.database.performChanges { try $0.save(values, in: entity) }
    }

    @Test func `the error names entity, attributes, and the object with the values`() throws {
        let things: [[Value]] = [[.string("a"), .double(1), .null]]
        try Self.withThings(things, indexes: [.unique(["text", "number"])]) { store in
            let error = #expect(throws: StoreError.self) {
                try Self.save([.int(7), .string("a"), .double(1), .null], in: store)
            }
            #expect(error?.code == .uniqueViolation)
            #expect(error?.message.contains("'Thing'") == true)
            #expect(error?.message.contains("'text, number'") == true)
            #expect(error?.message.contains("the ids 0 and 7.") == true)
            // The object itself may keep its values; another one may have one of them, or null.
            try Self.save([.int(0), .string("a"), .double(1), .array([.int(1)])], in: store)
            try Self.save([.int(1), .string("a"), .double(2), .null], in: store)
            for id in Int64(2)..<4 {
                try Self.save([.int(id), .string("a"), .null, .null], in: store)
                try Self.save([.int(id + 2), .null, .double(1), .null], in: store)
            }
        }
    }

    @Test func `equal values of existing objects give an error that lists the objects`() throws {
        let same: [Value] = [.string("e\u{301}"), .double(0), .null]
        let equal: [Value] = [.string("\u{e9}"), .double(-0.0), .null]
        let null: [Value] = [.string("a"), .null, .null]
        try Self.withThings([same, null, equal, null, same], indexes: []) { store in
            let error = #expect(throws: StoreError.self) {
                try Self.redefine(store, [.unique(["text", "number"])])
            }
            #expect(error?.code == .uniqueViolation)
            #expect(error?.message.contains("'text, number' of 'Thing'") == true)
            #expect(error?.message.contains("2 objects") == true)
            #expect(error?.message.hasSuffix("Their ids are 2, 4.") == true)
            #expect(try store.database.snapshot().definition(Self.entity).indexes.isEmpty)
            try store.database.performChanges { changes in
                for id in [2, 4] { try changes.delete(.int(Int64(id)), from: Self.entity) }
            }
            try Self.redefine(store, [.unique(["text", "number"])])
            #expect(
                DatabaseTests.code { try Self.save([.int(9)] + same, in: store) }
                    == .uniqueViolation)
            try Self.redefine(store, [])
            try Self.save([.int(9)] + same, in: store)
        }
    }

    @Test func `an equality on all attributes finds at most one object`() throws {
        let things: [[Value]] = (0..<500).map { number in
            [.string("t\(number % 50)"), .double(Double(number / 50)), .null]
        }
        try Self.withThings(things, indexes: [.unique(["text", "number"])]) { store in
            let filter = FilterExpression.and([
                .comparison("number", .equal, .double(3)),
                .comparison("text", .equal, .string("t7")),
            ])
            let query = Query(entity: Self.entity, filter: filter)
            let snapshot = try store.database.snapshot()
            let explanation = try snapshot.explain(query)
            #expect(explanation.candidateCount == 1)
            #expect(explanation.description.contains("unique text, number, 1 of 500 objects"))
            #expect(try snapshot.fetch(query).map(\.id) == [.int(157)])
            // The hash of both gives no information on one attribute alone.
            let half = Query(entity: Self.entity, filter: filter.parts[0])
            #expect(try snapshot.explain(half).candidateCount == 500)
            #expect(try snapshot.count(half) == 50)
        }
    }
}

/// Any sequence of changes keeps attributes unique together as a searched list would.
@Suite struct CompositeUniqueModelTests {
    typealias Things = CompositeUniqueTests

    enum Change: Sendable {
        /// A save, whose values are compared at once or when the change ends.
        case save(id: Int64, values: [Value], isAtOnce: Bool)
        case delete(id: Int64)
        case part([Change], fails: Bool)
    }

    enum Step: Sendable {
        case commit([Change])
        case redefine([NamedIndex])
        case reopen, kill, compact, checkpoint
    }

    struct Aborted: Error {}

    static let texts: [Value] = ["", "a", "\u{e9}", "e\u{301}"].map { .string($0) } + [.null]
    static let numbers: [Value] = [0, -0.0, 1, .nan].map { .double($0) } + [.null]
    static let lists: [Value] = [.array([]), .array([.int(1)]), .array([.int(1), .int(2)]), .null]

    static let plainChange = Generator<Change> { choices throws(Rejection) in
        let id = try choices.draw(Generator<Int64>.integer(in: 0...9))
        if try choices.draw(upTo: 6) == 6 { return .delete(id: id) }
        let values = [
            try choices.draw(.element(of: texts)), try choices.draw(.element(of: numbers)),
            try choices.draw(.element(of: lists)),
        ]
        return .save(id: id, values: values, isAtOnce: try choices.draw(.bool()))
    }

    static let change = Generator<Change> { choices throws(Rejection) in
        guard try choices.draw(upTo: 6) == 6 else { return try choices.draw(plainChange) }
        let part = try choices.draw(Generator<[Change]>.array(of: plainChange, count: 0...5))
        return .part(part, fails: try choices.draw(.bool()))
    }

    static let step = Generator<Step> { choices throws(Rejection) in
        switch try choices.draw(upTo: 12) {
        case 0...6: return .commit(try choices.draw(.array(of: change, count: 0...12)))
        case 7:
            let count = Things.indexes.count
            let kept = try choices.draw(
                Generator<[Bool]>.array(of: .bool(), count: count...count))
            return .redefine(zip(Things.indexes, kept).filter(\.1).map(\.0))
        case 8, 9: return .reopen
        case 10: return .kill
        case 11: return .checkpoint
        default: return .compact
        }
    }

    struct Model {
        var indexes = Things.indexes
        var objects: [Int64: [Value]] = [:]

        /// Returns whether two values are equal for uniqueness; null never is.
        static func areSame(_ first: Value, _ second: Value) -> Bool {
            switch (first, second) {
            case (.null, _), (_, .null): false
            case (.double(let a), .double(let b)): a == b || a.isNaN && b.isNaN
            default: first == second
            }
        }

        /// Returns whether an object is among those that an index compares.
        static func holds(_ condition: FilterExpression?, for values: [Value]) -> Bool {
            switch condition {
            case nil: return true
            // The condition on the number.
            case .comparison:
                guard case .double(let number) = values[1] else { return false }
                return number >= 0.5
            // The condition on the text.
            default:
                guard case .string(let text) = values[0] else { return true }
                return text == "a" || !text.hasPrefix("\u{e9}")
            }
        }

        /// Whether an object's values conflict with those of another object.
        /// - Parameter old: The object's former values. An index in which they stay is not
        ///   compared.
        func isTaken(_ values: [Value], by id: Int64, replacing old: [Value]? = nil) -> Bool {
            let names = ["text", "number", "list"]
            return indexes.contains { index in
                let places = index.attributes.compactMap { names.firstIndex(of: $0) }
                let needed = names.indices.filter { index.allAttributes.contains(names[$0]) }
                if let old, needed.allSatisfy({ old[$0].isIdentical(to: values[$0]) }) {
                    return false
                }
                return index.isUnique && Self.holds(index.condition, for: values)
                    && objects.contains { other, others in
                        other != id && Self.holds(index.condition, for: others)
                            && places.allSatisfy { Self.areSame(values[$0], others[$0]) }
                    }
            }
        }

        var hasDuplicates: Bool { objects.contains { isTaken($0.value, by: $0.key) } }
    }

    static func apply(_ change: Change, _ changes: Changes, _ model: inout Model) throws {
        switch change {
        case .save(let id, let values, let isAtOnce):
            func save() throws { try changes.save([.int(id)] + values, in: Things.entity) }
            let code = DatabaseTests.code {
                if isAtOnce { try changes.comparingAtOnce(save) } else { try save() }
            }
            let isRefused =
                isAtOnce && model.isTaken(values, by: id, replacing: model.objects[id])
            try requireEqual(code, isRefused ? .uniqueViolation : nil, "saving \(id) \(values)")
            if !isRefused { model.objects[id] = values }
        case .delete(let id):
            try changes.delete(.int(id), from: Things.entity)
            model.objects[id] = nil
        case .part(let part, let fails):
            var inner = model
            do {
                try changes.savepoint {
                    for change in part { try apply(change, changes, &inner) }
                    if fails { throw Aborted() }
                }
                model = inner
            } catch is Aborted {}
        }
    }

    static func redefine(_ store: TestStore, _ indexes: [NamedIndex]) throws {
        try store.database.performChanges { changes in
            try changes.redefine(
                Things.entity, attributes: Things.attributes, indexes: indexes)
        }
    }

    static func run(_ steps: [Step]) throws {
        let store = try TestStore(segmentSizeNominal: 4000)
        try store.database.performChanges {
            try $0.define(
                Things.entity, attributes: Things.attributes, id: "id", indexes: Things.indexes)
        }
        var model = Model()
        for step in steps {
            switch step {
            case .commit(let list):
                var next = model
                let refusal = try UniqueModelTests.refusal {
                    try store.database.performChanges { changes in
                        for change in list { try apply(change, changes, &next) }
                    }
                }
                let expected: StoreError.Code? = next.hasDuplicates ? .uniqueViolation : nil
                try requireEqual(refusal, expected, "the commit")
                if expected == nil { model = next }
            case .redefine(let indexes):
                var next = model
                next.indexes = indexes
                let code = DatabaseTests.code { try redefine(store, indexes) }
                let expected: StoreError.Code? = next.hasDuplicates ? .uniqueViolation : nil
                try requireEqual(code, expected, "unique: \(indexes)")
                if expected == nil { model = next }
            case .reopen: try store.reopen()
            case .kill: try store.reopenAfterKill()
            case .checkpoint: try store.database.checkpoint()
            case .compact: _ = try store.database.compact()
            }
            let count = try store.database.snapshot().count(Things.entity)
            try requireEqual(count, model.objects.count, "objects after \(step)")
        }
        try store.database.checkpoint()
        try store.reopen()
        try store.checkIntegrity()
    }

    @Test func `attributes that are unique together give the same as a searched list`() {
        property("composite unique", runs: 60, .array(of: Self.step, count: 0...14)) {
            try Self.run($0)
        }
    }
}
