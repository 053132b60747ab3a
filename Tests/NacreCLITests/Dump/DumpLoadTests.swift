import Foundation
import NacreCLI
import NacreEngine
import NacreExchangeCore
import NacreFormat
import Testing

@Suite struct DumpLoadTests {
    private func define(_ name: String, _ fixture: ImportFixture) throws {
        _ = try fixture.database.performChanges { changes in
            try changes.define(name, attributes: EveryType.attributes, id: EveryType.idName)
        }
    }

    @Test func `every type survives a dump and a load exactly`() throws {
        let original = try ImportFixture()
        try original.importText("{\"n\":1}\n", into: "Odd \"name\"\u{7}")
        try define("Everything", original)
        try original.importText("{\"id\":2}\n{\"id\":1}\n", into: "Alpha", id: "id")
        _ = try original.database.performChanges { changes in
            for number in 0..<40 {
                try changes.insert(EveryType.values(number), into: "Everything")
            }
            // A row that is free and used again: the order of the dump is that of rows.
            try changes.delete(.objectID(3 << 40), from: "Everything")
        }
        let dump = try original.dump()
        #expect(dump.split(separator: "\n").filter { $0.hasPrefix("{\"schema\"") }.count == 3)
        let copy = try ImportFixture()
        #expect(try copy.load(dump, stepsPerCommit: 7) == ChangeTally(inserted: 42))
        #expect(try copy.dump() == dump)
        #expect(try copy.load(dump) == ChangeTally(updated: 42))
        #expect(try copy.dump() == dump)
        for number in 0..<40 where number != 3 {
            let values = EveryType.values(number)
            let found = try copy.database.snapshot().find(values[0], in: "Everything")
            let stored = try #require(found).values
            for (value, stored) in zip(values, stored) where !hasNaN(value) {
                #expect(value.isIdentical(to: stored))
            }
        }
    }

    /// Whether the value is NaN, whose payload has no form in JSON.
    private func hasNaN(_ value: Value) -> Bool {
        switch value {
        case .float(let number): number.isNaN
        case .double(let number), .date(let number): number.isNaN
        case .array(let values): values.contains(where: hasNaN)
        default: false
        }
    }

    @Test func `a dump contains indexes, and loading restores them`() throws {
        let original = try ImportFixture()
        try original.importText("{\"id\":1,\"b\":\"x\"}\n", into: "A", id: "id")
        _ = try original.database.performChanges { changes in
            try changes.redefine(
                "A", attributes: try changes.schema(of: "A").attributes,
                indexes: [["b"], ["b", "id"]])
        }
        let copy = try ImportFixture()
        try copy.load(original.dump())
        #expect(try copy.schema("A").namedIndexes == [["b"], ["b", "id"]])
        #expect(try copy.dump() == original.dump())
    }

    @Test func `a dump contains conditions of unique values, and loading judges by them`() throws {
        let original = try ImportFixture()
        let lines = "{\"id\":1,\"b\":\"x\",\"c\":1}\n{\"id\":2,\"b\":\"x\",\"c\":2}\n"
        try original.importText(lines, into: "A", id: "id")
        let index = NamedIndex.unique(["b"], where: .comparison("c", .less, .int(2)))
        _ = try original.database.performChanges { changes in
            try changes.redefine(
                "A", attributes: try changes.schema(of: "A").attributes, indexes: [index])
        }
        let dump = try original.dump()
        let stored = "\"uniqueWhere\":[{\"attributes\":[2],\"where\":\"c < 2\"}]"
        #expect(dump.contains(stored))
        let copy = try ImportFixture()
        try copy.load(dump)
        #expect(try copy.schema("A").namedIndexes == [index])
        #expect(try copy.dump() == dump)
        let third = "{\"entity\":\"A\",\"object\":{\"id\":3,\"b\":\"x\",\"c\":0}}\n"
        #expect(throws: (any Error).self) { try copy.load(dump + third) }
        for wrong in ["d < 2", "c <", "b.contains { $0 == 1 }"] {
            let other = try ImportFixture()
            let error = #expect(throws: ImportError.self) {
                try other.load(dump.replacing("c < 2", with: wrong))
            }
            #expect(error?.description.contains("condition") == true, "\(wrong)")
        }
    }

    @Test func `a dump of one entity has only its schema and objects`() throws {
        let fixture = try ImportFixture()
        try fixture.importText("{\"id\":1,\"b\":null}\n", into: "A", id: "id")
        try fixture.importText("{\"id\":2}\n", into: "B", id: "id")
        #expect(
            try fixture.dump("A")
                == "{\"schema\":{\"attributes\":[{\"id\":1,\"name\":\"id\",\"nullable\":false,"
                + "\"type\":\"int64\"},{\"id\":2,\"name\":\"b\",\"nullable\":true,\"type\":"
                + "\"string\"}],\"entity\":\"A\",\"id\":\"id\",\"number\":1}}\n"
                + "{\"entity\":\"A\",\"object\":{\"id\":1}}\n")
        #expect(throws: StoreError.self) { try fixture.dump("C") }
        let copy = try ImportFixture()
        try copy.load(fixture.dump("B"))
        #expect(try copy.schema("B").number == EntityNumber(1))
        #expect(try copy.dump("B").contains("\"number\":1}"))
    }

    @Test func `a long dump is written in chunks of whole lines`() throws {
        let fixture = try ImportFixture()
        let text = (0..<40_000).map { "{\"id\":\($0)}\n" }.joined()
        try fixture.importText(text, id: "id")
        var pieces: [[UInt8]] = []
        var last = (0, 0)
        try Dumper(
            fixture.database.snapshot(), write: { pieces.append($0) }, progress: { last = ($0, $1) }
        ).run()
        #expect(pieces.count > 2)
        #expect(pieces.allSatisfy { $0.last == 0x0A })
        #expect(last == (40_000, 40_000))
        #expect(try fixture.dump() == String(decoding: pieces.joined(), as: UTF8.self))
    }

    private static let schema =
        "{\"schema\":{\"attributes\":[{\"id\":1,\"name\":\"id\",\"nullable\":false,"
        + "\"type\":\"int64\"}],\"entity\":\"A\",\"id\":\"id\",\"number\":1}}\n"

    @Test func `a store with another schema is refused and unchanged`() throws {
        let fixture = try ImportFixture()
        try fixture.importText("{\"id\":1,\"n\":1}\n", into: "A", id: "id")
        let before = try fixture.dump()
        #expect(
            fixture.loadError(Self.schema + "{\"entity\":\"A\",\"object\":{\"id\":2}}\n")
                == "1: The store has an entity 'A' with another schema. Load into another store.")
        #expect(try fixture.dump() == before)
    }

    @Test(arguments: [
        ("{}", "2: A line of a dump was expected: {\"schema\":{...}} or"),
        ("{\"entity\":\"A\",\"object\":{\"id\":1},\"x\":1}", "2: A line of a dump was expected"),
        ("{\"schema\":{\"entity\":\"B\"}}", "2: A line of a dump was expected"),
        ("{\"entity\":\"A\",\"object\":[]}", "2: A line of a dump was expected"),
        ("{\"entity\":\"A\",\"object\":{\"id\":1}", "2: Invalid JSON at byte 32 of the line"),
        ("{\"entity\":\"B\",\"object\":{\"id\":1}}", "2: The store has no entity 'B'"),
        ("{\"entity\":\"A\",\"object\":{\"id\":1.5}}", "2: 'id' of 'A' takes int64"),
        ("{\"entity\":\"A\",\"object\":{}}", "2: 'id' of 'A' is missing."),
        ("{\"entity\":\"A\",\"object\":{\"id\":1,\"x\":1}}", "2: 'x' is not an attribute of 'A'"),
        (
            schema.replacing("\"A\"", with: "\"B\"").replacing("int64\"}", with: "json\"}"),
            "2: The entity 'B' cannot be stored"
        ),
    ])
    func `a line that does not belong in a dump is reported`(line: String, message: String) throws {
        let fixture = try ImportFixture()
        let error = try #require(fixture.loadError(Self.schema + line))
        #expect(error.hasPrefix(message), "\(error)")
        #expect(try fixture.database.snapshot().catalog.all.isEmpty)
    }

    @Test(arguments: [
        (
            "\"indexes\":[{\"attributes\":[2,3,9],\"unique\":true}]",
            "1: The entity 'A' cannot be stored: an index has attribute 9, which the entity does"
                + " not have."
        ),
        ("\"checks\":[]", "'checks' of the entity."),
        ("\"indexes\":[{\"attributes\":[2],\"where\":\"x\"}]", "'where' of an index."),
        ("\"generation\":0", "a member of the entity is missing or of the wrong kind."),
        ("\"rules\":[]", "a member of the entity is missing or of the wrong kind."),
    ])
    func `a schema with unknown members is refused by name`(
        member: String, message: String
    ) throws {
        let fixture = try ImportFixture()
        let text =
            "{\"schema\":{\"attributes\":[{\"id\":1,\"name\":\"id\",\"nullable\":false,"
            + "\"type\":\"int64\"},{\"id\":2,\"name\":\"b\",\"nullable\":true,"
            + "\"type\":\"string\"},{\"id\":3,\"name\":\"c\",\"nullable\":true,"
            + "\"type\":\"string\"}],\"entity\":\"A\",\"id\":\"id\",\"number\":1,"
            + "\(member)}}\n"
        let error = try #require(fixture.loadError(text))
        #expect(error.contains(message), "\(error)")
        #expect(try fixture.database.snapshot().catalog.all.isEmpty)
    }

    @Test(arguments: [
        ("\"type\":\"int64\"", "\"type\":\"int128\"", "the type int128 of 'id'"),
        ("\"name\":\"id\"", "\"check\":\"> 0\",\"name\":\"id\"", "'check' of 'id'"),
        ("\"nullable\":false", "\"nullable\":0", "a member of the attribute 'id' is missing"),
    ])
    func `an attribute with unknown members is refused by name`(
        old: String, new: String, message: String
    ) throws {
        let error = try ImportFixture().loadError(Self.schema.replacing(old, with: new))
        #expect(error?.contains(message) == true, "\(error ?? "")")
    }

    /// A schema with everything that a schema can have.
    private static let rich = StoredSchema(
        number: EntityNumber(1), name: "A",
        attributes: [
            AttributeSchema(
                id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
            AttributeSchema(
                id: AttributeID(2), name: "code", type: .string, isNullable: true, isUnique: true,
                isColumnar: true, pipeline: ["ordered.a"]),
            AttributeSchema(
                id: AttributeID(3), name: "link", type: .scalar(.int64), isNullable: true,
                reference: "A", deleteRule: .nullify),
            AttributeSchema(
                id: AttributeID(9), name: "wide", type: .scalar(.int64), isNullable: false,
                defaultValue: .int(1),
                sources: [
                    AttributeSource(
                        attribute: AttributeID(4), type: .scalar(.int32), valueOfNull: .int(0))
                ]),
            AttributeSchema(
                id: AttributeID(5), name: "list", type: .json, isNullable: true,
                members: [
                    MemberSchema("a", .string, isOptional: true, pipeline: ["x"]),
                    MemberSchema("b", nil, members: [MemberSchema("c", .scalar(.bool))]),
                ]),
        ], idOrdinal: 0, lastAttribute: AttributeID(12),
        indexes: [
            IndexSchema([AttributeID(2), AttributeID(3)], isUnique: true),
            IndexSchema([AttributeID(3)]),
        ], generation: 2,
        texts: SchemaTexts(defaultSort: "-code", defaultFilter: "wide > 1", rules: ["a", "b"]))

    /// Returns the JSON with one more member, in each place with members.
    private func extended(_ json: JSONValue) -> [JSONValue] {
        switch json {
        case .object(let members):
            let added = JSONValue.object(members + [JSONMember(name: "zz", value: .bool(true))])
            return [added]
                + members.indices.flatMap { place in
                    extended(members[place].value).map { value in
                        var changed = members
                        changed[place].value = value
                        return .object(changed)
                    }
                }
        case .array(let items):
            return items.indices.flatMap { place in
                extended(items[place]).map { value in
                    var changed = items
                    changed[place] = value
                    return .array(changed)
                }
            }
        default: return []
        }
    }

    private func line(_ schema: JSONValue) -> String {
        let line = JSONValue.object([JSONMember(name: "schema", value: schema)])
        return String(decoding: JSONWriter.bytes(of: line), as: UTF8.self) + "\n"
    }

    @Test func `no unknown member of a schema is ignored at any level`() throws {
        let copy = try ImportFixture()
        try copy.load(line(Self.rich.json))
        #expect(try copy.schema("A") == Self.rich)
        let variants = extended(Self.rich.json)
        #expect(variants.count == 12)
        for variant in variants {
            let error = try ImportFixture().loadError(line(variant))
            #expect(error?.contains("does not know: 'zz' of ") == true, "\(error ?? "loaded")")
        }
    }

    @Test func `the generation of a migration plan survives a dump and a load`() throws {
        let original = try ImportFixture()
        try original.importText("{\"id\":1}\n", into: "A", id: "id")
        try original.database.performChanges { try $0.setGeneration(3) }
        let copy = try ImportFixture()
        try copy.load(original.dump())
        #expect(try copy.schema("A").generation == 3)
        #expect(try copy.dump() == original.dump())
    }

    @Test func `a failing load keeps the commits before the error`() throws {
        let fixture = try ImportFixture()
        let lines = ["1", "2", "3", "4", "5", "0.5"].map {
            "{\"entity\":\"A\",\"object\":{\"id\":\($0)}}\n"
        }
        let error = fixture.loadError(Self.schema + lines.joined(), stepsPerCommit: 3)
        #expect(error?.hasPrefix("7: 'id' of 'A' takes int64") == true)
        #expect(error?.hasSuffix("The first 5 objects stay in the store.") == true)
        #expect(try fixture.objects("A").count == 5)
    }

    @Test func `uniqueness survives a dump, and a load enforces it`() throws {
        let original = try ImportFixture()
        _ = try original.database.performChanges { changes in
            let code = AttributeSchema(
                id: AttributeID(2), name: "code", type: .string, isNullable: true, isUnique: true)
            let id = AttributeSchema(
                id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false)
            try changes.define("A", attributes: [id, code], id: "id")
            for (id, code) in [(Int64(1), Value.string("x")), (2, .null), (3, .null)] {
                try changes.insert([.int(id), code], into: "A")
            }
        }
        let dump = try original.dump()
        let copy = try ImportFixture()
        try copy.load(dump)
        #expect(try copy.dump() == dump)
        #expect(try copy.database.snapshot().find(.string("x"), by: "code", in: "A") != nil)
        let line = "{\"entity\":\"A\",\"object\":{\"id\":3,\"code\":\"x\"}}\n"
        let message = "There is another object of 'A' with this 'code'"
        #expect(copy.loadError(line)?.hasPrefix("1: \(message)") == true)
        #expect(copy.loadError(dump + line)?.hasPrefix("5: \(message)") == true)
        let imported = copy.importError("{\"id\":4,\"code\":\"x\"}\n", into: "A")
        #expect(imported?.hasPrefix("1: \(message)") == true)
        #expect(try copy.dump() == dump)
    }

    @Test func `a load never generates an object id`() throws {
        let fixture = try ImportFixture()
        try fixture.importText("{\"n\":1}\n", into: "A")
        #expect(
            fixture.loadError("{\"entity\":\"A\",\"object\":{\"n\":1}}\n")
                == "1: '_id' of 'A' is missing. It needs objectid in every object.")
    }

    // MARK: Real data

    private static let samples = RepositoryFolder.atlas

    private func importFile(_ path: String, id: String) throws -> ImportFixture {
        let fixture = try ImportFixture()
        let options = Importer.Options(entity: "Thing", id: id)
        var importer = try Importer(ImportFile(path: path), options: options)
        _ = try importer.run(into: fixture.database)
        return fixture
    }

    /// Returns objects as JSON, with null members left out.
    private func values(_ lines: [String]) throws -> [JSONValue] {
        try lines.map { line in
            let value = try JSONParser.parse(line)
            guard case .object(let members) = value else { return value }
            return .object(members.filter { !$0.value.isNull }.sorted { $0.name < $1.name })
        }
    }

    @Test func `a dump has the values of the imported file`() throws {
        try expectValuesOfFile("\(Self.samples)/countries.jsonl", id: "code")
    }

    @Test(
        .enabled(if: RealData.exists, RealData.skipped),
        arguments: ["countries.jsonl", "cities.jsonl"])
    func `a dump has the values of published files`(name: String) throws {
        try RealData.withFiles { try expectValuesOfFile("\($0)/\(name)", id: "id") }
    }

    private func expectValuesOfFile(_ path: String, id: String) throws {
        let fixture = try importFile(path, id: id)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        // Nested members are compared in the canonical order of their names.
        let expected = try values(text.split(separator: "\n").map(String.init))
            .map { JSONWriter.bytes(of: $0, sortedNames: true) }
        let dumped = try values(fixture.objects())
            .map { JSONWriter.bytes(of: $0, sortedNames: true) }
        #expect(dumped.count == expected.count)
        #expect(dumped == expected)
    }

    @Test func `the sample cities are imported with their types`() throws {
        let fixture = try importFile("\(Self.samples)/cities.csv", id: "id")
        #expect(
            try fixture.attributes() == [
                "id: int64", "name: string", "country: string", "population: int64",
                "latitude: decimal", "longitude: decimal", "elevation: int64?", "founded: string?",
                "capital: bool", "note: string",
            ])
        #expect(
            try fixture.objects().first
                == "{\"id\":1,\"name\":\"Tokyo\",\"country\":\"JP\",\"population\":14000000,"
                + "\"latitude\":\"35.68\",\"longitude\":\"139.69\",\"elevation\":40,"
                + "\"capital\":true,"
                + "\"note\":\"Called Edo until 1868, when the emperor moved in.\"}")
    }
}
