import Foundation
import NacreFormat
import NacreTestSupport
import Testing

@Suite struct EntitySchemaTests {
    private func decode(_ json: String) throws -> StoredSchema {
        try withFrame(.schema, payload: Array(json.utf8)) { try StoredSchema.decode($0) }
    }

    @Test func `a schema is read back as it was written`() throws {
        let reference = StoredSchema(
            number: EntityNumber(.max), name: "\u{D6}rt \"x\"",
            attributes: [
                AttributeSchema(
                    id: AttributeID(.max), name: "id", type: .string, isNullable: false,
                    isUnique: true, reference: "City")
            ], idOrdinal: 0)
        let conditional = StoredSchema(
            number: EntityNumber(1), name: "Note", attributes: Self.grown.attributes, idOrdinal: 0,
            indexes: [
                IndexSchema([AttributeID(3)], isUnique: true, where: "bool == true"),
                IndexSchema([AttributeID(2)]),
            ])
        #expect(conditional.indexes.map(\.condition) == [nil, "bool == true"])
        #expect(conditional.requiredToWrite == 1 && Self.grown.requiredToWrite == 0)
        let texts = Samples.city.with(
            texts: SchemaTexts(
                defaultSort: "-name", defaultFilter: "name != \"\"", rules: ["", "a \u{D6}"]))
        #expect(texts != Samples.city)
        for schema in [Samples.city, AllTypes.schema, reference, Self.grown, conditional, texts] {
            let buffer = ByteBuffer()
            schema.encode(into: buffer)
            let read = try withFrame(.schema, payload: buffer.view.bytes) {
                try StoredSchema.decode($0)
            }
            #expect(read == schema)
        }
    }

    /// Every type with a default, one with a pipeline, and a removed attribute.
    static let grown: StoredSchema = {
        let id = AttributeSchema(id: AttributeID(1), name: "id", type: .string, isNullable: false)
        let others = StoredType.all.enumerated().map { index, type in
            AttributeSchema(
                id: AttributeID(UInt32(index + 2)), name: type.name, type: type,
                isNullable: false, defaultValue: AllTypes.extremes(type)[0],
                pipeline: type == .data ? ["json", "lz4", "My.own-Stage@2"] : [])
        }
        return StoredSchema(
            number: EntityNumber(2), name: "Grown", attributes: [id] + others, idOrdinal: 0,
            lastAttribute: AttributeID(99))
    }()

    @Test func `a default can be any value of its type, and is read back exactly`() throws {
        for type in StoredType.all {
            for value in AllTypes.extremes(type) {
                let form = try #require(value.jsonForm)
                let size = JSONWriter.bytes(of: form, sortedNames: true).count
                let isLong = size > Format.inlineValueSizeMax
                let attributes = [
                    AttributeSchema(
                        id: AttributeID(1), name: "id", type: .string, isNullable: false),
                    AttributeSchema(
                        id: AttributeID(2), name: "a", type: type, isNullable: true,
                        defaultValue: value),
                ]
                let schema = StoredSchema(
                    number: EntityNumber(1), name: "E", attributes: attributes, idOrdinal: 0)
                #expect((schema.problem == nil) == !isLong)
                guard schema.problem == nil else { continue }
                let text = JSONWriter.bytes(of: schema.json, sortedNames: true)
                let read = try decode(String(decoding: text, as: UTF8.self))
                let again = try #require(read.attributes[1].defaultValue)
                #expect(again.isIdentical(to: value), "\(type.name)")
            }
        }
    }

    @Test func `a default of another type and an invalid pipeline cannot be stored`() {
        func problem(_ type: StoredType, _ value: Value?, _ pipeline: [String] = []) -> String? {
            let attribute = AttributeSchema(
                id: AttributeID(2), name: "a", type: type, isNullable: true, defaultValue: value,
                pipeline: pipeline)
            let id = AttributeSchema(
                id: AttributeID(1), name: "id", type: .string, isNullable: false)
            return StoredSchema(
                number: EntityNumber(1), name: "E", attributes: [id, attribute], idOrdinal: 0
            ).problem
        }
        let long = String(repeating: "x", count: 64)
        #expect(problem(.string, .string("x"), Array(repeating: long, count: 16)) == nil)
        for value: Value in [.int(1), .null, .data([])] {
            #expect(problem(.string, value)?.contains("default of 'a'") == true)
        }
        #expect(problem(.scalar(.int8), .int(128)) != nil)
        #expect(problem(.scalar(.uint64), .int(1)) != nil)
        #expect(problem(.json, .json("{")) != nil)
        #expect(problem(.json, .json("null")) != nil)
        #expect(problem(.json, .json("{ }")) != nil)
        #expect(problem(.array(of: .int8), .array([.int(1), .null])) != nil)
        for stage in ["", "a,b", "a b", "\u{e9}", long + "x"] {
            #expect(problem(.string, nil, [stage])?.contains("pipeline of 'a'") == true)
        }
        #expect(problem(.string, nil, Array(repeating: "x", count: 17)) != nil)
    }

    @Test func `unknown members are skipped`() throws {
        let json =
            #"{"attributes":[{"id":1,"name":"a","new":1,"nullable":false,"type":"int8"}],"#
            + #""entity":"E","id":"a","number":1,"other":[{}]}"#
        #expect(try decode(json).attributes.map(\.name) == ["a"])
    }

    @Test(arguments: ["", "{}", "[]", "null", #"{"entity":"E"}"#])
    func `JSON that is not a schema is refused`(json: String) {
        #expect(throws: FormatError.self) { try decode(json) }
    }

    /// The valid text from which the cases below deviate.
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
        // Defaults: of the id, null, not exact, of another type.
        (#""id":1,"#, #""default":1,"id":1,"#),
        (#"{"id":2,"#, #"{"default":null,"id":2,"#),
        (
            #"{"id":2,"name":"b","nullable":true,"type":"json""#,
            #"{"default":1,"id":2,"name":"b","nullable":true,"type":"double""#
        ),
        (
            #"{"id":2,"name":"b","nullable":true,"type":"json""#,
            #"{"default":"1.50","id":2,"name":"b","nullable":true,"type":"decimal""#
        ),
        (
            #"{"id":2,"name":"b","nullable":true,"type":"json""#,
            #"{"default":"a","id":2,"name":"b","nullable":true,"type":"int8""#
        ),
        (#""nullable":true,"#, #""nullable":true,"pipeline":[],"#),
        (#""nullable":true,"#, #""nullable":true,"pipeline":"json","#),
        (#""nullable":true,"#, #""nullable":true,"pipeline":[1],"#),
        (#""nullable":true,"#, #""nullable":true,"pipeline":["a,b"],"#),
        (#""id":"a","#, #""id":"a","lastAttribute":2,"#),
        (#""id":"a","#, #""id":"a","lastAttribute":4294967296,"#),
        (#""entity":"E""#, #""defaultSort":1,"entity":"E""#),
        (#""entity":"E""#, #""defaultFilter":null,"entity":"E""#),
        (#""number":1"#, #""number":1,"rules":[]"#),
        (#""number":1"#, #""number":1,"rules":["a",1]"#),
        (#""number":1"#, #""number":1,"rules":"a""#),
    ])
    func `a schema that is incomplete or contradicts itself is refused`(
        old: String, new: String
    ) throws {
        _ = try decode(Self.sound)
        let range = try #require(Self.sound.range(of: old))
        #expect(throws: FormatError.self) {
            try decode(Self.sound.replacingCharacters(in: range, with: new))
        }
    }

    @Test func `a schema with a changed byte is refused or is another valid one`() throws {
        try expectSoundness(Samples.city)
        try expectSoundness(Self.grown)
    }

    private func expectSoundness(_ schema: StoredSchema) throws {
        let buffer = ByteBuffer()
        schema.encode(into: buffer)
        let good = buffer.view.bytes
        for offset in Scale.share(of: good.indices) {
            for byte in hostileBytes(insteadOf: good[offset]) {
                let payload = good.setting(byte, at: offset)
                let schema = try? withFrame(.schema, payload: payload) {
                    try StoredSchema.decode($0)
                }
                if let schema { #expect(schema.problem == nil) }
            }
        }
    }
}
