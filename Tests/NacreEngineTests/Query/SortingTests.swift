import NacreEngine
import NacreFormat
import Testing

/// The text form of sorts, and the order that they make.
@Suite struct SortingTests {
    private func parse(_ text: String) throws -> [SortTerm] {
        try SortTerm.parse(text, schema: QueryFixture.schema)
    }

    @Test func `a minus sign means descending`() throws {
        #expect(try parse("name") == [SortTerm("name")])
        #expect(try parse("-population") == [SortTerm("population", isAscending: false)])
        #expect(
            try parse(" - `home town`, townHall.city ")
                == [SortTerm("home town", isAscending: false), SortTerm("townHall.city")])
    }

    @Test func `sorts print as they are parsed`() throws {
        for text in ["name", "-`home town`", "townHall.city", "-`in`", #"`a\`b\\c\n`"#] {
            #expect(try parse(text).map(\.description) == [text])
        }
    }

    private func message(_ text: String) -> String {
        do {
            _ = try SortTerm.parse(text, schema: QueryFixture.schema)
            return ""
        } catch { return error.description }
    }

    @Test func `errors have a caret`() {
        #expect(
            message("name, -popluation").hasPrefix(
                """
                name, -popluation
                       ^
                There is no attribute popluation in City.
                Did you mean population? \(QueryFixture.listed)
                """))
        #expect(message("-scores, extra") == "")
        #expect(message("name population").contains("Only a comma is allowed here."))
        #expect(message("").contains("The name of an attribute was expected here."))
        #expect(message("name,").contains("The name of an attribute was expected here."))
    }

    @Test func `JSON is sorted by bytes, and arrays by the first differing element`() throws {
        func order(_ name: String, _ values: [Value]) throws -> [Value] {
            let keys = try SortKeys([SortTerm(name)], schema: QueryFixture.schema)
            let reader = try SortKeyReader(keys, layout: QueryFixture.layout)
            return try values.map { value in
                try QueryFixture.withRecord([name: value]) {
                    try reader.key(of: $0, external: QueryFixture.unexpectedExternal)
                }
            }.sorted { keys.precedes($0, $1) }.map { $0.values[0] }
        }
        let texts: [Value] = [.null, .json("1"), .json("10"), .json("2"), .json("{}")]
        #expect(try order("extra", texts.reversed()) == texts)
        let lists: [[Double]] = [[], [-1, 9], [1], [1, 0], [1, .infinity], [2]]
        let arrays = [Value.null] + lists.map { .array($0.map { .double($0) }) }
        #expect(try order("scores", arrays.reversed()) == arrays)
    }

    @Test func `an unknown sort key is refused`() {
        let error = #expect(throws: StoreError.self) {
            try SortKeys([SortTerm("nam")], schema: QueryFixture.schema)
        }
        #expect(error?.code == .unknownAttribute)
    }

    private func sorted(
        _ sorts: String, _ objects: [[String: Value]], layout: Layout = QueryFixture.layout
    ) throws -> [Int] {
        let keys = try SortKeys(parse(sorts), schema: QueryFixture.schema)
        let reader = try SortKeyReader(keys, layout: layout)
        let rows = try objects.enumerated().map { index, values in
            var values = values
            values["id"] = .int(Int64(index))
            let key = try QueryFixture.withRecord(values, layout: layout) { record in
                try reader.key(of: record, external: QueryFixture.unexpectedExternal)
            }
            return (index, key)
        }
        return rows.shuffled().sorted { keys.precedes($0.1, $1.1) }.map(\.0)
    }

    /// Values of one attribute in ascending order, all different.
    private static let ascending: [(String, [Value])] = [
        ("level", [.null, .int(-128), .int(-1), .int(0), .int(127)]),
        ("u64", [.null, .uint(0), .uint(1 << 63), .uint(.max)]),
        ("isCapital", [.null, .bool(false), .bool(true)]),
        (
            "area",
            [
                .null, .double(-.infinity), .double(-1), .double(0), .double(.infinity),
                .double(.nan),
            ]
        ),
        ("ratio", [.null, .float(-1), .float(0.5), .float(.nan)]),
        ("founded", [.null, .date(-1), .date(0), .date(1e10)]),
        (
            "key",
            [
                .null, .uuid(UUIDValue(high: 0, low: .max)), .uuid(UUIDValue(high: 1, low: 0)),
                .uuid(UUIDValue(high: .max, low: 0)),
            ]
        ),
        ("ref", [.null, .objectID(1), .objectID(1 << 63)]),
        ("photo", [.null, .data([]), .data([1]), .data([1, 0]), .data([2])]),
        (
            "home town",
            [
                .null, .string(""), .string("B"), .string("a"), .string("e\u{301}"),
                .string("\u{ea}"),
            ]
        ),
        (
            "price",
            ["-2.5", "-2", "0", "0.001", "12.5", "1e30"].compactMap {
                DecimalValue($0).map { .decimal($0) }
            }
        ),
    ]

    @Test(arguments: ascending)
    func `values of every type are sorted`(name: String, values: [Value]) throws {
        let objects = values.map { [name: $0] }
        let order = Array(values.indices)
        let text = name == "home town" ? "`home town`" : name
        #expect(try sorted(text, objects) == order)
        #expect(try sorted("-" + text, objects) == order.reversed())
    }

    @Test func `equal values are ordered by ascending id`() throws {
        let zeros: [[String: Value]] = [
            ["area": .double(0)], ["area": .double(-0.0)], ["area": .double(0)],
        ]
        #expect(try sorted("area", zeros) == [0, 1, 2])
        #expect(try sorted("-area", zeros) == [0, 1, 2])
        #expect(try sorted("area, -id", zeros) == [2, 1, 0])
        let texts: [[String: Value]] = ["\u{e9}", "e\u{301}", "\u{e9}"].map {
            ["name": .string($0)]
        }
        #expect(try sorted("-name", texts) == [0, 1, 2])
        let nans: [[String: Value]] = [["area": .double(.nan)], ["area": .double(-.nan)]]
        #expect(try sorted("-area", nans) == [0, 1])
    }

    @Test func `the first differing sort decides`() throws {
        let objects: [[String: Value]] = [
            ["level": .int(1), "name": .string("b")], ["level": .int(2), "name": .string("a")],
            ["level": .int(1), "name": .string("a")],
        ]
        #expect(try sorted("level, name", objects) == [2, 0, 1])
        #expect(try sorted("-level, -name", objects) == [1, 0, 2])
    }

    @Test func `an attribute that an older layout lacks is nil in the sort key`() throws {
        let schema = StoredSchema(
            number: EntityNumber(1), name: "City",
            attributes: QueryFixture.schema.attributes.filter { $0.name != "level" }, idOrdinal: 0)
        let old = Layout(id: LayoutID(2), of: schema)
        let keys = try SortKeys([SortTerm("level")], schema: QueryFixture.schema)
        let older = try QueryFixture.withRecord([:], layout: old) { record in
            try SortKeyReader(keys, layout: old).key(
                of: record, external: QueryFixture.unexpectedExternal)
        }
        let newer = try QueryFixture.withRecord(["level": .int(-128)]) { record in
            try SortKeyReader(keys, layout: QueryFixture.layout).key(
                of: record, external: QueryFixture.unexpectedExternal)
        }
        #expect(older.values == [.null, .int(0)])
        #expect(keys.precedes(older, newer))
        #expect(!keys.precedes(newer, older))
    }
}
