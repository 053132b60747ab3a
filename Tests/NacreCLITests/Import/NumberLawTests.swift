import NacreCLI
import NacreExchangeCore
import NacreFormat
import NacreTestSupport
import Testing

/// An import loses no digit of a number, whatever its spelling.
@Suite struct NumberLawTests {
    @Test func `columns of any numbers keep their digits through CSV`() {
        let columns = Generator.array(of: NumberSpellings.generator(isJSON: false), count: 1...4)
        property("CSV", runs: 600, columns) { numbers in
            let text = "n,a\n" + numbers.map { "1,\($0)\n" }.joined()
            try check(numbers, text, .csv)
        }
    }

    @Test func `columns of any numbers keep their digits through JSON Lines`() {
        let columns = Generator.array(of: NumberSpellings.generator(isJSON: true), count: 1...4)
        property("JSON Lines", runs: 600, columns) { numbers in
            try check(numbers, numbers.map { "{\"a\":\($0)}\n" }.joined(), .jsonl)
        }
    }

    @Test func `numbers within JSON keep their digits, as text if necessary`() {
        let columns = Generator.array(of: NumberSpellings.generator(isJSON: true), count: 1...4)
        property("nested", runs: 300, columns) { numbers in
            let fixture = try ImportFixture()
            let list = numbers.joined(separator: ",")
            try fixture.importText("{\"id\":1,\"a\":[\(list)]}", id: "id")
            let object = try fixture.objects().first ?? ""
            let items = object.dropFirst("{\"id\":1,\"a\":[".count).dropLast(2)
                .split(separator: ",")
            try requireEqual(items.count, numbers.count)
            for (before, after) in zip(numbers, items) { try law(before, String(after), .json) }
        }
    }

    private func check(_ numbers: [String], _ text: String, _ format: ImportFormat) throws {
        let fixture = try ImportFixture()
        try fixture.importText(text, format: format)
        let type = try fixture.schema().attributes.last?.type ?? .string
        let objects = try fixture.objects()
        try requireEqual(objects.count, numbers.count)
        for (before, object) in zip(numbers, objects) {
            let after = object.dropLast().split(separator: "\"a\":").last ?? ""
            try law(before, String(after), type)
        }
    }

    private func law(_ before: String, _ after: String, _ type: StoredType) throws {
        let text = after.filter { $0 != "\"" }
        let problem = NumberSpellings.problem(of: before, text, in: type)
        try require(problem == nil, "\(before) as \(type.name) is \(text): \(problem ?? "")")
    }

    @Test func `the import reports which attribute is stored as another type, and why`() throws {
        #expect(
            try notes("a,b,c,d,e,f\n1,x,1,2,3,4\n1.10,2,007,+49,4.9e-400,9223372036854775808\n")
                == [
                    "3: 'a' is stored as decimal: '1.10' would be spelled differently as a double.",
                    "3: 'c' is stored as string: '007' begins with a zero.",
                    "3: 'd' is stored as string: '+49' begins with a plus sign, as telephone"
                        + " numbers do.",
                    "3: 'e' is stored as string: '4.9e-400' has digits that no number type keeps"
                        + " for all values.",
                    "3: 'f' is stored as string: '9223372036854775808' is outside of the range of"
                        + " int64.",
                ])
        #expect(
            try notes("{\"a\":{\"b\":12345678901234567890.1},\"c\":1.5,\"d\":\"007\"}\n")
                == [
                    "1: 'a' is stored as json, whose numbers would lose digits of"
                        + " 12345678901234567890.1, so this number is kept as a text."
                ])
        #expect(try notes("a,b\n1,true\n2.5,abc\n") == [])
    }

    private func notes(_ text: String) throws -> [String] {
        let fixture = try ImportFixture()
        return try withTemporaryFile(text.utf8) { path in
            var importer = try Importer(
                ImportFile(path: path), options: Importer.Options(entity: "Thing"))
            _ = try importer.run(into: fixture.database)
            return importer.notes.map { "\($0.line ?? 0): \($0.message)" }
        }
    }

    @Test func `a stored double accepts any number whose digits it preserves`() throws {
        let fixture = try ImportFixture()
        try fixture.importText("{\"id\":1,\"x\":0.5}\n", id: "id")
        let exact = "0.1000000000000000055511151231257827"
        for number in ["1.10", "5E-1", exact, "0.10000000000000001"] {
            try fixture.importText("{\"id\":1,\"x\":\(number)}\n")
        }
        #expect(try fixture.objects() == ["{\"id\":1,\"x\":0.1}"])
        #expect(
            fixture.importError("{\"id\":1,\"x\":12345678901234567890.1}\n")
                == "1: 'x' of 'Thing' takes double, which would lose digits of"
                + " 12345678901234567890.1.")
        #expect(
            fixture.importError("id,x\n1,4.9e-400\n", format: .csv)
                == "2: 'x' of 'Thing' takes double, which would lose digits of 4.9e-400.")
    }
}
