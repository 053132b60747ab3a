import Foundation
import Nacre
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

private typealias Value = NacreFormat.Value

/// The last form of an entity whose attributes came one after another and got wider types.
private struct Grown: Entity {
    let id: Int
    var small: Int
    var big: UInt64
    var ratio: Double
    var flag: Bool
    var name: String
    var note: String?
    var data: Data
    var numbers: [Int]
    var tags: [String]
    var uuid: UUID?
    var decimal: Decimal
    var date: Date?
    var position: Position?

    static let schema = EntitySchema(
        Grown.init, Attribute("id", \.id), Attribute("small", \.small, default: 5),
        Attribute("big", \.big, default: 9), Attribute("ratio", \.ratio, default: -0.5),
        Attribute("flag", \.flag, default: true), Attribute("name", \.name, default: "none"),
        Attribute("note", \.note), Attribute("data", \.data, default: Data([1, 2])),
        Attribute("numbers", \.numbers, default: [3]), Attribute("tags", \.tags, default: ["a"]),
        Attribute("uuid", \.uuid), Attribute("decimal", \.decimal, default: 1.5),
        Attribute("date", \.date), Attribute("position", \.position))
}

/// Objects in records of random former layouts, some with external values, equal those that the
/// engine reads value by value.
@Suite struct StoredLayoutPropertyTests {
    /// An attribute that a generation of the entity may have.
    private struct Growing: Sendable {
        let name: String
        /// The types that it may have, each wider than the one before.
        let types: [StoredType]
        let isNullable: Bool

        init(_ name: String, _ types: [StoredType], isNullable: Bool = false) {
            (self.name, self.types, self.isNullable) = (name, types, isNullable)
        }
    }

    private static let attributes = [
        Growing("small", [.scalar(.int8), .scalar(.int16), .scalar(.int32), .scalar(.int64)]),
        Growing("big", [.scalar(.uint8), .scalar(.uint16), .scalar(.uint32), .scalar(.uint64)]),
        Growing("ratio", [.scalar(.float), .scalar(.double)]),
        Growing("flag", [.scalar(.bool)]), Growing("name", [.string]),
        Growing("note", [.string], isNullable: true), Growing("data", [.data]),
        Growing("numbers", [.scalar(.int16), .array(of: .int32), .array(of: .int64)]),
        Growing("tags", [.string, .json]), Growing("uuid", [.scalar(.uuid)], isNullable: true),
        Growing("decimal", [.scalar(.decimal)]),
        Growing("date", [.scalar(.date)], isNullable: true),
    ]

    private static let position = [
        Growing("position", [.scalar(.bool)], isNullable: true),
        Growing("position.latitude", [.scalar(.double)], isNullable: true),
        Growing("position.longitude", [.scalar(.double)], isNullable: true),
    ]

    /// An attribute of one generation.
    private struct Form: Sendable {
        let name: String
        let type: StoredType
        let isNullable: Bool
    }

    /// The attributes of one generation, and its objects.
    private struct Generation: Sendable {
        let forms: [Form]
        let objects: [[Value]]
    }

    // MARK: Random generations

    private static let generations = Generator<Shown<[Generation]>> { choices throws(Rejection) in
        let count = Int(try choices.draw(.integer(in: 1...3)))
        var firsts: [String: Int] = [:]
        var places: [String: Int] = [:]
        var nullable: [String: Bool] = [:]
        for attribute in attributes {
            firsts[attribute.name] = try choices.draw(.integer(in: 0...count))
            nullable[attribute.name] = try attribute.isNullable ? true : choices.draw(.bool())
        }
        let positionFirst = try choices.draw(.integer(in: 0...count))
        var generations: [Generation] = []
        for number in 0..<count {
            var forms: [Form] = []
            for attribute in attributes where firsts[attribute.name, default: 0] <= number {
                let place = try min(
                    attribute.types.count - 1,
                    places[attribute.name, default: 0] + choices.draw(.integer(in: 0...1)))
                places[attribute.name] = place
                forms.append(
                    Form(
                        name: attribute.name, type: attribute.types[place],
                        isNullable: nullable[attribute.name] == true))
            }
            if positionFirst <= number {
                forms += position.map { Form(name: $0.name, type: $0.types[0], isNullable: true) }
            }
            if try choices.draw(.bool()) {
                forms.append(Form(name: "extra\(number)", type: .string, isNullable: true))
            }
            // Another order makes other places.
            for place in forms.indices.dropFirst() {
                forms.swapAt(place, try choices.draw(.integer(in: 0...place)))
            }
            var objects: [[Value]] = []
            for index in 0..<(try choices.draw(.integer(in: 1...3))) {
                objects.append(try object(number * 10 + index, forms, &choices))
            }
            generations.append(Generation(forms: forms, objects: objects))
        }
        return Shown(generations) { "\($0)" }
    }

    private static func object(
        _ id: Int, _ forms: [Form], _ choices: inout Choices
    ) throws(Rejection) -> [Value] {
        let hasPosition = try choices.draw(.bool())
        var values: [Value] = [.int(Int64(id))]
        for form in forms {
            switch form.name {
            case "position": values.append(hasPosition ? .bool(true) : .null)
            case "position.latitude": values.append(hasPosition ? .double(0.5) : .null)
            case "position.longitude":
                values.append(
                    try hasPosition ? (choices.draw(.bool()) ? .double(7) : .null) : .null)
            default:
                let isNull = try form.isNullable ? choices.draw(.bool()) : false
                values.append(isNull ? .null : try value(form.type, &choices))
            }
        }
        return values
    }

    private static func value(
        _ type: StoredType, _ choices: inout Choices
    ) throws(Rejection) -> Value {
        let number = try choices.draw(.integer(in: 0...100))
        // A tenth of the values are so long that they are external.
        let size = try choices.draw(.integer(in: 0...9)) == 9 ? 70_000 : number % 5
        switch type {
        case .scalar(.bool): return .bool(number % 2 == 0)
        case .scalar(.uint64): return .uint(UInt64.max - UInt64(number))
        case .scalar(.float): return .float(Float(number) / 3)
        case .scalar(.double): return .double(Double(number) / 3)
        case .scalar(.date): return .date(Double(number) / 7)
        case .scalar(.uuid): return .uuid(UUIDValue(high: 1, low: UInt64(number)))
        case .scalar(.decimal):
            return DecimalValue("\(number).25").map { .decimal($0) } ?? .null
        case .scalar(let scalar):
            let isUnsigned = [.uint8, .uint16, .uint32].contains(scalar)
            return .int(Int64(isUnsigned ? number : number - 50))
        case .string: return .string(String(repeating: "\u{e9}", count: size / 2) + "\(number)")
        case .data: return .data([UInt8](repeating: UInt8(number), count: size))
        case .array:
            return .array((0..<size % 20_000).map { .int(Int64($0 % 100) - Int64(number)) })
        case .json:
            let texts = (0..<max(1, size / 20)).map { "\"t\($0 + number)\"" }
            return .json("[" + texts.joined(separator: ",") + "]")
        }
    }

    // MARK: Stores

    private func fill(_ files: MemoryFileSystem, _ generations: [Generation]) throws {
        let database = try Database(at: TestStore.path, options: .creating, fileSystem: files)
        for (number, generation) in generations.enumerated() {
            let id = AttributeSchema(
                id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false)
            let attributes = generation.forms.enumerated().map { place, form in
                AttributeSchema(
                    id: AttributeID(UInt32(place + 2)), name: form.name, type: form.type,
                    isNullable: form.isNullable,
                    defaultValue: form.isNullable ? nil : Self.defaults[form.type])
            }
            try database.performChanges { changes in
                if number == 0 {
                    try changes.define("Grown", attributes: [id] + attributes, id: "id")
                } else {
                    let declared = ([id] + attributes).map { attribute in
                        DeclaredAttribute(
                            attribute, listElement: attribute.name == "tags" ? .string : nil)
                    }
                    try changes.redefine("Grown", declared: declared)
                }
                for object in generation.objects { try changes.insert(object, into: "Grown") }
            }
        }
        try database.close()
    }

    /// The defaults of required attributes by type, which a former program declared.
    private static let defaults: [StoredType: Value] = [
        .scalar(.int8): .int(-1), .scalar(.int16): .int(-2), .scalar(.int32): .int(-3),
        .scalar(.int64): .int(-4), .scalar(.uint8): .int(1), .scalar(.uint16): .int(2),
        .scalar(.uint32): .int(3), .scalar(.uint64): .uint(4), .scalar(.float): .float(0.25),
        .scalar(.double): .double(0.125), .scalar(.bool): .bool(false), .string: .string("old"),
        .data: .data([9]), .array(of: .int32): .array([.int(7)]),
        .array(of: .int64): .array([.int(8)]), .json: .json("[\"b\",\"c\"]"),
        .scalar(.decimal): DecimalValue("7").map { .decimal($0) } ?? .null,
    ]

    /// Returns the values of all objects by id and name, as the engine reads them.
    private func contents(_ files: MemoryFileSystem) throws -> [Value: [String: Value]] {
        let database = try Database(at: TestStore.path, options: .readOnly, fileSystem: files)
        defer { try? database.close() }
        let snapshot = try database.snapshot()
        let schema = try #require(snapshot.catalog["Grown"]?.schema)
        var contents: [Value: [String: Value]] = [:]
        try snapshot.forEach(in: "Grown") { object in
            let named = zip(schema.attributes.map(\.name), object.values)
            contents[object.id] = Dictionary(uniqueKeysWithValues: named)
            return true
        }
        return contents
    }

    private func open(_ files: MemoryFileSystem) throws -> Store {
        var options = Store.Options()
        options.removesAttributes = true
        return try Store(
            at: TestStore.path, options, [Grown.self], fileSystem: files,
            environment: .repeatable())
    }

    private func checkProjections(
        _ reader: borrowing some Reader & ~Escapable, _ objects: [Grown]
    ) throws {
        func check<Member>(_ read: [Member], _ member: (Grown) -> Member) throws {
            try requireEqual(Bits.text(read), Bits.text(objects.map(member)), "projected")
        }
        try check(try reader.fetch(\.small, Grown.all), \.small)
        try check(try reader.fetch(\.big, Grown.all), \.big)
        try check(try reader.fetch(\.ratio, Grown.all), \.ratio)
        try check(try reader.fetch(\.flag, Grown.all), \.flag)
        try check(try reader.fetch(\.name, Grown.all), \.name)
        try check(try reader.fetch(\.note, Grown.all), \.note)
        try check(try reader.fetch(\.data, Grown.all), \.data)
        try check(try reader.fetch(\.numbers, Grown.all), \.numbers)
        try check(try reader.fetch(\.tags, Grown.all), \.tags)
        try check(try reader.fetch(\.uuid, Grown.all), \.uuid)
        try check(try reader.fetch(\.decimal, Grown.all), \.decimal)
        try check(try reader.fetch(\.date, Grown.all), \.date)
        try check(try reader.fetch(\.position, Grown.all), \.position)
    }

    @Test func `objects of former layouts are read as the engine reads their values`() {
        property("stored layouts", runs: 60, Self.generations) { shown in
            let files = MemoryFileSystem()
            try fill(files, shown.value)
            let store = try open(files)
            let objects = try store.fetch(Grown.all)
            try checkProjections(store, objects)
            for object in objects {
                let found = try store.find(Grown.self, object.id)
                try requireEqual(found.map { Bits.text($0) }, Bits.text(object), "found")
            }
            try store.performChanges { changes in
                let read = try changes.fetch(Grown.all)
                try requireEqual(Bits.text(read), Bits.text(objects), "in the change")
                try checkProjections(changes, objects)
            }
            try store.close()
            // Objects that a new store writes have all values in today's layout.
            let copies = MemoryFileSystem()
            let copy = try open(copies)
            try copy.performChanges { try $0.insert(contentsOf: objects) }
            try copy.close()
            try requireEqual(try contents(files), try contents(copies), "values")
        }
    }
}
