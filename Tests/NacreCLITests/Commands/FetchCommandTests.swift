import Foundation
import NacreFormat
import Testing

extension ToolTests {
    @Suite struct Fetch {
        @Test(arguments: [
            ["--columns", "`a b`,id"], ["--columns", " `a b` , id"], ["--columns", "a b,id"],
            ["--columns", "`a b`", "--columns", "id"],
        ])
        func `names are in backquotes or plain in --columns and --sort`(
            columns: [String]
        ) throws {
            try TemporaryFolder.with { folder in
                let json =
                    "{\"id\":1,\"a b\":1,\"a,`b\":3}\n{\"id\":2,\"a b\":2,\"a,`b\":4}\n"
                try Data(json.utf8).write(to: URL(filePath: "\(folder)/a.jsonl"))
                let store = "\(folder)/s"
                _ = try Tool.run(
                    "import", store, "--entity", "A", "--id", "id", "\(folder)/a.jsonl")
                for key in ["-a b", "-`a b`", "-a,`b", "-`a,\\`b`"] {
                    let arguments =
                        ["fetch", store, "A", "--format", "csv", "--sort", key] + columns
                    let result = try Tool.run(path: Tool.executable(), arguments)
                    #expect(result.output == "a b,id\r\n2,2\r\n1,1\r\n", "\(result.errors)")
                }
                let odd = try Tool.run("fetch", store, "A", "--json", "--columns", "id,`a,\\`b`")
                #expect(odd.lines.first == "{\"id\":1,\"a,`b\":3}", "\(odd.errors)")
            }
        }

        @Test(arguments: ["--limit", "--offset"])
        func `a negative number is refused with a clear message`(option: String) throws {
            try CityStore.with { store in
                let result = try Tool.run("fetch", store, "City", option, "-1")
                #expect(result.status == 64)
                #expect(result.errors.hasPrefix("nacre: \(option) must be 0 or more.\n"))
            }
        }

        @Test func `fetch prints an aligned table, with line breaks of the data escaped`() throws {
            try CityStore.with { store in
                let result = try Tool.run("fetch", store, "City")
                #expect(result.status == 0)
                #expect(result.errors == "")
                #expect(
                    result.output == """
                        id  name       population  capital  note
                        --  ---------  ----------  -------  -------
                         1  Tokyo        37400000  true     null
                         2  Bern           134000  true
                         3  S\u{e3}o Paulo    22400000  false    a, "b"
                         4  \u{6771}\u{4eac}             null  false    x\\u{a}y

                        """)
            }
        }

        @Test func `a sort key may begin with a minus sign, and --sort may be repeated`() throws {
            try CityStore.with { store in
                let result = try Tool.run(
                    "fetch", store, "City", "--sort", "capital", "--sort", "-population",
                    "--columns", "name", "--limit", "2", "--offset", "1", "--json")
                #expect(result.errors == "")
                #expect(result.lines == [#"{"name":"\#u{6771}\#u{4eac}"}"#, #"{"name":"Tokyo"}"#])
            }
        }

        @Test func `fetch --where prints the objects that pass a filter`() throws {
            try CityStore.with { store in
                let result = try Tool.run(
                    "fetch", store, "City", "--where", "population >= 1_000_000 && capital == true",
                    "--format", "jsonl")
                #expect(
                    result.lines == [
                        #"{"id":1,"name":"Tokyo","population":37400000,"capital":true,"note":null}"#
                    ])
            }
        }

        @Test func `CSV distinguishes null from an empty string and quotes if needed`() throws {
            try CityStore.with { store in
                let result = try Tool.run(
                    "fetch", store, "City", "--columns", "id,note", "--format", "csv")
                #expect(
                    result.output
                        == "id,note\r\n1,\r\n2,\"\"\r\n3,\"a, \"\"b\"\"\"\r\n4,\"x\ny\"\r\n")
            }
        }

        @Test func `explain prints how objects are found instead of the objects`() throws {
            try CityStore.with { store in
                let arguments = [store, "City", "--where", "id == 2", "--explain"]
                let counted = try Tool.run(path: Tool.executable(), ["count"] + arguments)
                #expect(counted.output == "City: ids, 1 of 4 objects\n", "\(counted.errors)")
                let fetched = try Tool.run(path: Tool.executable(), ["fetch"] + arguments)
                #expect(fetched.output == counted.output + "order: that of the index on id\n")
            }
        }

        @Test func `count counts all objects, or those that pass a filter`() throws {
            try CityStore.with { store in
                #expect(try Tool.run("count", store, "City").output == "4\n")
                let filtered = try Tool.run("count", store, "City", "--where", "capital == true")
                #expect(filtered.output == "2\n")
            }
        }

        @Test func `count prints a row for each group, with sums and extremes`() throws {
            try CityStore.with { store in
                let result = try Tool.run(
                    "count", store, "City", "--by", "capital", "--sum", "population", "--average",
                    "population", "--min", "population,name", "--max=id", "--format", "csv")
                #expect(
                    result.output
                        == [
                            "capital,count,sum(population),average(population),min(population),"
                                + "min(name),max(id)",
                            "false,2,22400000,22400000.0,22400000,S\u{e3}o Paulo,4",
                            "true,2,37534000,18767000.0,134000,Bern,2", "",
                        ].joined(separator: "\r\n"), "\(result.errors)")
                let total = try Tool.run(
                    "count", store, "City", "--where", "id > 1", "--max", "name", "--json")
                #expect(
                    total.output == "{\"count\":3,\"max(name)\":\"\u{6771}\u{4eac}\"}\n")
                let plain = try Tool.run("count", store, "City", "--json")
                #expect(plain.output == "{\"count\":4}\n")
            }
        }

        @Test func `explain prints how groups are made instead of the groups`() throws {
            try CityStore.with { store in
                let groups = try Tool.run(
                    "count", store, "City", "--where", "id > 1", "--by", "capital,name", "--sum",
                    "population", "--max", "id", "--explain")
                #expect(
                    groups.lines == [
                        "City: ids, 3 of 4 objects",
                        "groups: count, sum(population), max(id) by capital, name",
                    ], "\(groups.errors)")
                let all = try Tool.run("count", store, "City", "--min", "name", "--explain")
                #expect(all.lines.last == "groups: count, min(name) of all together")
            }
        }

        @Test func `attributes that cannot be summed are refused`() throws {
            try CityStore.with { store in
                let text = try Tool.run("count", store, "City", "--sum", "name")
                #expect(text.status != 0)
                #expect(text.errors.contains("only numbers have a sum"), "\(text.errors)")
                let unknown = try Tool.run("count", store, "City", "--by", "nam")
                #expect(unknown.errors.contains("no attribute 'nam'"), "\(unknown.errors)")
            }
        }

        @Test func `an unknown entity is reported with a list of the existing ones`() throws {
            try CityStore.with { store in
                let result = try Tool.run("fetch", store, "Town")
                #expect(result.status == 64)
                #expect(result.output == "")
                #expect(
                    result.errors
                        == "nacre: There is no entity 'Town'. The store has: City.\n")
            }
        }

        @Test func `an unknown column is reported with a list of the existing ones`() throws {
            try CityStore.with { store in
                let result = try Tool.run("fetch", store, "City", "--columns", "name,size")
                #expect(result.status == 64)
                #expect(result.errors.contains("There is no attribute 'size' to show."))
                #expect(result.errors.contains("id, name, population, capital, note"))
            }
        }

        @Test func `an unknown attribute in a filter has a caret`() throws {
            try CityStore.with { store in
                let result = try Tool.run(
                    "count", store, "City", "--where", "id > 1 && nam == \"a\"")
                #expect(result.status == 64)
                #expect(
                    result.errors.hasPrefix(
                        "nacre: This cannot be understood:\n"
                            + "    id > 1 && nam == \"a\"\n"
                            + "              ^\n"))
                #expect(result.errors.contains("Did you mean name?"))
            }
        }

        @Test func `a syntax error in a filter has a caret`() throws {
            try CityStore.with { store in
                let result = try Tool.run("fetch", store, "City", "--where", "id > 1 and id < 3")
                #expect(result.status == 64)
                #expect(
                    result.errors == """
                        nacre: This cannot be understood:
                            id > 1 and id < 3
                                   ^
                            There is no operator and.
                            Use &&.

                        """)
            }
        }

        @Test func `a wrong sort key has a caret`() throws {
            try CityStore.with { store in
                let result = try Tool.run("fetch", store, "City", "--sort", "-size")
                #expect(result.status == 64)
                #expect(result.errors.contains("    -size\n     ^\n"))
            }
        }

        @Test(arguments: [["--limit", "-1"], ["--offset=-1"], ["--json", "--format", "csv"]])
        func `negative numbers and two formats are refused`(arguments: [String]) throws {
            try CityStore.with { store in
                let result = try Tool.run(
                    path: try Tool.executable(), ["fetch", store, "City"] + arguments)
                #expect(result.status == 64)
                #expect(result.errors.hasPrefix("nacre: "))
            }
        }
    }
}
