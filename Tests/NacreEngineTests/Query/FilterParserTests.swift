import NacreEngine
import NacreFormat
import Testing

/// The meaning of filter texts.
@Suite struct FilterParserTests {
    private func parse(_ text: String) throws -> FilterExpression { try QueryFixture.parse(text) }

    private let big = FilterExpression.comparison("population", .greaterOrEqual, .int(1_000_000))
    private let norway = FilterExpression.comparison("country_code", .equal, .string("NO"))
    private let capital = FilterExpression.comparison("isCapital", .equal, .bool(true))

    @Test func `the six operators are parsed`() throws {
        for comparison in ComparisonOperator.allCases {
            let text = "population \(comparison.rawValue) 5"
            #expect(try parse(text) == .comparison("population", comparison, .int(5)))
        }
    }

    @Test func `an operator may be followed by another attribute`() throws {
        for comparison in ComparisonOperator.allCases {
            let sign = comparison.rawValue
            #expect(
                try parse("population \(sign) i32") == .attributes("population", comparison, "i32"))
            #expect(
                try parse("name \(sign) townHall.city")
                    == .attributes("name", comparison, "townHall.city"))
            #expect(
                try parse("`home town` \(sign) `a\\`b\\\\c\\n`")
                    == .attributes("home town", comparison, "a`b\\c\n"))
        }
        #expect(
            try parse("!(area > ratio) && `in` == id || extra != extra")
                == .or([
                    .and([
                        .not(.attributes("area", .greater, "ratio")),
                        .attributes("in", .equal, "id"),
                    ]), .attributes("extra", .notEqual, "extra"),
                ]))
    }

    @Test func `white space and newlines have no effect`() throws {
        #expect(try parse("population>=1000000&&country_code==\"NO\"") == .and([big, norway]))
        #expect(
            try parse(" population\n>= 1_000_000\r\n\t&& country_code == \"NO\" ")
                == .and([big, norway]))
    }

    @Test func `true and false are filters`() throws {
        #expect(try parse("true") == .all)
        #expect(try parse("!false") == .not(.none))
        #expect(try parse("true && false") == .and([.all, .none]))
    }

    @Test func `and binds more tightly than or, and not more tightly than and`() throws {
        let a = "population >= 1000000"
        let b = "country_code == \"NO\""
        let c = "isCapital == true"
        #expect(try parse("\(a) || \(b) && \(c)") == .or([big, .and([norway, capital])]))
        #expect(try parse("\(a) && \(b) || \(c)") == .or([.and([big, norway]), capital]))
        #expect(try parse("!(\(a)) && \(b)") == .and([.not(big), norway]))
        #expect(try parse("!(\(a) && \(b))") == .not(.and([big, norway])))
        #expect(try parse("(\(a) || \(b)) && \(c)") == .and([.or([big, norway]), capital]))
    }

    @Test func `chains are flat, and parentheses are kept`() throws {
        let a = "isCapital == true"
        #expect(try parse("\(a) && \(a) && \(a)") == .and([capital, capital, capital]))
        #expect(try parse("(\(a) && \(a)) && \(a)") == .and([.and([capital, capital]), capital]))
        #expect(try parse("((\(a)))") == capital)
    }

    @Test func `negations may be repeated and precede methods`() throws {
        #expect(try parse("!!(isCapital == true)") == .not(.not(capital)))
        #expect(
            try parse("!name.hasPrefix(\"O\")")
                == .not(.text("name", TextCondition(.hasPrefix, "O"))))
    }

    @Test func `string methods take text and an option`() throws {
        #expect(
            try parse("name.hasPrefix(\"Os\")") == .text("name", TextCondition(.hasPrefix, "Os")))
        #expect(
            try parse("name.hasSuffix(\"x\")") == .text("name", TextCondition(.hasSuffix, "x")))
        #expect(
            try parse("name.contains(\"os\", .caseInsensitive)")
                == .text("name", TextCondition(.contains, "os", .caseInsensitive)))
        #expect(
            try parse("townHall.city.contains(\"a\")")
                == .text("townHall.city", TextCondition(.contains, "a")))
    }

    @Test func `lists may be empty, end with a comma and contain nil`() throws {
        #expect(
            try parse("country_code in [\"NO\", \"SE\",]")
                == .membership("country_code", [.string("NO"), .string("SE")]))
        #expect(try parse("level in []") == .membership("level", []))
        #expect(try parse("level in [nil, -1]") == .membership("level", [.null, .int(-1)]))
    }

    @Test func `the five kinds of ranges are parsed`() throws {
        func range(_ text: String) throws -> FilterExpression { try parse("population in \(text)") }
        func expected(_ range: FilterRange) -> FilterExpression { .range("population", range) }
        #expect(try range("10_000...20_000") == expected(.closed(.int(10_000), .int(20_000))))
        #expect(try range("10_000..<20_000") == expected(.halfOpen(.int(10_000), .int(20_000))))
        #expect(try range("5...") == expected(.from(.int(5))))
        #expect(try range("...5") == expected(.through(.int(5))))
        #expect(try range("..<5") == expected(.upTo(.int(5))))
        #expect(try range("-5...-1") == expected(.closed(.int(-5), .int(-1))))
        #expect(
            try range("5... && isCapital == true") == .and([expected(.from(.int(5))), capital]))
        #expect(
            try parse("(area in 1.5...2.5)")
                == .range("area", .closed(.double(1.5), .double(2.5))))
        #expect(
            try parse("name in \"A\"..<\"B\"")
                == .range("name", .halfOpen(.string("A"), .string("B"))))
        #expect(try parse("area in .nan....infinity").description == "area in .nan....infinity")
    }

    @Test func `numbers may have underscores, a sign and hexadecimal digits`() throws {
        #expect(try parse("population == -1_0") == .comparison("population", .equal, .int(-10)))
        #expect(
            try parse("population == 0xFF_ff") == .comparison("population", .equal, .int(65535)))
        #expect(try parse("population == - 5") == .comparison("population", .equal, .int(-5)))
        #expect(try parse("area == 1e6") == .comparison("area", .equal, .double(1e6)))
        #expect(try parse("area == 1.5E-3") == .comparison("area", .equal, .double(0.0015)))
        #expect(try parse("area == -2.5e+3") == .comparison("area", .equal, .double(-2500)))
        #expect(try parse("area == -.infinity") == .comparison("area", .equal, .double(-.infinity)))
    }

    @Test func `strings have the escapes of Swift`() throws {
        let text = #"name == "\"\\\n\t\r\0\u{e9}\u{1F600}\'""#
        #expect(
            try parse(text)
                == .comparison("name", .equal, .string("\"\\\n\t\r\0\u{e9}\u{1F600}'")))
    }

    @Test func `unusual names are in backquotes`() throws {
        func name(_ text: String) throws -> FilterExpression { try parse("\(text) != nil") }
        #expect(try name("`home town`") == .comparison("home town", .notEqual, .null))
        #expect(try name("`in`") == .comparison("in", .notEqual, .null))
        #expect(try name(#"`a\`b\\c\n`"#) == .comparison("a`b\\c\n", .notEqual, .null))
        #expect(try name("`name`") == .comparison("name", .notEqual, .null))
        #expect(try name("townHall.city") == .comparison("townHall.city", .notEqual, .null))
        #expect(try name("`townHall`.`city`") == .comparison("townHall.city", .notEqual, .null))
        #expect(try name("`townHall.city`") == .comparison("townHall.city", .notEqual, .null))
        #expect(
            try name("gro\u{308}\u{df}e") == .comparison("gr\u{f6}\u{df}e", .notEqual, .null))
    }

    @Test func `filters print as they are parsed`() throws {
        let texts = [
            "true", "!false", "population >= 1000000 && country_code == \"NO\"",
            "!(level == nil) || isCapital != nil", "name.hasPrefix(\"Os\")",
            "!name.contains(\"os\", .caseInsensitive)", "country_code in [\"NO\", nil]",
            "population in 1...5", "population in 1..<5", "population in 5...",
            "population in ...5", "population in ..<5", "`home town` == \"a\\u{1b}\\n\\\"\"",
            #"`a\`b\\c\n` == nil"#, "(level == 1 || level == 2) && level != 3",
            "(level == 1 && level == 2) && level != 3", "area == 1e+16", "area == -0.0",
            "founded == \"2024-05-17T00:00:00Z\"", "founded == 0.5", "photo == \"bmFjcmU=\"",
            "key == \"6fa459ea-ee8a-3ca4-894e-db77e160355e\"", "price == 12.5",
            "ref == \"0000000000012\"", "u64 == 18446744073709551615", "!!(level == 1)",
        ]
        for text in texts { #expect(try parse(text).description == text) }
    }

    @Test func `chains of fewer than two parts print their meaning`() {
        #expect(FilterExpression.and([]).description == "true")
        #expect(FilterExpression.or([]).description == "false")
        #expect(
            FilterExpression.not(.and([.or([capital, norway])])).description
                == "!(isCapital == true || country_code == \"NO\")")
    }

    @Test func `the operators of FilterExpression keep chains flat`() {
        #expect((capital && norway && big) == .and([capital, norway, big]))
        #expect((capital || norway || big) == .or([capital, norway, big]))
        #expect(!capital == .not(capital))
    }
}
