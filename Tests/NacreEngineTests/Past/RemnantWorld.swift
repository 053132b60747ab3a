import NacreFormat
import NacreTestSupport

@testable import NacreEngine

/// A store whose objects hide texts in all the ways in which files can.
struct RemnantWorld {
    /// A text that JSON and property lists escape.
    static let secret = "the \"secret\" <of> 4711"
    static let entity = "Person"
    static let attributes = [
        attribute(1, "id", .scalar(.int64)), attribute(2, "name", .string),
        attribute(3, "packed", .data, ["lz4"]), attribute(4, "chosen", .data, ["json", "lz4@2"]),
        attribute(5, "tree", .json), attribute(6, "list", .data, ["propertyList"]),
        attribute(7, "cipher", .data, ["opaque.cipher"]),
        AttributeSchema(
            id: AttributeID(8), name: "code", type: .string, isNullable: true, isUnique: true),
    ]

    private static func attribute(
        _ id: UInt32, _ name: String, _ type: StoredType, _ pipeline: [String] = []
    ) -> AttributeSchema {
        AttributeSchema(
            id: AttributeID(id), name: name, type: type, isNullable: id > 1, pipeline: pipeline)
    }

    /// The attributes that hide a text which a search of the bytes does not find.
    static let hiding = ["packed", "chosen", "tree", "list"]

    /// Returns a value of an attribute that holds a text.
    /// - Parameter isLong: Whether the value is over 64 KiB, also when it is compressed.
    static func value(_ attribute: String, _ text: String, isLong: Bool = false) throws -> Value {
        // Noise that no compression makes shorter.
        var random: UInt64 = 7
        let noise = (0..<(isLong ? 100_000 : 0)).map { _ in
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Character(Unicode.Scalar(UInt8(65 + (random >> 33) % 58)))
        }
        // The text comes after both of its halves, so that a compressed form has only those.
        let half = text.count / 2
        let halves = "\(text.prefix(half))|\(text.dropFirst(half))|"
        let long = halves + text + String(repeating: " and more", count: 4) + String(noise)
        switch attribute {
        case "name": return .string(isLong ? text + String(long: "x", count: 70_000) : text)
        case "packed": return .data(try compressed(Array(long.utf8)))
        case "chosen": return .data([1] + (try compressed(Array(json(.string(long)).utf8))))
        case "tree":
            let inner = Base64.text(try compressed(Array(long.utf8)))
            return .json(
                json(
                    .array([
                        .object([JSONMember(name: "a", value: .string(inner))]), .integer(3),
                    ])))
        case "list":
            let escaped = long.map { character in
                switch character {
                case "<": "&lt;"
                case ">": "&#62;"
                case "\"": "&#x22;"
                case "&": "&amp;"
                default: String(character)
                }
            }.joined()
            let list = "<?xml version=\"1.0\"?><plist><array><string>\(escaped)</string></array>"
            return .data(Array(list.utf8))
        default: return .null
        }
    }

    static func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
        try bytes.withView { view throws(FormatError) in try LZ4Block.compress(view) }
    }

    static func json(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.write(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns an object whose value of one attribute holds a text.
    static func object(
        _ id: Int64, _ attribute: String, _ text: String, isLong: Bool = false
    ) throws -> [Value] {
        try attributes.map { one in
            switch one.name {
            case "id": .int(id)
            case attribute: try value(attribute, text, isLong: isLong)
            default: .null
            }
        }
    }

    /// Makes a store with the entity.
    static func store(
        _ policy: HistoryPolicy = .none, segmentSizeNominal: Int? = nil
    ) throws -> TestStore {
        let store = try TestStore(segmentSizeNominal: segmentSizeNominal)
        try store.database.performChanges { changes in
            try changes.define(
                entity, attributes: attributes, id: "id", indexes: [["name"], ["name", "code"]])
            if policy != .none { try changes.setHistory(policy) }
        }
        return store
    }
}

extension TestStore {
    /// Searches all files for a text, as `nacre erase --check` does.
    func remnants(of text: String) throws -> RemnantReport {
        try RemnantSearch(path: Self.path, fileSystem: files).run(text)
    }
}
