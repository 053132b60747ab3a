import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Keys read from records equal the keys made of values.
@Suite struct PlainKeyTests {
    @Test func `a key read from a record equals the key of its value`() {
        property("plain keys", runs: 200, PlannedCase.cases) { planned in
            let store = try TestStore()
            try store.database.performChanges { try planned.fill($0) }
            let snapshot = try store.database.snapshot()
            let definition = try snapshot.definition("City")
            try snapshot.forEach(in: definition) { found in
                for (place, index) in definition.indexes.enumerated() {
                    let plain = try snapshot.keys(at: place, of: found, definition)
                    let made = try index.ordinals.map {
                        try snapshot.value(of: $0, in: definition.schema, of: found)
                    }
                    try requireEqual(plain, index.keys(of: made, snapshot.idKey), index.name)
                }
                return true
            }
        }
    }

    @Test func `only attributes of numbers and texts have such keys`() throws {
        func isPlain(_ type: StoredType, isUnique: Bool) throws -> Bool {
            let attributes = [
                AttributeSchema(
                    id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
                AttributeSchema(
                    id: AttributeID(2), name: "value", type: type, isNullable: true,
                    isUnique: isUnique),
            ]
            let store = try TestStore()
            try store.database.performChanges {
                try $0.define(
                    "Thing", attributes: attributes, id: "id",
                    indexes: isUnique ? [] : [NamedIndex(["value"])])
                try $0.insert([.int(1), .null], into: "Thing")
            }
            let definition = try store.database.snapshot().definition("Thing")
            return try #require(definition.plainKeys.first) != nil
        }
        for type in [StoredType.scalar(.int64), .scalar(.uint64), .scalar(.int8)] {
            #expect(try isPlain(type, isUnique: false) && isPlain(type, isUnique: true), "\(type)")
        }
        for type in [StoredType.scalar(.double), .scalar(.date), .scalar(.bool), .string] {
            #expect(try isPlain(type, isUnique: false) && !isPlain(type, isUnique: true), "\(type)")
        }
        for type in [StoredType.data, .scalar(.uuid), .scalar(.decimal)] {
            #expect(try !isPlain(type, isUnique: false) && !isPlain(type, isUnique: true))
        }
    }
}
