import NacreCLI
import NacreEngine
import NacreExchangeCore
import NacreFormat
import Testing

@Suite struct ImporterTests {
    private func attribute(
        _ id: UInt32, _ name: String, _ type: StoredType, isNullable: Bool = true
    ) -> AttributeSchema {
        AttributeSchema(id: AttributeID(id), name: name, type: type, isNullable: isNullable)
    }

    // MARK: Files

    @Test func `a malformed line is reported with its byte, and nothing is imported`() throws {
        let fixture = try ImportFixture()
        let text = "{\"a\":1}\n\n{\"a\":2,}\n"
        #expect(
            fixture.importError(text)
                == "3: Invalid JSON at byte 8 of the line: found '}', expected a member name in"
                + " double quotes.")
        #expect(
            fixture.importError("{\"a\":1}\n[1]\n")
                == "2: An object was expected, and an array was found. Write one object a line"
                + " (JSON Lines).")
        #expect(try fixture.database.snapshot().catalog.all.isEmpty)
        #expect(try fixture.database.snapshot().commit == CommitNumber(0))
    }

    @Test func `a missing file and a broken CSV file are errors with their place`() throws {
        let fixture = try ImportFixture()
        let error = #expect(throws: ImportError.self) { try ImportFile(path: "/no/such.jsonl") }
        #expect(
            error?.description == "/no/such.jsonl: There is no such file. Check the path.")
        #expect(
            fixture.importError("a,b\n1,2\n3\n", format: .csv)?.hasPrefix("3: This record has 1")
                == true)
    }

    @Test(arguments: [
        (" \n{\"a\":1}\n", ["_id: objectid", "a: int64"]),
        ("a;b\n1;x\n", ["_id: objectid", "a: int64", "b: string"]),
    ])
    func `the first byte tells the format of a file without an extension`(
        text: String, attributes: [String]
    ) throws {
        let fixture = try ImportFixture()
        try fixture.importText(text)
        #expect(try fixture.attributes() == attributes)
    }

    // MARK: Ids

    @Test func `an id that is null, missing or unusable is an error`() throws {
        let fixture = try ImportFixture()
        #expect(
            fixture.importError("{\"id\":1}\n{\"id\":null}\n", id: "id")
                == "2: The id 'id' is null. Every object needs one.")
        #expect(
            fixture.importError("{\"id\":1,\"a\":2}\n{\"a\":2,\"b\":3}\n", id: "id")
                == "2: This object has no 'id', which was named as the id. It has: a, b.")
        #expect(
            fixture.importError("{\"id\":1}\n{\"id\":\"1\"}\n", id: "id")
                == "'id' cannot be the id: its values are of mixed kinds, nested, or out of range."
                + " Name another attribute, or leave --id out to have ids made.")
        #expect(
            fixture.importError("{\"_id\":1}\n")?.hasPrefix(
                "1: The objects have an attribute '_id' themselves. If it identifies them, add"
                    + " --id _id.") == true)
        #expect(try fixture.database.snapshot().catalog.all.isEmpty)
    }

    @Test func `a repeated id updates its object`() throws {
        let fixture = try ImportFixture()
        let text = "{\"id\":\"a\",\"n\":1}\n{\"id\":\"b\",\"n\":2}\n{\"id\":\"a\",\"n\":3}\n"
        #expect(
            try fixture.importText(text, id: "id") == ChangeTally(inserted: 2, updated: 1))
        #expect(
            try fixture.objects() == ["{\"id\":\"a\",\"n\":3}", "{\"id\":\"b\",\"n\":2}"])
        // The stored entity already has its id attribute.
        #expect(
            try fixture.importText("{\"n\":4,\"id\":\"b\"}\n{\"id\":\"c\",\"n\":5}\n")
                == ChangeTally(inserted: 1, updated: 1))
        #expect(
            fixture.importError("{\"n\":4,\"id\":\"b\"}", id: "n")
                == "Objects of 'Thing' are identified by 'id', not by 'n'. Leave --id out, or"
                + " import into another entity.")
    }

    // MARK: Stored entities

    @Test func `values that do not fit a stored entity are reported by name`() throws {
        let fixture = try ImportFixture()
        try fixture.importText(
            "{\"id\":1,\"n\":1,\"x\":0.5}\n{\"id\":2,\"n\":1,\"x\":null}\n", id: "id")
        let before = try fixture.dump()
        #expect(
            fixture.importError("{\"id\":3,\"n\":3}\n{\"id\":4,\"n\":\"x\"}\n")
                == "2: 'n' of 'Thing' takes int64, but a string or a value out of range was found.")
        #expect(
            fixture.importError("{\"id\":3,\"n\":3,\"x\":[]}\n")
                == "1: 'x' of 'Thing' takes double or null, but an array or a value out of range"
                + " was found.")
        #expect(
            fixture.importError("{\"id\":3,\"n\":3,\"y\":1}\n")
                == "1: 'y' is not an attribute of 'Thing'. It has: id, n, x. Rename or remove it, "
                + "or choose another entity.")
        #expect(
            fixture.importError("{\"id\":3}\n")
                == "1: 'n' of 'Thing' is missing. It needs int64 in every object.")
        #expect(
            fixture.importError("{\"id\":null,\"n\":3}\n")
                == "1: 'id' of 'Thing' is null. It needs int64 in every object.")
        #expect(
            fixture.importError("id,n,x\n3,3,\n4,4,abc\n", format: .csv)
                == "3: 'x' of 'Thing' takes double or null, but a text that does not fit was found."
        )
        #expect(try fixture.dump() == before)
    }

    @Test func `a failing import keeps the commits before the error`() throws {
        let fixture = try ImportFixture()
        try fixture.importText("{\"id\":0,\"n\":0}\n", id: "id")
        let lines = (1...7).map { "{\"id\":\($0),\"n\":\($0 == 6 ? "true" : "\($0)")}" }
        #expect(
            fixture.importError(lines.joined(separator: "\n"), objectsPerCommit: 2)
                == "6: 'n' of 'Thing' takes int64, but a boolean or a value out of range was found."
                + " The first 4 objects stay in the store.")
        #expect(try fixture.database.snapshot().count("Thing") == 5)
        #expect(try fixture.database.snapshot().commit == CommitNumber(3))
    }

    @Test func `every 10,000 objects are one commit`() throws {
        let fixture = try ImportFixture()
        let text = (1...20_000).map { "{\"id\":\($0)}\n" }.joined()
        try fixture.importText(text, id: "id")
        #expect(try fixture.database.snapshot().commit == CommitNumber(2))
    }

    @Test func `values are converted to stored types if nothing is lost`() throws {
        let fixture = try ImportFixture()
        let uuid = "00112233-4455-6677-8899-aabbccddeeff"
        try fixture.database.performChanges { changes in
            _ = try changes.define(
                "Thing",
                attributes: [
                    attribute(1, "id", .scalar(.uuid), isNullable: false),
                    attribute(2, "double", .scalar(.double)), attribute(3, "json", .json),
                    attribute(4, "date", .scalar(.date)), attribute(5, "small", .scalar(.int8)),
                    attribute(6, "decimal", .scalar(.decimal)), attribute(7, "data", .data),
                    attribute(8, "object", .scalar(.objectID)),
                    attribute(9, "list", .array(of: .int16)),
                    attribute(10, "float", .scalar(.float)), attribute(11, "text", .string),
                    attribute(12, "flag", .scalar(.bool)),
                ], id: "id")
        }
        let stored =
            "{\"id\":\"\(uuid)\",\"double\":7.0,\"json\":[1,{\"a\":2}],"
            + "\"date\":\"2020-02-29T12:00:00Z\",\"small\":-128,"
            + "\"decimal\":\"1.2345678901234567890\",\"data\":\"AQI=\","
            + "\"object\":\"0000000000042\",\"list\":[1,-2],\"float\":0.5,"
            + "\"text\":\"007\",\"flag\":true}"
        let expected = stored.replacing("567890\"", with: "56789\"")
        try fixture.importText(stored.replacing(":7.0", with: ":7"))
        #expect(try fixture.objects() == [expected])
        try fixture.importText(
            """
            id,double,json,date,small,decimal,data,object,list,float,text,flag
            \(uuid.uppercased()),7,"[1, {""a"": 2}]",2020-02-29T13:00:00+01:00,-128,\
            1.2345678901234567890,AQI=,0000000000042,"[1,-2]",0.5,007,true
            """, format: .csv)
        #expect(try fixture.objects() == [expected])
        for (name, text) in [
            ("small", "128"), ("small", "1.0"), ("float", "1e300"), ("double", "9007199254740993"),
            ("date", "\"2020-02-30\""), ("decimal", "\"x\""), ("list", "[1,null]"), ("flag", "1"),
            ("object", "42"), ("double", "12345678901234567890.1"), ("double", "4.9e-400"),
            ("date", "0.1234567890123456789"), ("float", "1e-60"), ("double", "1e999"),
        ] {
            let error = fixture.importError("{\"id\":\"\(uuid)\",\"\(name)\":\(text)}")
            #expect(error?.hasPrefix("1: '\(name)' of 'Thing' takes") == true, "\(name) \(text)")
        }
        #expect(try fixture.objects() == [expected])
    }

    @Test func `names that are equal in Unicode are an error`() throws {
        let fixture = try ImportFixture()
        let text = "{\"\u{E9}\":1,\"e\u{301}\":2}\n"
        #expect(fixture.importError(text)?.hasPrefix("1: The attribute") == true)
        try fixture.importText("{\"\u{E9}\":1}\n")
        #expect(fixture.importError(text) == "1: 'e\u{301}' occurs twice. Remove one.")
    }

    @Test func `names that cannot be stored are an error with their line`() throws {
        let fixture = try ImportFixture()
        let long = String(repeating: "x", count: 256)
        for (text, start) in [
            ("{}\n{\"\(long)\":1}\n", "2: An attribute's name has 256"),
            ("{\"\":1}\n", "1: An attribute's name has 0"),
        ] {
            #expect(fixture.importError(text)?.hasPrefix(start) == true)
        }
        let many = (0..<1024).map { "{\"a\($0)\":1}\n" }.joined()
        #expect(
            fixture.importError(many)?.hasPrefix(
                "1024: The objects up to here have more than 1,023") == true)
        try fixture.importText(many.split(separator: "\n").prefix(1023).joined(separator: "\n"))
        #expect(try fixture.schema().attributes.count == 1024)
        // With an id attribute of their own, there is room for one more.
        let named = (0..<1025).map { "{\"a0\":\($0)\($0 == 0 ? "" : ",\"a\($0)\":1")}\n" }
        let other = try ImportFixture()
        try other.importText(named.prefix(1024).joined(), id: "a0")
        #expect(try other.schema().attributes.count == 1024)
        let message = try ImportFixture().importError(named.joined(), id: "a0")
        #expect(message?.hasPrefix("1025: The objects up to here have more than 1,024") == true)
    }

    @Test func `the result is reported in one sentence`() {
        #expect(
            ChangeTally(inserted: 11_900, updated: 81).sentence(into: "City", seconds: 0.4204)
                == "11,981 objects into City (11,900 new, 81 updated) in 420 ms, 28,500 objects/s")
        #expect(
            ChangeTally(inserted: 1).sentence(into: "A", seconds: 2)
                == "1 object into A (1 new, 0 updated) in 2.0 s, 1 objects/s")
    }
}
