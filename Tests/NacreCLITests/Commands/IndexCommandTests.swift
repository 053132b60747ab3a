import Foundation
import Nacre
import Testing

extension ToolTests {
    @Suite struct Indexes {
        @Entity
        struct City {
            let id: Int
            @Attribute(.indexed) var name: String
        }

        private func index(_ arguments: String...) throws -> Tool.Result {
            try Tool.run(path: Tool.executable(), ["index"] + arguments)
        }

        /// Returns the rows of the list without its title and rule, their columns separated by one
        /// blank.
        private func list(_ store: String) throws -> [String] {
            let lines = try index("list", store).lines.dropFirst(2)
            return lines.map { $0.split(separator: " ").joined(separator: " ") }
        }

        @Test func `filters use an added index`() throws {
            try TemporaryFolder.with { folder in
                let (file, store) = ("\(folder)/a.csv", "\(folder)/a.nacre")
                let rows = (0..<3000).map { "\($0),\($0 % 100)\n" }.joined()
                try Data("id,size\n\(rows)".utf8).write(to: URL(filePath: file))
                _ = try Tool.run("import", store, "--entity", "A", "--id", "id", file)
                let question = ["fetch", store, "A", "--where", "size == 7", "--explain"]
                let tool = try Tool.executable()
                #expect(try Tool.run(path: tool, question).output.contains("all objects"))
                #expect(try index("add", store, "A", "size").output.contains(": 3,000 objects, "))
                #expect(try Tool.run(path: tool, question).output.contains("30 of 3000"))
                #expect(
                    try Tool.run("count", store, "A", "--where", "size == 7").output == "30\n")
            }
        }

        @Test func `an index is added, shown and dropped`() throws {
            try CityStore.with { store in
                #expect(try list(store) == ["City id id"])
                let added = try index("add", store, "City", "name", "population")
                #expect(added.status == 0)
                #expect(
                    added.output.hasPrefix(
                        "added the index of City over name, population: 4 objects, "))
                #expect(added.errors.contains("#Index<City>([\\.name, \\.population])"))
                #expect(try list(store) == ["City id id", "City name, population"])

                let found = try Tool.run(
                    "count", store, "City", "--where", "name == \"Bern\" && population > 1")
                #expect(found.output == "1\n")

                let again = try index("add", store, "City", "name", "population")
                #expect(again.status == 0)
                #expect(again.output.hasPrefix("nothing to do: "))

                let dropped = try index("drop", store, "City", "name", "population")
                #expect(dropped.status == 0)
                #expect(dropped.output == "dropped the index of City over name, population\n")
                #expect(try list(store) == ["City id id"])
                #expect(try Tool.run("verify", store, "--deep").status == 0)
            }
        }

        @Test func `a unique index is enforced from then on, and refused for equal values`() throws
        {
            try CityStore.with { store in
                let refused = try index("add", store, "City", "capital", "--unique")
                #expect(refused.status == 65)
                #expect(refused.errors.contains("'capital' of 'City' cannot be unique"))
                #expect(try list(store) == ["City id id"])

                #expect(try index("add", store, "City", "name", "--unique").status == 0)
                #expect(
                    try index("add", store, "City", "capital", "note", "--unique").status == 0)
                #expect(
                    try list(store) == [
                        "City id id", "City name unique", "City capital, note unique",
                    ])
                try TemporaryFolder.with { folder in
                    let file = "\(folder)/more.csv"
                    try Data("id,name,capital\n9,Bern,true\n".utf8).write(to: URL(filePath: file))
                    let result = try Tool.run("import", store, "--entity", "City", file)
                    #expect(result.status == 65, "\(result.errors)")
                }
                #expect(try index("drop", store, "City", "name", "--unique").status == 0)
                #expect(try index("drop", store, "City", "capital", "note").status == 64)
                #expect(
                    try list(store) == ["City id id", "City capital, note unique"])
            }
        }

        @Test func `names that do not exist are refused`() throws {
            try CityStore.with { store in
                let town = try index("add", store, "Town", "name")
                #expect(town.status == 64)
                #expect(town.errors.contains("Town"))
                let height = try index("add", store, "City", "height")
                #expect(height.status == 64)
                #expect(
                    height.errors.contains("'City' has: id, name, population, capital, note."))
                let id = try index("drop", store, "City", "id")
                #expect(id.status == 64)
                #expect(id.errors.contains("The index of the id cannot be dropped"))
                let none = try index("drop", store, "City", "name")
                #expect(none.status == 64)
                #expect(
                    none.errors.contains("The store does not have the index of City over name."))
            }
        }

        @Test func `opening with a type restores the indexes of that type`() throws {
            try TemporaryFolder.with { folder in
                let store = "\(folder)/a.nacre"
                try Store(at: store, City.self).close()
                #expect(try list(store) == ["City id id", "City name"])
                #expect(try index("add", store, "City", "name", "id").status == 0)
                #expect(try index("drop", store, "City", "name").status == 0)
                #expect(try list(store) == ["City id id", "City name, id"])
                try Store(at: store, City.self).close()
                #expect(try list(store) == ["City id id", "City name"])
            }
        }
    }
}
