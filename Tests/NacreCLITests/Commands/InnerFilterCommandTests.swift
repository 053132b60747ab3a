import NacreEngine
import NacreFormat
import Testing

extension ToolTests {
    @Suite struct InnerFilters {
        /// Makes a store of two towns with lists and names.
        private func withStore(_ body: (String) throws -> Void) throws {
            try TemporaryFolder.with { folder in
                let path = "\(folder)/towns.nacre"
                let database = try Database(at: path, options: .creating)
                try database.performChanges { changes in
                    let types: [(String, StoredType)] = [
                        ("id", .scalar(.int64)), ("name", .string), ("scores", .array(of: .int64)),
                        ("names", .json),
                    ]
                    let attributes = types.enumerated().map { place, item in
                        AttributeSchema(
                            id: AttributeID(UInt32(place + 1)), name: item.0, type: item.1,
                            isNullable: false)
                    }
                    _ = try changes.define("Town", attributes: attributes, id: "id")
                    try changes.insert(
                        [
                            .int(1), .string("Besan\u{e7}on"), .array([.int(3), .int(8)]),
                            .json(#"{"de":"Bisanz"}"#),
                        ], into: "Town")
                    try changes.insert(
                        [.int(2), .string("Oslo"), .array([]), .json("{}")], into: "Town")
                }
                try database.close()
                try body(path)
            }
        }

        @Test func `filters test parts of values`() throws {
            try withStore { store in
                for (filter, count) in [
                    ("scores.contains(8)", 1), ("scores.isEmpty", 1), ("scores.count < 5", 2),
                    ("scores.contains { $0 > 3 && $0 < 5 }", 0), (#"names["de"] == "Bisanz""#, 1),
                    (#"names["de"] == nil"#, 1), (#"names.keys.contains("de")"#, 1),
                    (#"name.hasPrefix("besanc", .caseInsensitive, .diacriticInsensitive)"#, 1),
                    (#"name.matches("^[NO]")"#, 1),
                ] {
                    let result = try Tool.run("count", store, "Town", "--where", filter)
                    #expect(result.output == "\(count)\n", "\(filter): \(result.errors)")
                }
            }
        }

        @Test func `an invalid regular expression has a caret`() throws {
            try withStore { store in
                let result = try Tool.run(
                    "count", store, "Town", "--where", #"name.matches("[a")"#)
                #expect(result.status != 0)
                #expect(
                    result.errors.contains(
                        """
                            name.matches("[a")
                                         ^
                            The regular expression is wrong at its character 1: this [ has no ].
                        """), "\(result.errors)")
            }
        }
    }
}
