import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// An erase of a value and the attributes that are computed from others.
@Suite struct EraseDerivedTests {
    private static let id = PastSnapshotTests.attribute(1, "id", .scalar(.int64))
    private static let email = PastSnapshotTests.attribute(2, "email", .string, isNullable: true)

    @Test func `present computed values stay if the object has lost the value before`() throws {
        let store = try TestStore()
        let database = store.database
        let length = AttributeSchema(
            id: AttributeID(3), name: "length", type: .scalar(.int64), isNullable: true,
            pipeline: ["derived@1"])
        let present: [Value] = [.int(7), .null, .int(4)]
        try database.performChanges { changes in
            try changes.define(
                "User", attributes: [Self.id, Self.email, length], id: "id", indexes: [["length"]])
            try changes.setHistory(.forever)
            try changes.insert([.int(7), .string("secret@x"), .int(4)], into: "User")
        }
        try database.performChanges { try $0.update(present, of: "User") }
        // A program computes the attribute, and so changes nothing.
        _ = try database.erase(attribute: "email", of: ("User", .int(7))) { body in
            try database.performChanges(author: "erase") { changes in
                try body(changes) {
                    try changes.update(present, of: "User")
                    return .null
                }
            }
        }
        let head = try database.snapshot()
        let filter = try FilterParser.parse("length == 4", schema: head.definition("User").schema)
        let query = Query(entity: "User", filter: filter)
        #expect(try head.fetch(query).map(\.values) == [present])
        #expect(try head.count(query) == 1)
        #expect(try store.remnants(of: "secret@x").isClean)
        try store.checkIntegrity()
    }

    @Test func `computed values that the schema has no more leave the files, too`() throws {
        let store = try TestStore()
        let lower = AttributeSchema(
            id: AttributeID(3), name: "lower", type: .string, isNullable: true,
            pipeline: ["derived@1"])
        try store.database.performChanges { changes in
            try changes.define("User", attributes: [Self.id, Self.email, lower], id: "id")
            try changes.setHistory(.forever)
            try changes.insert([.int(7), .string("Secret@X"), .string("secret@x")], into: "User")
        }
        try store.database.performChanges { changes in
            _ = try changes.redefine("User", attributes: [Self.id, Self.email])
        }
        _ = try store.database.erase(attribute: "email", of: ("User", .int(7)))
        for text in ["Secret@X", "secret@x"] { #expect(try store.remnants(of: text).isClean) }
        try store.checkIntegrity()
    }
}
