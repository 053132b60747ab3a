import NacreEngine
import NacreFormat
import Testing

/// The literals that an attribute of each type accepts, and the messages for the others.
@Suite struct OperandTypeTests {
    private func value(_ text: String) throws -> Value {
        guard case .comparison(_, _, let value) = try QueryFixture.parse(text) else { return .null }
        return value
    }

    private func refusal(_ text: String) -> String {
        let lines = QueryFixture.message(text).split(separator: "\n")
        return lines.dropFirst(2).joined(separator: " ")
    }

    @Test(arguments: [
        ("level", Int64(Int8.min), Int64(Int8.max)), ("i16", Int64(Int16.min), Int64(Int16.max)),
        ("i32", Int64(Int32.min), Int64(Int32.max)), ("population", Int64.min, Int64.max),
        ("u8", 0, Int64(UInt8.max)), ("u16", 0, Int64(UInt16.max)), ("u32", 0, Int64(UInt32.max)),
    ])
    func `integers accept exactly their range`(name: String, low: Int64, high: Int64) throws {
        #expect(try value("\(name) == \(low)") == .int(low))
        #expect(try value("\(name) == \(high)") == .int(high))
        let range = "and holds \(low) to \(high): the number is out of range."
        let above = Int128(high) + 1
        let below = Int128(low) - 1
        #expect(refusal("\(name) == \(above)").hasSuffix(range))
        #expect(refusal("\(name) == \(below)").hasSuffix(range))
        #expect(refusal("\(name) == 1.0").contains("this number is not an integer"))
        #expect(refusal("\(name) == \"1\"").contains("cannot be compared with a string"))
        #expect(refusal("\(name) == .nan").contains("cannot be compared with a number"))
    }

    @Test func `unsigned 64-bit integers accept exactly their range`() throws {
        #expect(try value("u64 == 18446744073709551615") == .uint(.max))
        #expect(try value("u64 == 0xffffffffffffffff") == .uint(.max))
        #expect(refusal("u64 == -1").contains("0 to 18446744073709551615"))
        #expect(refusal("u64 == 18446744073709551616").contains("0 to 18446744073709551615"))
    }

    @Test func `the error about a range points at the number`() {
        #expect(
            QueryFixture.message("true && level == 300") == """
                true && level == 300
                                 ^
                level is of type int8 and holds -128 to 127: the number is out of range.
                """)
    }

    @Test func `doubles accept integers and fractions`() throws {
        #expect(try value("area == 1") == .double(1))
        #expect(try value("area == 0.1") == .double(0.1))
        #expect(try value("area == 9007199254740993") == .double(9_007_199_254_740_992))
        #expect(refusal("area == 1e309").contains("the number is out of range"))
    }

    @Test func `a number that a float cannot hold is kept as a double`() throws {
        #expect(try value("ratio == 0.5") == .float(0.5))
        #expect(try value("ratio == 0.1") == .double(0.1))
        #expect(try value("ratio < 1e300") == .double(1e300))
        #expect(try value("ratio == .infinity") == .float(.infinity))
        #expect(try value("ratio == 0.10000000149011612") == .float(0.1))
    }

    @Test func `decimals accept numbers and strings to the last digit`() throws {
        let exact = DecimalValue("0.1000000000000000000000000000000000001")
        #expect(exact != nil)
        #expect(
            try value("price == 0.1000000000000000000000000000000000001")
                == exact.map { .decimal($0) })
        #expect(
            try value("price == \"0.1000000000000000000000000000000000001\"")
                == exact.map { .decimal($0) })
        #expect(try value("price == -12") == DecimalValue("-12").map { .decimal($0) })
        #expect(refusal("price == 1e200").contains("the number is out of range"))
        #expect(refusal("price == \"twelve\"").contains("Write a decimal such as 12.50."))
    }

    @Test func `dates are ISO 8601 strings, or seconds with a decimal point`() throws {
        #expect(try value("founded == \"2001-01-02\"") == .date(86_400))
        #expect(try value("founded == \"2001-01-01T01:00:00.5+01:00\"") == .date(0.5))
        #expect(try value("founded < 86400.0") == .date(86_400))
        #expect(refusal("founded > 2000").contains("Write a date in double quotes"))
        #expect(refusal("founded == \"yesterday\"").contains("Write a date such as"))
    }

    @Test func `UUIDs, object ids and data are strings`() throws {
        let uuid = UUIDValue("6fa459ea-ee8a-3ca4-894e-db77e160355e")
        #expect(
            try value("key == \"6FA459EA-ee8a-3ca4-894e-db77e160355e\"") == uuid.map { .uuid($0) })
        #expect(try value("ref == \"0000000000010\"") == .objectID(32))
        #expect(try value("photo == \"AQID\"") == .data([1, 2, 3]))
        #expect(refusal("key == \"6fa459ea\"").contains("Write a UUID such as"))
        #expect(refusal("ref == \"u\"").contains("13 characters"))
        #expect(refusal("photo == \"A\"").contains("Write Base64"))
        #expect(refusal("key == 5").contains("cannot be compared with a number"))
        #expect(refusal("ref == 5").contains("cannot be compared with a number"))
    }

    @Test func `text for a number gives a hint, and a number for text as well`() {
        #expect(refusal("name == 5").hasSuffix("Put text in double quotes, as in \"NO\"."))
        #expect(refusal("population == \"5\"").hasSuffix("Write a number such as 12."))
        #expect(refusal("name == true").contains("cannot be compared with true or false"))
        #expect(refusal("isCapital == 1").hasSuffix("Write true or false."))
    }

    @Test func `false precedes true, and data precedes longer data with the same start`() throws {
        func holds(_ text: String, _ name: String, _ value: Value) throws -> Bool {
            try QueryFixture.matches(text, [name: value])
        }
        #expect(try holds("isCapital < true", "isCapital", .bool(false)))
        #expect(try !holds("isCapital < false", "isCapital", .bool(false)))
        #expect(try holds("isCapital in false...true", "isCapital", .bool(true)))
        #expect(try !holds("isCapital >= false", "isCapital", .null))
        #expect(try holds("photo < \"AQID\"", "photo", .data([1, 2])))
        #expect(try holds("photo > \"AQID\"", "photo", .data([2])))
        #expect(try holds("photo in \"AQID\"..<\"AQIDAA==\"", "photo", .data([1, 2, 3])))
        #expect(try !holds("photo > \"\"", "photo", .data([])))
    }

    @Test func `JSON is compared with JSON text in any spelling`() throws {
        #expect(
            try value("extra == \"{ \\\"b\\\": 1, \\\"a\\\": [] }\"") == .json(#"{"a":[],"b":1}"#))
        #expect(try QueryFixture.matches("extra == \"[1, 2]\"", ["extra": .json("[1,2]")]))
        #expect(try QueryFixture.matches("extra in [\"1\", nil]", ["extra": .null]))
        #expect(try !QueryFixture.matches("extra == \"1\"", ["extra": .json("1.0")]))
        #expect(refusal("extra == \"{\"").hasSuffix("Write JSON such as \"[1,2]\"."))
        #expect(refusal("extra == 5").hasSuffix("Write JSON in double quotes, as in \"[1,2]\"."))
    }

    @Test func `arrays are compared with lists`() throws {
        #expect(try value("scores == [1, -2.5, .nan,]").kindName == "array")
        #expect(try value("weights == [0.1]") == .array([.float(0.1)]))
        #expect(try value("flags == []") == .array([]))
        let scores = Value.array([.double(-0.0), .double(5)])
        #expect(try QueryFixture.matches("scores == [0, 5]", ["scores": scores]))
        #expect(try QueryFixture.matches("scores in [[1], [0, 5]]", ["scores": scores]))
        #expect(try !QueryFixture.matches("scores == [0]", ["scores": scores]))
        #expect(try QueryFixture.matches("scores != [.nan]", ["scores": .array([.double(.nan)])]))
        for text in ["scores == 5", "scores in [1]", "scores == \"[1]\""] {
            #expect(refusal(text).hasSuffix("Write a list in brackets, as in [1, 2]."), "\(text)")
        }
        #expect(refusal("scores == [nil]").contains("cannot be compared with nil"))
        #expect(refusal("scores == [\"a\"]").contains("cannot be compared with a string"))
        #expect(refusal("level == [1]").contains("cannot be compared with an array"))
        #expect(refusal("scores == [[1]]").contains("A value was expected here."))
    }

    @Test func `JSON and arrays are not ordered`() {
        for name in ["extra", "scores"] {
            for rest in [" < 5", " >= \"1\"", " in 1..."] {
                #expect(refusal(name + rest).contains("has no order"), "\(name + rest)")
            }
        }
    }

    @Test func `only strings have methods`() {
        #expect(
            QueryFixture.message("population.hasPrefix(\"1\")") == """
                population.hasPrefix("1")
                           ^
                population is of type int64 and only strings have hasPrefix, hasSuffix, contains, \
                equals and matches.
                """)
    }

    @Test func `filters from code follow the same rules`() throws {
        func code(_ filter: FilterExpression) -> StoreError.Code? {
            do throws(StoreError) {
                _ = try BoundFilter(filter, schema: QueryFixture.schema)
                return nil
            } catch { return error.code }
        }
        #expect(code(.comparison("nam", .equal, .null)) == .unknownAttribute)
        #expect(
            code(.not(.or([.all, .text("x", TextCondition(.contains, "a"))]))) == .unknownAttribute)
        #expect(code(.comparison("level", .equal, .int(200))) == .invalidValue)
        #expect(code(.comparison("level", .equal, .date(1))) == .invalidValue)
        #expect(code(.membership("level", [.int(1), .string("a")])) == .invalidValue)
        #expect(code(.range("level", .closed(.int(1), .int(999)))) == .invalidValue)
        #expect(code(.comparison("isCapital", .less, .bool(true))) == nil)
        #expect(code(.comparison("scores", .less, .array([]))) == .invalidValue)
        #expect(code(.comparison("scores", .equal, .array([.string("a")]))) == .invalidValue)
        #expect(code(.comparison("extra", .equal, .json("{"))) == .invalidValue)
        #expect(code(.text("level", TextCondition(.contains, "a"))) == .invalidValue)
        #expect(code(.comparison("level", .less, .null)) == nil)
    }

    @Test func `values from code become values of the attribute's type`() throws {
        func bound(_ name: String, _ value: Value) throws -> Value? {
            let filter = FilterExpression.comparison(name, .equal, value)
            let result = try BoundFilter(filter, schema: QueryFixture.schema).filter
            guard case .comparison(_, _, let value) = result else { return nil }
            return value
        }
        #expect(try bound("area", .int(5)) == .double(5))
        #expect(try bound("area", .float(0.5)) == .double(0.5))
        #expect(try bound("u64", .int(5)) == .uint(5))
        #expect(try bound("level", .uint(5)) == .int(5))
        #expect(try bound("price", .double(0.1)) == DecimalValue("0.1").map { .decimal($0) })
        #expect(try bound("ratio", .double(0.1)) == .double(0.1))
        #expect(try bound("founded", .string("2001-01-02")) == .date(86_400))
        #expect(try bound("scores", .array([.int(1)])) == .array([.double(1)]))
        #expect(try bound("extra", .json("[ 1 ]")) == .json("[1]"))
    }
}
