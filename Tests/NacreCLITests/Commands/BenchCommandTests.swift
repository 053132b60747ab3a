import Foundation
import NacreEngine
import NacreFormat
import Testing

extension ToolTests {
    @Suite struct Bench {
        @Test func `bench measures reads and commits, and leaves no trace`() throws {
            try CityStore.with { store in
                let before = try contents(of: store)
                let folder = URL(filePath: store).deletingLastPathComponent()
                let neighbours = try names(in: folder.path(percentEncoded: false))
                let result = try Tool.run("bench", store, "--seconds", "0.01")
                #expect(result.status == 0)
                #expect(result.errors == "")
                let lines = result.output.split(separator: "\n")
                #expect(lines.contains { $0.hasPrefix("open the store, find one City by id") })
                #expect(lines.contains { $0.hasPrefix("find by id") })
                #expect(lines.contains { $0.hasPrefix("read all 4, per object") })
                #expect(lines.contains { $0.hasPrefix("commit one object, durably") })
                #expect(try contents(of: store) == before)
                #expect(try names(in: folder.path(percentEncoded: false)) == neighbours)
            }
        }

        @Test func `bench measures every index that can give the order of objects`() throws {
            try CityStore.with { store in
                let database = try Database(at: store)
                try database.performChanges { changes in
                    let schema = try changes.schema(of: "City")
                    try changes.redefine(
                        "City", attributes: schema.attributes, indexes: [["name"]])
                }
                try database.close()
                let result = try Tool.run(
                    "bench", store, "--seconds", "0.01", "--read-only", "--json")
                #expect(result.status == 0)
                let rows = try result.output.split(separator: "\n").map {
                    try JSONParser.parse(Array($0.utf8))
                }
                #expect(
                    rows.map { $0["what"]?.asString } == [
                        "open the store, find one City by id", "find by id",
                        "read all 4, per object", "count from the middle of 'name' up",
                        "fetch a page of 100 from there, by 'name'",
                    ])
                for row in rows {
                    #expect(row["nanoseconds"] != nil)
                    #expect(row["perSecond"] != nil)
                }
            }
        }

        @Test func `bench reports why it cannot measure`() throws {
            try TemporaryFolder.with { folder in
                let store = "\(folder)/empty.nacre"
                try Database(at: store, options: .creating).close()
                let result = try Tool.run("bench", store)
                #expect(result.status == 64)
                #expect(
                    result.errors
                        == "nacre: The store has no entities to measure with.\n")
                let other = try Tool.run("bench", store, "--seconds", "0")
                #expect(other.status == 64)
            }
        }

        private func names(in folder: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        }

        private func contents(of store: String) throws -> [String: Data] {
            var contents: [String: Data] = [:]
            for name in try names(in: store) {
                contents[name] = FileManager.default.contents(atPath: "\(store)/\(name)")
            }
            return contents
        }
    }
}
