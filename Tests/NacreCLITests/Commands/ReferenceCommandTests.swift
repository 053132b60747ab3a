import NacreEngine
import NacreFormat
import Testing

extension ToolTests {
    @Suite struct References {
        /// Makes two people and three cities, the last one without a mayor.
        private func withStore(_ body: (String) throws -> Void) throws {
            try TemporaryFolder.with { folder in
                let path = "\(folder)/towns.nacre"
                let database = try Database(at: path, options: .creating)
                try database.performChanges { changes in
                    for (entity, mayor) in [("Person", nil), ("City", "Person")] {
                        let types: [(String, StoredType)] = [
                            ("id", .scalar(.int64)), ("name", .string),
                        ]
                        var attributes = types.enumerated().map { place, item in
                            AttributeSchema(
                                id: AttributeID(UInt32(place + 1)), name: item.0, type: item.1,
                                isNullable: false)
                        }
                        if mayor != nil {
                            attributes.append(
                                AttributeSchema(
                                    id: AttributeID(3), name: "mayor", type: .scalar(.int64),
                                    isNullable: true, reference: mayor))
                        }
                        _ = try changes.define(entity, attributes: attributes, id: "id")
                    }
                    try changes.insert([.int(1), .string("Anne")], into: "Person")
                    try changes.insert([.int(2), .string("Bo")], into: "Person")
                    try changes.insert([.int(1), .string("Oslo"), .int(2)], into: "City")
                    try changes.insert([.int(2), .string("Rome"), .int(1)], into: "City")
                    try changes.insert([.int(3), .string("Bern"), .null], into: "City")
                }
                try database.close()
                try body(path)
            }
        }

        @Test func `filters and sorts go through references`() throws {
            try withStore { store in
                func names(_ arguments: String...) throws -> [String] {
                    let result = try Tool.run(
                        path: Tool.executable(),
                        ["fetch", store, "City", "--columns", "name", "--json"]
                            + arguments)
                    #expect(result.errors == "")
                    return result.lines.map { String($0.dropFirst(9).dropLast(2)) }
                }
                #expect(try names("--where", "mayor.name == \"Anne\"") == ["Rome"])
                #expect(try names("--where", "mayor.name == nil") == ["Bern"])
                #expect(try names("--sort", "-mayor.name") == ["Oslo", "Rome", "Bern"])
                let count = try Tool.run(
                    "count", store, "Person", "--where", "City.mayor.contains { id == 2 }")
                #expect(count.output == "1\n", "\(count.errors)")
            }
        }

        @Test func `columns and groups go through references`() throws {
            try withStore { store in
                let rows = try Tool.run(
                    "fetch", store, "City", "--columns", "name, mayor.name", "--json")
                #expect(
                    rows.lines == [
                        #"{"name":"Oslo","mayor.name":"Bo"}"#,
                        #"{"name":"Rome","mayor.name":"Anne"}"#,
                        #"{"name":"Bern","mayor.name":null}"#,
                    ], "\(rows.errors)")
                let groups = try Tool.run(
                    "count", store, "City", "--by", "mayor.name", "--sum", "mayor.id", "--format",
                    "csv")
                let lines = ["mayor.name,count,sum(mayor.id)", ",1,0", "Anne,1,1", "Bo,1,2"]
                #expect(groups.output == lines.map { $0 + "\r\n" }.joined(), "\(groups.errors)")
                let unknown = try Tool.run("fetch", store, "City", "--columns", "mayor.nam")
                #expect(
                    unknown.errors.contains("There is no attribute nam in Person."),
                    "\(unknown.errors)")
            }
        }

        @Test func `an unknown name after a reference has a caret`() throws {
            try withStore { store in
                let result = try Tool.run(
                    "fetch", store, "City", "--where", "mayor.nam == \"Anne\"")
                #expect(result.status != 0)
                #expect(
                    result.errors.contains(
                        """
                            mayor.nam == "Anne"
                                  ^
                            There is no attribute nam in Person.
                        """),
                    "\(result.errors)")
            }
        }

        @Test func `explain prints the query for the other objects`() throws {
            try withStore { store in
                let result = try Tool.run(
                    "fetch", store, "City", "--explain", "--where", "mayor.name == \"Anne\"")
                let last = "mayor: 1 found by Person: all objects, 2 of 2 objects"
                #expect(result.lines.contains(last), "\(result.output)")
            }
        }
    }
}
