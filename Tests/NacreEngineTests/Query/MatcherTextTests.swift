import NacreFormat
import Testing

@testable import NacreEngine

/// Strings in filters: equal and ordered as Swift's String, tested Character by Character.
@Suite struct MatcherTextTests {
    private func holds(_ filter: FilterExpression, for text: String) throws -> Bool {
        try QueryFixture.matches(filter, ["name": .string(text)])
    }

    private func compare(_ a: String, _ comparison: ComparisonOperator, _ b: String) throws -> Bool
    {
        try holds(.comparison("name", comparison, .string(b)), for: a)
    }

    private func test(
        _ text: String, _ method: TextCondition.Method, _ other: String, ignoringCase: Bool = false,
        ignoringDiacritics: Bool = false
    ) throws -> Bool {
        var options: TextCondition.Options = ignoringCase ? .caseInsensitive : []
        if ignoringDiacritics { options.insert(.diacriticInsensitive) }
        return try holds(.text("name", TextCondition(method, other, options)), for: text)
    }

    private let composed = "caf\u{e9}"
    private let decomposed = "cafe\u{301}"

    @Test func `canonically equivalent strings are equal`() throws {
        #expect(try compare(composed, .equal, decomposed))
        #expect(try compare(decomposed, .equal, composed))
        #expect(try !compare(composed, .notEqual, decomposed))
        #expect(try compare(composed, .lessOrEqual, decomposed))
        #expect(try !compare(composed, .less, decomposed))
        #expect(try !compare(composed, .equal, "cafe"))
        #expect(try holds(.membership("name", [.string(decomposed), .string("x")]), for: composed))
    }

    @Test func `ASCII text can equal text that is not ASCII`() throws {
        #expect(try compare("K", .equal, "\u{212a}"))
        #expect(try compare("\u{212a}", .equal, "K"))
        #expect(try compare("a;", .equal, "a\u{37e}"))
        #expect(try holds(.membership("name", [.string("\u{212a}"), .string("x")]), for: "K"))
        #expect(try holds(.membership("name", [.string("K"), .string("x")]), for: "\u{212a}"))
        #expect(try holds(.membership("name", [.string("K"), .string("\u{212a}")]), for: "K"))
        #expect(try !holds(.membership("name", [.string("\u{212a}")]), for: "L"))
    }

    @Test func `strings are ordered as in Swift`() throws {
        #expect(try compare("a", .less, "b"))
        #expect(try compare("B", .less, "a"))
        #expect(try compare("a", .less, "aa"))
        #expect(try compare("", .less, "a"))
        #expect(try compare("z", .less, "\u{e9}"))
        #expect(try compare("e\u{301}", .greater, "z"))
        #expect(try compare("abcdefghi", .less, "abcdefgia"))
        // Swift's own operator returns false for these in both directions.
        #expect(try compare("e\u{301}", .less, "\u{e9}a"))
        #expect(try !compare("\u{e9}a", .lessOrEqual, "e\u{301}"))
        #expect(try holds(.range("name", .halfOpen(.string("a"), .string("b"))), for: "az"))
        #expect(try !holds(.range("name", .halfOpen(.string("a"), .string("b"))), for: "b"))
    }

    @Test func `prefixes, suffixes and substrings are tested`() throws {
        #expect(try test("Oslo", .hasPrefix, "Os"))
        #expect(try test("Oslo", .hasPrefix, ""))
        #expect(try test("", .contains, ""))
        #expect(try !test("Oslo", .hasPrefix, "Osloo"))
        #expect(try !test("Oslo", .hasPrefix, "os"))
        #expect(try test("Oslo", .hasSuffix, "lo"))
        #expect(try !test("Oslo", .hasSuffix, "l"))
        #expect(try test("Oslo", .contains, "sl"))
        #expect(try test("aab", .contains, "ab"))
        #expect(try !test("Oslo", .contains, "so"))
    }

    @Test func `text tests with any letter or combining mark agree with Swift`() throws {
        let letters = (UInt32(1)...0x304).compactMap(Unicode.Scalar.init)
        for letter in letters + ["\u{345}", "\u{600}", "\u{200d}", "\u{1f3fb}"] {
            let texts = ["a\u{e9}\(letter)b", "\(letter)\u{e9}", "\u{f8}\(letter)", "x\r\(letter)"]
            let parts = [
                "a\u{e9}", "\(letter)", "\(letter)b", "\u{f8}", "e\u{301}\(letter)", "x\r",
            ]
            for text in texts {
                for part in parts.map(TextLiteral.init) {
                    try expectAsInSwift(text, part)
                }
            }
        }
    }

    private func expectAsInSwift(_ text: String, _ part: TextLiteral) throws {
        func test(_ method: TextCondition.Method) -> Bool? {
            Array(text.utf8).withView {
                TextMatching.test($0, method, [], part.known, part.bytes, part.string)
            }
        }
        let order = Array(text.utf8).withView {
            TextMatching.compare($0, .less, part.known, part.bytes, part.string)
        }
        #expect(test(.hasPrefix) == text.hasPrefix(part.string), "\(text) \(part.string)")
        #expect(test(.hasSuffix) == text.hasSuffix(part.string), "\(text) \(part.string)")
        #expect(test(.contains) == text.contains(part.string), "\(text) \(part.string)")
        #expect(test(.equals) == (text == part.string), "\(text) \(part.string)")
        #expect(order == (text.order(relativeTo: part.string) < 0), "\(text) \(part.string)")
    }

    @Test func `an incomplete UTF-8 sequence is damage and not text`() {
        let literal = TextLiteral("\u{e9}")
        for bytes in [[0xC3], [0x61, 0xC3, 0x61], [0xA9], [0xC3, 0xC3], [0xC0, 0x80]] as [[UInt8]] {
            let found = bytes.withView {
                TextMatching.test($0, .contains, [], literal.known, literal.bytes, literal.string)
            }
            #expect(found == nil)
        }
    }

    @Test func `a part of a Character is not matched`() throws {
        #expect(try !test(decomposed, .hasPrefix, "cafe"))
        #expect(try !test(decomposed, .contains, "fe"))
        #expect(try test(decomposed, .hasSuffix, "\u{e9}"))
        #expect(try test(composed, .contains, "fe\u{301}"))
        #expect(try !test("a\r\nb", .contains, "\n"))
        #expect(try !test("a\r\nb", .contains, "\r"))
        #expect(try test("a\r\nb", .contains, "\r\n"))
        #expect(try !test("12345678\r\n", .hasSuffix, "\n"))
    }

    @Test func `letters of either case are equal if case is ignored`() throws {
        #expect(try test("OSLO", .hasPrefix, "os", ignoringCase: true))
        #expect(try test("oslo", .hasSuffix, "LO", ignoringCase: true))
        #expect(try test("Oslo", .contains, "SL", ignoringCase: true))
        #expect(try !test("Oslo", .contains, "SO", ignoringCase: true))
        #expect(try test("\u{c9}TUDE", .hasPrefix, "e\u{301}t", ignoringCase: true))
        #expect(try test("Kelvin", .hasPrefix, "\u{212a}", ignoringCase: true))
        #expect(try test("\u{212a}elvin", .hasPrefix, "kE", ignoringCase: true))
        #expect(try !test("[", .contains, "{", ignoringCase: true))
        #expect(try !test("@", .contains, "`", ignoringCase: true))
    }

    @Test func `letters with and without marks are equal if marks are ignored`() throws {
        for text in [composed, decomposed, "cafe"] {
            for other in [composed, decomposed, "cafe"] {
                #expect(try test(text, .equals, other, ignoringDiacritics: true))
            }
        }
        #expect(try test(composed, .contains, "fe", ignoringDiacritics: true))
        #expect(try test(decomposed, .hasPrefix, "cafe", ignoringDiacritics: true))
        #expect(try test(decomposed, .hasSuffix, "\u{ea}", ignoringDiacritics: true))
        #expect(try test("cafe", .hasSuffix, "f\u{e9}", ignoringDiacritics: true))
        // Several marks on a letter, and a letter of another script.
        #expect(try test("Vi\u{1ec7}t", .equals, "Viet", ignoringDiacritics: true))
        #expect(try test("\u{3af}", .equals, "\u{3b9}", ignoringDiacritics: true))
        #expect(
            try test(
                "\u{c9}COLE", .hasPrefix, "eco", ignoringCase: true, ignoringDiacritics: true))
        #expect(
            try test("\u{130}zmir", .equals, "izmir", ignoringCase: true, ignoringDiacritics: true))
        // Without the option none of this matches, and letters that are distinct without marks stay
        // distinct.
        #expect(try !test(composed, .contains, "fe"))
        #expect(try !test(composed, .equals, "cafe", ignoringCase: true))
        #expect(try !test("\u{d8}", .equals, "O", ignoringDiacritics: true))
        #expect(try !test("\u{df}", .equals, "ss", ignoringCase: true, ignoringDiacritics: true))
    }

    @Test func `equality may ignore case`() throws {
        #expect(try test("OSLO", .equals, "oslo", ignoringCase: true))
        #expect(try test(composed, .equals, "CAF\u{c9}", ignoringCase: true))
        #expect(try !test("Oslo", .equals, "osl", ignoringCase: true))
        #expect(try !test("Oslo", .equals, "osloo", ignoringCase: true))
        #expect(try !test("Oslo", .equals, "oslo"))
        #expect(try test("Oslo", .equals, "Oslo"))
    }

    @Test func `regular expressions match anywhere, or at their anchors`() throws {
        #expect(try test("Oslo", .matches, "s[a-m]o"))
        #expect(try test("Oslo", .matches, "^O.*o$"))
        #expect(try !test("Oslo", .matches, "^s"))
        #expect(try test("Oslo", .matches, "^OS", ignoringCase: true))
        #expect(try test(decomposed, .matches, "^caf\u{e9}$"))
        #expect(try test("", .matches, ""))
    }

    @Test func `an invalid pattern is refused when the filter is bound`() throws {
        let deep = String(repeating: "(", count: 101) + String(repeating: ")", count: 101)
        for pattern in ["(", "[a", "a{1000}", "*", deep, String(repeating: "a", count: 2001)] {
            let error = #expect(throws: StoreError.self) { try test("Oslo", .matches, pattern) }
            #expect(error?.code == .invalidValue)
            #expect(error?.message.contains("regular expression") == true)
        }
        #expect(throws: StoreError.self) {
            try test("Oslo", .matches, "a", ignoringDiacritics: true)
        }
    }

    @Test func `bytes that are not UTF-8 are an error and not an answer`() throws {
        let filters: [FilterExpression] = [
            .comparison("name", .equal, .string("abc")), .comparison("name", .less, .string("abc")),
            .comparison("name", .notEqual, .string("\u{fffd}bc")),
            .membership("name", [.string("abc")]), .text("name", TextCondition(.hasPrefix, "a")),
            .text("name", TextCondition(.contains, "c", .caseInsensitive)),
        ]
        for filter in filters {
            let bound = try BoundFilter(filter, schema: QueryFixture.schema)
            let matcher = try Matcher(bound, layout: QueryFixture.layout)
            try QueryFixture.withRecord(["name": .string("bbc")]) { record in
                var bytes = record.bytes.bytes
                let place = try #require(bytes.firstIndex(of: UInt8(ascii: "b")))
                bytes[place] = 0xFF
                let error = #expect(throws: FormatError.self) {
                    try bytes.withView { view in
                        try matcher.matches(
                            RecordView(trusted: view), origin: 100,
                            external: QueryFixture.unexpectedExternal)
                    }
                }
                #expect(error?.field == "attribute 'name'")
                #expect(error?.offset == 100)
            }
        }
    }

    @Test func `a Bool of 2 and a non-canonical decimal are errors`() throws {
        for (text, name, value) in [
            ("isCapital == true", "isCapital", Value.bool(true)),
            ("price == 1", "price", .decimal(.zero)),
        ] {
            let bound = try BoundFilter(QueryFixture.parse(text), schema: QueryFixture.schema)
            let matcher = try Matcher(bound, layout: QueryFixture.layout)
            let attribute = try #require(
                QueryFixture.layout.attributes.first { $0.name == name })
            try QueryFixture.withRecord([name: value]) { record in
                var bytes = record.bytes.bytes
                bytes[attribute.place + attribute.type.scalar.map { $0.width - 1 }!] = 2
                let error = #expect(throws: FormatError.self) {
                    try bytes.withView { view in
                        try matcher.matches(
                            RecordView(trusted: view), external: QueryFixture.unexpectedExternal)
                    }
                }
                #expect(error?.offset == attribute.place)
            }
        }
    }
}
