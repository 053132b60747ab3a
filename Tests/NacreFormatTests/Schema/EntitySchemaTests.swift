import Foundation
import NacreFormat
import NacreTestSupport
import Testing

@Suite struct EntitySchemaTests {
    private func decode(_ json: String) throws -> EntitySchema {
        try withFrame(.schema, payload: Array(json.utf8)) { try EntitySchema.decode($0) }
    }

    @Test func `what is written is read again`() throws {
        let reference = EntitySchema(
            number: EntityNumber(.max), name: "\u{D6}rt \"x\"",
            attributes: [
                AttributeSchema(
                    id: AttributeID(.max), name: "id", type: .string, isNullable: false,
                    isUnique: true, reference: "City")
            ], idOrdinal: 0)
        for schema in [Samples.city, AllTypes.schema, reference] {
            let buffer = ByteBuffer()
            schema.encode(into: buffer)
            let read = try withFrame(.schema, payload: buffer.view.bytes) {
                try EntitySchema.decode($0)
            }
            #expect(read == schema)
        }
    }

    @Test func `unknown members are passed over`() throws {
        let json =
            #"{"attributes":[{"id":1,"name":"a","new":1,"nullable":false,"type":"int8"}],"#
            + #""entity":"E","id":"a","number":1,"other":[{}]}"#
        #expect(try decode(json).attributes.map(\.name) == ["a"])
    }

    @Test(arguments: ["", "{}", "[]", "null", #"{"entity":"E"}"#])
    func `what is no schema is refused`(json: String) {
        #expect(throws: FormatError.self) { try decode(json) }
    }

    /// The one text from which the cases below deviate.
    private static let sound =
        #"{"attributes":[{"id":1,"name":"a","nullable":false,"type":"int8"},"#
        + #"{"id":2,"name":"b","nullable":true,"type":"json"}],"entity":"E","id":"a","number":1}"#

    @Test(arguments: [
        (#""number":1"#, #""number":0"#), (#""number":1"#, #""number":65536"#),
        (#""id":"a""#, #""id":"c""#), (#""id":"a""#, #""id":"b""#),
        (#""nullable":false"#, #""nullable":true"#), ("int8", "int9"), ("int8", "array<int8>"),
        (#""entity":"E""#, #""entity":"""#), (#""name":"b""#, #""name":"a""#),
        (#""name":"b""#, #""name":"""#), (#""id":2"#, #""id":1"#), (#""id":2"#, #""id":-1"#),
        (#""id":2,"#, ""), (#","type":"json""#, ""),
    ])
    func `a schema that says too little or contradicts itself is refused`(
        old: String, new: String
    ) throws {
        _ = try decode(Self.sound)
        let range = try #require(Self.sound.range(of: old))
        #expect(throws: FormatError.self) {
            try decode(Self.sound.replacingCharacters(in: range, with: new))
        }
    }

    @Test func `a schema with any byte changed is refused or is another sound one`() throws {
        let buffer = ByteBuffer()
        Samples.city.encode(into: buffer)
        let good = buffer.view.bytes
        for offset in good.indices {
            for byte in hostileBytes(insteadOf: good[offset]) {
                let payload = good.setting(byte, at: offset)
                let schema = try? withFrame(.schema, payload: payload) {
                    try EntitySchema.decode($0)
                }
                if let schema { #expect(schema.problem == nil) }
            }
        }
    }
}
