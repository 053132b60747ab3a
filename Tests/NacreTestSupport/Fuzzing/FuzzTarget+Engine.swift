internal import NacreEngine
internal import NacreFormat

/// The inputs that users give the engine: filters as texts, and changes one after another.
extension FuzzTarget {
    private static let schema = AllTypes.schema

    /// A few objects with an attribute of every type.
    private static let objects: Result<Database, any Error> = Result {
        let store = try TestStore().database
        try store.performChanges { changes in
            try changes.define(
                schema.name, attributes: schema.attributes,
                id: schema.attributes[schema.idOrdinal].name)
            for number in 0..<3 {
                try changes.save(AllTypes.values(number), in: schema.name)
            }
        }
        return store
    }

    /// Filters as texts: each matches exactly the objects that its negation does not match.
    static let filter = FuzzTarget(
        name: "filter",
        seeds: {
            let names = schema.attributes.map { FilterText.name($0.name) }
            let texts =
                names.map { "\($0) == nil" } + names.map { "\($0) > 1 || \($0) in [\"a\", 2]" } + [
                    "!(\(names[1]) == true && \(names[2]) >= -12_3.5e1)",
                    "`string` hasPrefix \"a\\u{301}\" && `int8` in 1..<5",
                    "string.contains(\"x\") || (date < 2026-01-01T00:00:00Z)",
                    "string == \"\\n\\\"\" && (int64 in 1...9)",
                ]
            return texts.map { Array($0.utf8) }
        },
        run: { input in
            guard let text = input.withView({ $0.string }) else { return }
            let filter: FilterExpression
            do throws(FilterSyntaxError) {
                filter = try FilterParser.parse(text, schema: schema)
            } catch {
                try require(!error.description.isEmpty, "an error without a text")
                return
            }
            let snapshot = try objects.get().snapshot()
            // The parser has checked the types: a filter that it accepts can be evaluated.
            let held = try snapshot.count(Query(entity: schema.name, filter: filter))
            let others = try snapshot.count(Query(entity: schema.name, filter: .not(filter)))
            try requireEqual(held + others, try snapshot.count(schema.name), "with its negation")
        })

    /// Changes, ends of the process, compactions and reopening, compared with a model.
    static let operations = FuzzTarget(
        name: "operations",
        seeds: {
            [
                [0, 1, 0, 2, 0, 3, 5, 0, 8, 0, 1, 1, 5, 0, 9, 0, 7, 0],
                [0, 0x31, 3, 4, 0, 0x52, 6, 0, 0, 1, 5, 0, 4, 2, 5, 0, 8, 0, 9, 0, 9, 0, 7, 0],
            ]
        },
        run: { input in
            var script = OperationScript(input)
            try script.run()
        })
}

/// Operations encoded in two bytes each, a few dozen at most.
private struct OperationScript {
    private let input: [UInt8]
    private var model = SavepointModel()
    private var steps: [SavepointStep] = []

    init(_ input: [UInt8]) { self.input = Array(input.prefix(100)) }

    mutating func run() throws {
        let store = try TestStore(segmentSizeNominal: 4000)
        try model.change(store.database, [.define])
        for index in stride(from: 0, to: input.count - 1, by: 2) {
            try perform(input[index], Int(input[index + 1]), store)
        }
        try change(store, fails: false)
        try store.reopen()
        try requireEqual(try store.contents(), model.contents, "at the end")
        try store.checkIntegrity()
    }

    private mutating func perform(
        _ code: UInt8, _ argument: Int, _ store: TestStore
    ) throws {
        let lengths = [0, 1, 20, 300, 3000, 40_000, 65_537]
        let id = Int64(argument & 0x0F)
        switch code % 10 {
        case 0, 1, 2: steps.append(.save(id: id, length: lengths[(argument >> 4) % lengths.count]))
        case 3: steps = [.savepoint(steps, fails: argument % 2 == 0)]
        case 4: steps.append(.delete(id: id))
        case 5: try change(store, fails: false)
        case 6: try change(store, fails: true)
        case 7: try store.reopen()
        case 8: try store.reopenAfterKill()
        default: _ = try store.database.compact()
        }
        try requireEqual(try store.contents(), model.contents, "after operation \(code % 10)")
    }

    private mutating func change(_ store: TestStore, fails: Bool) throws {
        defer { steps = [] }
        try model.change(store.database, steps, fails: fails)
    }
}
