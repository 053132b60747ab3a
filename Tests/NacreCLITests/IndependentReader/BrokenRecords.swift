import NacreFormat
import NacreTestSupport

/// Stores with one complete commit, with correct checksums, whose content is not allowed.
enum BrokenRecords {
    static func all() throws -> [BrokenStore] {
        try records() + layouts() + schemas() + attributes() + required() + newer()
    }

    private static func records() throws -> [BrokenStore] {
        let chur = try Samples.record([.int(8), .string("Chur"), .null], row: 1)
        let crc = chur.withView { RecordView(trusted: $0).storedCRC }
        let length = Int(chur.withView { $0.load(UInt32.self, at: RecordFields.length.offset) })
        func changed(_ byte: UInt8, at offset: Int) -> (bytes: [UInt8], crc: UInt32) {
            var bytes = chur
            bytes[offset] = byte
            let crc = bytes.withView { $0[RecordFields.length.offset..<length].crc }
            for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: crc >> (8 * index)) }
            return (bytes, crc)
        }
        func one(
            _ name: String, _ field: String, _ byte: UInt8, at offset: Int
        ) -> BrokenStore {
            let record = changed(byte, at: offset)
            return .log(name, field) { $0.addLastPart(crcs: [record.crc], record.bytes) }
        }
        let badCRC = [chur[0] ^ 1] + chur.dropFirst()
        return [
            .log("a wrong digest", "digest") { builder in
                builder.addLastPart(crcs: [crc], digest: CommitDigest(1), chur)
            },
            .log("a wrong record CRC", "CRC") { $0.addLastPart(crcs: [crc ^ 1], badCRC) },
            .log("a count of two for one record", "count") { builder in
                builder.addLastPart(count: 2, crcs: [crc], chur)
            },
            .log("bytes behind the last record", "length") { builder in
                builder.addLastPart(crcs: [crc], chur + [0, 0, 0, 0])
            },
            .log("a last record without its padding", "padding") { builder in
                builder.addLastPart(crcs: [crc], Array(chur.prefix(length)))
            },
            .log("a padding that is not zero", "padding") { builder in
                builder.addLastPart(crcs: [crc], chur.dropLast() + [1])
            },
            one("a layout that does not stand before it", "layout", 9, at: 12),
            one("a record of a reserved kind", "kind", 4, at: 14),
            one("a record with an unknown flag", "flags", 0x41, at: 14),
            one("ends that do not lead to the length", "length", 3, at: 32),
            one("an end behind the record", "end 0", 9, at: 32),
            try lastRow(),
            try tombstoneWithNulls(),
            tombstoneWithKey(),
        ]
    }

    private static func lastRow() throws -> BrokenStore {
        let record = try Samples.record([.int(8), .string("Chur"), .null], row: .max)
        let crc = record.withView { RecordView(trusted: $0).storedCRC }
        return .log("a row that is none", "row") { $0.addLastPart(crcs: [crc], record) }
    }

    private static func tombstoneWithNulls() throws -> BrokenStore {
        let buffer = ByteBuffer()
        RecordEncoder.appendTombstone(
            row: RowNumber(0), layout: Samples.cityLayout.id, idKey: 0, to: buffer)
        buffer.set(UInt8(1), at: RecordFields.nulls.offset)
        let crc = buffer.view[RecordFields.length.offset..<buffer.count].crc
        buffer.set(crc, at: 0)
        let bytes = buffer.view.bytes
        return .log("a tombstone with a null bit", "length and flags") {
            $0.addLastPart(crcs: [crc], bytes)
        }
    }

    private static func tombstoneWithKey() -> BrokenStore {
        let buffer = ByteBuffer()
        RecordEncoder.appendTombstone(
            row: RowNumber(0), layout: .externalValue, idKey: 7, to: buffer)
        let bytes = buffer.view.bytes
        let crc = bytes.withView { RecordView(trusted: $0).storedCRC }
        return .log("an id key where there is no id", "id key") {
            $0.addLastPart(crcs: [crc], bytes)
        }
    }

    // MARK: Definitions

    private static func schema(
        _ number: UInt16 = 1, _ name: String = "City", id: StoredType = .scalar(.int64),
        text: StoredType = .string, pipeline: [String] = [], default defaultValue: Value? = nil,
        nameID: UInt32 = 2, sources: [AttributeSource] = []
    ) -> StoredSchema {
        StoredSchema(
            number: EntityNumber(number), name: name,
            attributes: [
                AttributeSchema(id: AttributeID(1), name: "id", type: id, isNullable: false),
                AttributeSchema(
                    id: AttributeID(nameID), name: "name", type: text, isNullable: false,
                    defaultValue: defaultValue, pipeline: pipeline, sources: sources),
            ], idOrdinal: 0)
    }

    private static func layouts() -> [BrokenStore] {
        func one(_ name: String, _ field: String, _ layout: Layout) -> BrokenStore {
            .log(name, field) { $0.addCommit(layout: layout) }
        }
        let otherID = StoredSchema(
            number: EntityNumber(1), name: "City", attributes: schema().attributes, idOrdinal: 1)
        return [
            one(
                "a layout without a schema", "entity number",
                Layout(id: LayoutID(2), of: schema(2, "Other"))),
            one(
                "a layout with another type", "type of 'name'",
                Layout(id: LayoutID(2), of: schema(text: .data))),
            one(
                "a layout with another pipeline", "pipeline of 'name'",
                Layout(id: LayoutID(2), of: schema(pipeline: ["json"]))),
            one(
                "a layout with an unsound pipeline", "pipeline",
                Layout(id: LayoutID(2), of: schema(pipeline: ["a", ""]))),
            one(
                "a layout with another id", "id attribute", Layout(id: LayoutID(2), of: otherID)),
            one(
                "another layout of one id", "layout 1",
                Layout(id: LayoutID(1), of: schema())),
        ]
    }

    /// Makes attributes that must have a value, and older records that have none.
    private static func required() -> [BrokenStore] {
        func one(_ name: String, _ field: String, _ last: AttributeSchema) -> BrokenStore {
            let schema = StoredSchema(
                number: EntityNumber(1), name: "City",
                attributes: Samples.city.attributes.dropLast() + [last], idOrdinal: 0,
                lastAttribute: AttributeID(9))
            return .log(name, "\(field) of entity 1") { builder in
                builder.addCommit(schema: schema, layout: Layout(id: LayoutID(2), of: schema))
            }
        }
        func attribute(
            _ id: UInt32, _ name: String, _ type: StoredType, from source: AttributeSource? = nil
        ) -> AttributeSchema {
            AttributeSchema(
                id: AttributeID(id), name: name, type: type, isNullable: false,
                sources: source.map { [$0] } ?? [])
        }
        let double = StoredType.scalar(.double)
        return [
            one(
                "an attribute that is null no longer", "'elevation'",
                attribute(3, "elevation", double)),
            one("a new required attribute", "'size'", attribute(4, "size", double)),
            one(
                "a required attribute that continues a nullable one", "'height'",
                attribute(
                    4, "height", double,
                    from: AttributeSource(attribute: AttributeID(3), type: double))),
        ]
    }

    /// Makes content that only a newer version can have written: the error has another code.
    static func newer() -> [BrokenStore] {
        func one(_ name: String, _ old: String, _ new: String) -> BrokenStore {
            .log(name, "JSON") { builder in
                let source = AttributeSource(attribute: AttributeID(2), type: .string)
                let struct1 = MemberSchema("a", .string)
                let attributes = [
                    AttributeSchema(
                        id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
                    AttributeSchema(
                        id: AttributeID(3), name: "name", type: .json, isNullable: true,
                        reference: "City", deleteRule: .nullify, sources: [source],
                        members: [struct1]),
                ]
                let schema = StoredSchema(
                    number: EntityNumber(1), name: "City", attributes: attributes, idOrdinal: 0)
                let text = String(
                    decoding: JSONWriter.bytes(of: schema.json, sortedNames: true), as: UTF8.self)
                builder.add(
                    .schema, payload: { $0.append(Array(text.replacing(old, with: new).utf8)) })
            }
        }
        return [
            one("a schema with an unknown type", "\"int64\"", "\"int128\""),
            one("a schema with an unknown rule", "\"nullify\"", "\"archive\""),
            one(
                "a schema that continues an unknown type",
                "{\"attribute\":2,\"type\":\"string\"}", "{\"attribute\":2,\"type\":\"rope\"}"),
            one(
                "a schema with a member of an unknown type",
                "{\"name\":\"a\",\"type\":\"string\"}", "{\"name\":\"a\",\"type\":\"rope\"}"),
        ]
    }

    private static func attributes() -> [BrokenStore] {
        [
            .log("a derived attribute that is required", "JSON") { builder in
                builder.addCommit(schema: schema(pipeline: ["derived@1"], nameID: 9))
            },
            .log("an attribute of number 0", "JSON") { builder in
                builder.addCommit(schema: schema(nameID: 0))
            },
            .log("an attribute that continues number 0", "JSON") { builder in
                let source = AttributeSource(attribute: AttributeID(0), type: .string)
                builder.addCommit(schema: schema(nameID: 9, sources: [source]))
            },
        ]
    }

    /// Makes a store whose schema has one more member, before those that follow it in canonical
    /// order.
    private static func member(_ name: String, _ member: String) -> BrokenStore {
        .log(name, "JSON") { builder in
            let bytes = JSONWriter.bytes(of: schema().json, sortedNames: true)
            let text = String(decoding: bytes, as: UTF8.self)
            let (old, new) =
                member.hasPrefix("\"rules") || member.hasPrefix("\"searches")
                ? ("\"number\":1}", "\"number\":1,\(member)}")
                : (",\"entity\"", ",\(member),\"entity\"")
            builder.add(
                .schema, payload: { $0.append(Array(text.replacing(old, with: new).utf8)) })
        }
    }

    private static func search(_ name: String, _ search: String) -> BrokenStore {
        member(name, "\"searches\":[\(search)]")
    }

    private static func schemas() -> [BrokenStore] {
        [
            .log("a schema with the name of another", "entity name") { builder in
                builder.addCommit(schema: schema(2, "City"))
            },
            .log("an attribute that changes its type", "type of 'name'") { builder in
                builder.addCommit(schema: schema(text: .data))
            },
            .log("an attribute that changes its pipeline", "pipeline of 'name'") { builder in
                builder.addCommit(schema: schema(pipeline: ["json"]))
            },
            .log("a number that comes back with another type", "type of 'name'") { builder in
                builder.addCommit(schema: schema(nameID: 9))
                builder.addCommit(schema: schema(text: .data, nameID: 2))
            },
            .log("a schema unlike its layout", "attributes of entity 1") { builder in
                builder.addCommit(schema: schema(nameID: 9))
            },
            .log("a schema without a layout", "attributes of entity 2") { builder in
                builder.addCommit(schema: schema(2, "Other"))
            },
            .log("a default of another type", "JSON") { builder in
                builder.addCommit(schema: schema(default: .int(1)))
            },
            .log("a default that is too long", "JSON") { builder in
                let long = String(repeating: "x", count: 65_537)
                builder.addCommit(schema: schema(default: .string(long)))
            },
            .log("a stage with a comma", "JSON") { builder in
                builder.addCommit(schema: schema(pipeline: ["a,b"], nameID: 9))
            },
            .log("an attribute that continues what it cannot", "JSON") { builder in
                let source = AttributeSource(attribute: AttributeID(2), type: .scalar(.int64))
                builder.addCommit(schema: schema(nameID: 9, sources: [source]))
            },
            .log("an attribute that continues one that is present", "JSON") { builder in
                let source = AttributeSource(attribute: AttributeID(9), type: .string)
                builder.addCommit(schema: schema(nameID: 9, sources: [source]))
            },
            .log(
                "an attribute that continues one of another type",
                "type or pipeline of what 'name' continues"
            ) { builder in
                let source = AttributeSource(attribute: AttributeID(2), type: .data)
                builder.addCommit(schema: schema(text: .data, nameID: 9, sources: [source]))
            },
            .log(
                "an attribute that continues one of another pipeline",
                "type or pipeline of what 'name' continues"
            ) { builder in
                let source = AttributeSource(attribute: AttributeID(2), type: .string)
                builder.addCommit(schema: schema(pipeline: ["x"], nameID: 9, sources: [source]))
            },
            member("a default sort that is a number", "\"defaultSort\":1"),
            member("a default filter that is null", "\"defaultFilter\":null"),
            member("a list without rules", "\"rules\":[]"),
            member("a rule that is no text", "\"rules\":[1]"),
        ] + searches()
    }

    private static func searches() -> [BrokenStore] {
        [
            member("a list without searches", "\"searches\":[]"),
            search("a search of nothing", "{\"attributes\":[],\"tokenizer\":\"w\"}"),
            search("a search of a number", "{\"attributes\":[1],\"tokenizer\":\"w\"}"),
            search("a search without a tokenizer", "{\"attributes\":[2]}"),
            search(
                "a search with an empty name",
                "{\"attributes\":[2],\"name\":\"\",\"tokenizer\":\"w\"}"),
            search(
                "two searches without a name",
                "{\"attributes\":[2],\"tokenizer\":\"w\"},"
                    + "{\"attributes\":[2],\"tokenizer\":\"v\"}"),
            search(
                "a search with usual weights",
                "{\"attributes\":[2],\"tokenizer\":\"w\",\"weights\":[1.0]}"),
            search(
                "a search with a negative weight",
                "{\"attributes\":[2],\"tokenizer\":\"w\",\"weights\":[-1.5]}"),
            .log("a schema with white space", "JSON") { builder in
                builder.add(
                    .schema,
                    payload: { buffer in
                        schema().encode(into: buffer)
                        buffer.append(UInt8(0x20))
                    })
            },
        ]
    }
}
