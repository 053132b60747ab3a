internal import Nacre
internal import NacreEngine
internal import NacreFormat
package import NacreTestSupport

private typealias Value = NacreFormat.Value

/// Segments whose layouts and records are read into a Swift type.
extension FuzzTarget {
    /// A segment with records of three layouts, which a type with another layout reads. What the
    /// type reads must be what the engine reads value by value.
    package static let typed = FuzzTarget(
        name: "typed",
        seeds: { FuzzMode.inputs([try grownStore.get().writtenBytes(ofSegment: 0)], modes: 0..<2) },
        run: { input in
            guard let (mode, bytes) = FuzzMode.split(input) else { return }
            let segment = SegmentSealer.sealingHeader(of: bytes)
            let isSealed = mode.contains(.isSealed)
            guard
                let files = try grownStore.get().replacing(
                    segment: 0, with: segment, sealing: isSealed)
            else { return }
            try TypedReading(files).check()
        })

    private static let grownStore = Result { try ForgedStore(TypedReading.grownFiles()) }
}

/// Reads the same files by a type and by the engine.
private struct TypedReading {
    private let files: [String: [UInt8]]

    init(_ files: [String: [UInt8]]) { self.files = files }

    func check() throws {
        // Without an error, each way to read gives the same.
        guard let store = try? Self.store(files, .readOnly) else { return }
        defer { try? store.close() }
        let snapshot = try store.snapshot()
        try Self.project(snapshot)
        guard let objects = try? snapshot.fetch(Grown.all) else { return }
        for object in objects {
            guard let found = try? snapshot.find(Grown.self, object.id) else { continue }
            try requireEqual(found.name, object.name, "found by id")
        }
        guard let contents = Self.contents(of: try store.database.snapshot()) else { return }
        let copy = try Store.inMemory(Grown.self)
        try copy.performChanges { try $0.insert(contentsOf: objects) }
        try requireEqual(
            contents, Self.contents(of: try copy.database.snapshot()) ?? [:], "read by the type")
    }

    /// Reads each attribute by itself. An error is all that may happen.
    private static func project(_ snapshot: Snapshot) throws {
        _ = try? snapshot.fetch(\.small, Grown.all)
        _ = try? snapshot.fetch(\.data, Grown.all)
        _ = try? snapshot.fetch(\.numbers, Grown.all)
        _ = try? snapshot.fetch(\.tags, Grown.all)
        _ = try? snapshot.fetch(Grown.all.select(\.big, \.name, \.uuid, \.ratio))
        _ = try? snapshot.fetch(Grown.all.select(\.flag, \.date))
        _ = try? snapshot.bytes(of: \.data, Grown.self, 1, 0..<2)
    }

    /// Returns the texts of all values by id and name; nil if one cannot be read.
    private static func contents(of snapshot: DatabaseSnapshot) -> [String: String]? {
        var contents: [String: String] = [:]
        do {
            try snapshot.forEach(in: Grown.entityName) { object in
                for (attribute, value) in zip(object.schema.attributes, object.values)
                where Grown.names.contains(attribute.name) {
                    contents["\(object.id) \(attribute.name)"] = try text(value)
                }
                return true
            }
        } catch {
            return nil
        }
        return contents
    }

    /// Returns a text that differs for values that differ in a bit. JSON text counts by its values,
    /// since the type writes it anew.
    private static func text(_ value: Value) throws -> String {
        switch value {
        case .double(let number), .date(let number): "\(number.bitPattern)"
        case .json(let text): "\(try JSONParser.parse(text))"
        case .string(let text): "\(Array(text.utf8))"
        default: "\(value)"
        }
    }

    private static func store(
        _ files: [String: [UInt8]], _ options: Store.Options
    ) throws -> Store {
        try Store(
            at: TestStore.path, options, [Grown.self],
            fileSystem: MemoryFileSystem(TestStore.path, files: files), environment: .repeatable())
    }

    // MARK: The seed

    /// Returns the files of a store with records of three layouts, some with an external value.
    static func grownFiles() throws -> [String: [UInt8]] {
        let store = try TestStore()
        let generations: [[(name: String, type: StoredType, value: Value)]] = [
            [("name", .string, .string("first")), ("small", .scalar(.int8), .int(-3))],
            [
                ("small", .scalar(.int16), .int(300)), ("name", .string, .string("")),
                ("numbers", .array(of: .int16), .array([.int(1), .int(-2)])),
                ("flag", .scalar(.bool), .bool(false)),
                ("ratio", .scalar(.float), .float(0.5)),
            ],
            [
                ("numbers", .array(of: .int32), .array([.int(70_000)])),
                ("ratio", .scalar(.double), .double(-0.25)),
                ("small", .scalar(.int32), .int(-70_000)),
                ("big", .scalar(.uint32), .int(4_000_000_000)),
                ("name", .string, .string("third")), ("tags", .json, .json("[\"x\",\"y\"]")),
                ("data", .data, .data([UInt8](repeating: 7, count: 3))),
                ("uuid", .scalar(.uuid), .uuid(UUIDValue(high: 1, low: 2))),
                ("date", .scalar(.date), .date(1.5)), ("flag", .scalar(.bool), .bool(true)),
            ],
        ]
        for (number, attributes) in generations.enumerated() {
            try store.database.performChanges { changes in
                try define(attributes.map { ($0.name, $0.type) }, isNew: number == 0, in: changes)
                for index in 0..<2 {
                    let id = Value.int(Int64(2 * number + index))
                    try changes.insert([id] + attributes.map(\.value), into: Grown.entityName)
                }
            }
        }
        try store.database.close()
        let files = store.files.contents(of: TestStore.path)
        // Opened once by the type, so that the schema is that of the type.
        let fileSystem = MemoryFileSystem(TestStore.path, files: files)
        var options = Store.Options()
        options.removesAttributes = true
        let typed = try Store(
            at: TestStore.path, options, [Grown.self], fileSystem: fileSystem,
            environment: .repeatable())
        try typed.close()
        return fileSystem.contents(of: TestStore.path)
    }

    private static func define(
        _ attributes: [(name: String, type: StoredType)], isNew: Bool, in changes: Changes
    ) throws {
        let nullable = ["ratio", "data", "uuid"]
        let all = [("id", StoredType.scalar(.int64))] + attributes
        let schemas = all.enumerated().map { place, attribute in
            AttributeSchema(
                id: AttributeID(UInt32(place + 1)), name: attribute.0, type: attribute.1,
                isNullable: nullable.contains(attribute.0),
                defaultValue: defaults[attribute.1])
        }
        guard !isNew else {
            try changes.define(Grown.entityName, attributes: schemas, id: "id")
            return
        }
        try changes.redefine(Grown.entityName, declared: schemas.map { DeclaredAttribute($0) })
    }

    /// The values of older objects, for attributes that are new and required.
    private static let defaults: [StoredType: Value] = [
        .array(of: .int16): .array([.int(7)]), .scalar(.bool): .bool(false),
        .scalar(.uint32): .int(3), .json: .json("[\"b\"]"), .scalar(.date): .date(2),
    ]
}

extension Grown {
    fileprivate static let names: Set<String> = [
        "id", "small", "big", "ratio", "flag", "name", "data", "numbers", "tags", "uuid", "date",
    ]
}
