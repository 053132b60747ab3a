import NacreEngine
import NacreFormat
import Testing

/// The records that a filter matches: rules of nil, numbers and the other scalars.
@Suite struct MatcherTests {
    private func check(
        _ value: [String: Value], holds: [String] = [], fails: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for text in holds {
            let result = try QueryFixture.matches(text, value)
            #expect(result, "\(text)", sourceLocation: sourceLocation)
            let negated = try QueryFixture.matches("!(\(text))", value)
            #expect(!negated, "!(\(text))", sourceLocation: sourceLocation)
        }
        for text in fails {
            let result = try QueryFixture.matches(text, value)
            #expect(!result, "\(text)", sourceLocation: sourceLocation)
            let negated = try QueryFixture.matches("!(\(text))", value)
            #expect(negated, "!(\(text))", sourceLocation: sourceLocation)
        }
    }

    @Test func `nil equals only nil and is not ordered`() throws {
        try check(
            ["level": .null],
            holds: ["level == nil", "level != 1", "level in [1, nil]"],
            fails: [
                "level != nil", "level == 1", "level < 1", "level >= -128", "level in [1]",
                "level in []", "level in -128...127", "level in ...5", "level in -128...",
            ])
        try check(
            ["level": .int(1)], holds: ["level != nil", "level in [nil, 1]"],
            fails: ["level == nil", "level in [nil]"])
        try check(
            ["country_code": .null], holds: ["country_code != \"\"", "country_code == nil"],
            fails: ["country_code == \"\"", "country_code.hasPrefix(\"\")", "country_code < \"a\""])
        try check(
            ["population": .int(0)], holds: ["population != nil"], fails: ["population == nil"])
        try check(
            ["extra": .json("{}"), "scores": .null], holds: ["extra != nil", "scores == nil"])
    }

    @Test func `a comparison by order with nil matches nothing`() throws {
        for value in [Value.null, .int(1)] {
            for comparison in ComparisonOperator.allCases where comparison.isOrder {
                let filter = FilterExpression.comparison("level", comparison, .null)
                #expect(try !QueryFixture.matches(filter, ["level": value]))
            }
            let range = FilterExpression.range("level", .closed(.int(-5), .null))
            #expect(try !QueryFixture.matches(range, ["level": value]))
            #expect(try QueryFixture.matches(.not(range), ["level": value]))
        }
    }

    @Test(arguments: [
        "population", "level", "i16", "i32", "u8", "u16", "u32", "u64", "area", "price",
    ])
    func `numbers of all types are compared by value`(name: String) throws {
        let value: Value =
            switch name {
            case "u64": .uint(5)
            case "area": .double(5)
            case "price": .decimal(try #require(DecimalValue("5")))
            default: .int(5)
            }
        try check(
            [name: value],
            holds: [
                "\(name) == 5", "\(name) != 4", "\(name) < 6", "\(name) <= 5", "\(name) > 4",
                "\(name) >= 5", "\(name) in [1, 5]", "\(name) in 5...5", "\(name) in 5..<6",
                "\(name) in ...5", "\(name) in ..<6", "\(name) in 5...", "\(name) in 1...9",
            ],
            fails: [
                "\(name) == 4", "\(name) != 5", "\(name) < 5", "\(name) <= 4", "\(name) > 5",
                "\(name) >= 6", "\(name) in [1, 4, 6]", "\(name) in 6...9", "\(name) in 1..<5",
                "\(name) in ..<5", "\(name) in 6...", "\(name) in []", "\(name) in 9...1",
            ])
    }

    @Test func `integers at the ends of their ranges are compared correctly`() throws {
        try check(
            ["population": .int(.min)],
            holds: ["population < -9223372036854775807", "population == -9223372036854775808"],
            fails: ["population < -9223372036854775808", "population > -9223372036854775808"])
        try check(
            ["population": .int(.max)], holds: ["population >= 9223372036854775807"],
            fails: ["population > 9223372036854775807", "population < 9223372036854775807"])
        try check(
            ["u64": .uint(.max)],
            holds: ["u64 > 9223372036854775808", "u64 >= 0", "u64 in [1, 18446744073709551615]"],
            fails: ["u64 < 1", "u64 > 18446744073709551615"])
        try check(["u64": .uint(0)], holds: ["u64 < 1"], fails: ["u64 < 0"])
    }

    @Test func `NaN equals nothing and is not ordered`() throws {
        for values: [String: Value] in [
            ["area": .double(.nan)], ["ratio": .float(.nan)], ["founded": .date(.nan)],
        ] {
            let name = try #require(values.keys.first)
            try check(
                values,
                holds: ["\(name) != .nan", "\(name) != 1.0", "\(name) != nil"],
                fails: [
                    "\(name) == .nan", "\(name) < 1.0", "\(name) >= 1.0", "\(name) in [.nan, 1.0]",
                    "\(name) in -.infinity....infinity", "\(name) == nil",
                ])
        }
        try check(
            ["area": .double(1)], holds: ["area != .nan"], fails: ["area < .nan", "area >= .nan"])
    }

    @Test func `both zeros are equal`() throws {
        try check(
            ["area": .double(-0.0), "ratio": .float(-0.0)],
            holds: ["area == 0", "area >= 0.0", "area in [0]", "ratio == 0", "ratio in 0...0"],
            fails: ["area < 0", "ratio < 0"])
        try check(["area": .double(0)], holds: ["area == -0.0", "area in [-0.0]"])
    }

    @Test func `a float is compared as a double of the same value`() throws {
        try check(
            ["ratio": .float(0.1)],
            holds: ["ratio > 0.1", "ratio == 0.10000000149011612", "ratio < 1e300"],
            fails: ["ratio == 0.1", "ratio in [0.1]"])
        #expect(
            try QueryFixture.matches(
                .comparison("ratio", .equal, .float(0.1)), ["ratio": .float(0.1)]))
    }

    @Test func `Bool, date, UUID, object id and data are compared`() throws {
        try check(
            [
                "isCapital": .bool(true), "founded": .date(86_400),
                "key": .uuid(UUIDValue(high: 1, low: 2)), "ref": .objectID(32),
                "photo": .data([1, 2, 3]),
            ],
            holds: [
                "isCapital == true", "isCapital != false", "isCapital in [false, true]",
                "founded == \"2001-01-02\"", "founded > \"2001-01-01\"",
                "founded in \"2001-01-01\"..<\"2001-01-03\"", "founded in [86400.0]",
                "key == \"00000000-0000-0001-0000-000000000002\"",
                "key < \"ffffffff-0000-0001-0000-000000000001\"",
                "key in [\"00000000-0000-0001-0000-000000000002\"]",
                "key > \"00000000-0000-0001-0000-000000000001\"",
                "ref == \"0000000000010\"", "ref > \"000000000000z\"", "ref in [\"0000000000010\"]",
                "photo == \"AQID\"", "photo in [\"\", \"AQID\"]", "photo != \"AQI=\"",
            ],
            fails: [
                "isCapital == false", "isCapital in [false]", "founded < \"2001-01-02\"",
                "key in []", "key == \"00000000-0000-0002-0000-000000000001\"",
                "ref < \"0000000000010\"", "photo == \"\"", "photo == \"AQIE\"",
            ])
    }

    @Test func `decimals are compared by value, whatever their exponents`() throws {
        func decimal(_ text: String) throws -> Value { .decimal(try #require(DecimalValue(text))) }
        try check(
            ["price": try decimal("12.5")],
            holds: [
                "price == 12.50", "price < 12.51", "price > 12.4999999999999999999999999999999",
                "price < 1e30", "price > -1e30", "price > 1e-30", "price in [12.5]",
            ], fails: ["price == 125", "price > 12.5"])
        try check(
            ["price": try decimal("-12.5")], holds: ["price < -12.4", "price > -13", "price < 0"])
        try check(["price": .decimal(.zero)], holds: ["price == -0.0", "price < 1e-40"])
        try check(
            ["price": try decimal("340282366920938463463374607431768211455")],
            holds: ["price < 9e38", "price > 3.4028236692093846346337460743176821145e38"])
    }

    @Test func `operators can be combined`() throws {
        try check(
            ["level": .int(1), "area": .null],
            holds: [
                "level == 1 && area == nil", "level == 2 || area == nil", "true", "!false",
                "!(level == 2 && area == nil)", "level == 1 && (area == 1 || !(level > 1))",
                "!!(level == 1)", "(level == 2 || level == 1) && (area == nil || false)",
            ],
            fails: [
                "level == 1 && area == 1", "level == 2 || area != nil", "false", "true && false",
                "!(level == 1 || area == 1)", "level == 1 && level == 1 && level == 2",
            ])
        #expect(try QueryFixture.matches(.and([]), [:]))
        #expect(try !QueryFixture.matches(.or([]), [:]))
        #expect(try !QueryFixture.matches(.not(.and([])), [:]))
    }

    @Test func `a filter with one result for all records is constant`() throws {
        func constant(_ text: String) throws -> Bool? {
            let filter = try BoundFilter(QueryFixture.parse(text), schema: QueryFixture.schema)
            return try Matcher(filter, layout: QueryFixture.layout).constant
        }
        #expect(try constant("true") == true)
        #expect(try constant("level == 1 && false") == false)
        #expect(try constant("population == nil") == false)
        #expect(try constant("population != nil") == true)
        #expect(try constant("level == nil") == nil)
    }
}
