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

    @Test func `searches are stored with their attributes, names and weights`() throws {
        let attributes = [
            AttributeSchema(id: AttributeID(1), name: "id", type: .string, isNullable: false),
            AttributeSchema(
                id: AttributeID(2), name: "body", type: .data, isNullable: true,
                pipeline: ["utf8", "lz4@2", "derived@3"]),
            AttributeSchema(id: AttributeID(3), name: "tags", type: .json, isNullable: true),
        ]
        let tokenizer = "words/1/unicode15.0"
        let searches = [
            SearchSchema(
                "", [AttributeID(1), AttributeID(2)], weights: [4, 0.5], tokenizer: tokenizer),
            SearchSchema("tags", [AttributeID(3)], weights: [1], tokenizer: tokenizer),
        ]
        let schema = StoredSchema(
            number: EntityNumber(1), name: "E", attributes: attributes, idOrdinal: 0,
            searches: searches)
        #expect(schema.problem == nil)
        let text = JSONWriter.bytes(of: schema.json, sortedNames: true)
        let read = try decode(String(decoding: text, as: UTF8.self))
        #expect(read.searches == searches)
        #expect(read == schema)
    }

    @Test func `texts are found in all forms of values that can be searched`() throws {
        func texts(_ type: StoredType, _ pipeline: [String], _ bytes: [UInt8]) throws -> [String]? {
            let attribute = AttributeSchema(
                id: AttributeID(2), name: "a", type: type, isNullable: true, pipeline: pipeline)
            guard let form = attribute.textForm else { return nil }
            var texts: [String] = []
            try bytes.withView { view in
                try form.forEachText(in: view) { texts.append($0.string ?? "?") }
            }
            return texts
        }
        let plain = Array("Oslo".utf8)
        let block = try plain.withView { try LZ4Block.compress($0) }
        let json = Array(#"{"a":["b",{"c":"d"},1,null,true]}"#.utf8)
        #expect(try texts(.string, [], plain) == ["Oslo"])
        #expect(try texts(.string, ["text.trimmed"], plain) == ["Oslo"])
        #expect(try texts(.json, [], json) == ["b", "d"])
        #expect(try texts(.data, ["utf8", "lz4"], block) == ["Oslo"])
        #expect(try texts(.data, ["utf8", "lz4@2"], [1] + block) == ["Oslo"])
        #expect(try texts(.data, ["utf8", "lz4@2"], [0] + plain) == ["Oslo"])
        #expect(try texts(.data, ["json", "lz4@2"], [0] + json) == ["b", "d"])
        #expect(try texts(.data, [], plain) == nil)
        #expect(try texts(.data, ["utf8", "opaque.sealed"], plain) == nil)
        #expect(try texts(.json, ["opaque.sealed"], json) == nil)
        #expect(try texts(.string, ["opaque.sealed"], plain) == nil)
        #expect(try texts(.scalar(.int64), [], plain) == nil)
        for damaged: [UInt8] in [[], [2, 0], [1], [1] + Array(block.dropLast())] {
            #expect(throws: FormatError.self) {
                try texts(.data, ["utf8", "lz4@2"], damaged)
            }
        }
        #expect(throws: FormatError.self) { try texts(.json, [], Array("[".utf8)) }
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
        (#""number":1"#, #""number":1,"searches":[]"#),
        (#""number":1"#, #""number":1,"searches":[{"attributes":[1],"tokenizer":"w"}]"#),
        (#""number":1"#, #""number":1,"searches":[{"attributes":[2],"tokenizer":""}]"#),
        (#""number":1"#, #""number":1,"searches":[{"attributes":[2,2],"tokenizer":"w"}]"#),
        (#""number":1"#, #""number":1,"searches":[{"attributes":[],"tokenizer":"w"}]"#),
        (
            #""number":1"#,
            #""number":1,"searches":[{"attributes":[2],"tokenizer":"w","weights":[2.0,3.0]}]"#
        ),
        (
            #""number":1"#,
            #""number":1,"searches":[{"attributes":[2],"tokenizer":"w","weights":[2e6]}]"#
        ),
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
