import Foundation
import NacreEngine
import NacreFormat
import Testing

extension ToolTests {
    @Suite struct Compact {
        @Test func `compact keeps current records and prints the sizes`() throws {
            try CityStore.with { store in
                let database = try Database(at: store)
                for round in 0..<50 {
                    try database.performChanges { changes in
                        var city = CityStore.cities[0]
                        city[4] = .string(String(repeating: "\(round)", count: 5000))
                        try changes.update(city, of: "City")
                    }
                }
                try database.close()
                let before = try Tool.run("fetch", store, "City", "--json").output
                let result = try Tool.run("compact", store)
                #expect(result.status == 0)
                #expect(result.errors == "")
                #expect(result.output.hasPrefix("compacted: "))
                #expect(result.output.contains(" kB after, 4 records kept, "))
                let sizes = result.output.matches(of: /([0-9.]+) kB (before|after)/).map { $0.1 }
                let numbers = sizes.compactMap { Double($0) }
                try #require(numbers.count == 2)
                #expect(numbers[0] > 10 * numbers[1])
                #expect(try Tool.run("fetch", store, "City", "--json").output == before)
            }
        }

        @Test func `a command that writes reports what it recovered`() throws {
            try TemporaryFolder.with { folder in
                let store = "\(folder)/a.nacre"
                let copy = "\(folder)/copy.nacre"
                let database = try CityStore.make(at: store)
                try FileManager.default.copyItem(atPath: store, toPath: copy)
                try database.close()
                let result = try Tool.run("compact", copy)
                #expect(result.status == 0)
                #expect(
                    result.errors.hasPrefix(
                        "nacre: recovered: the last writer did not close the store; last whole"
                            + " commit 3"))
            }
        }

        @Test func `a store that another process writes to is locked, but can be read`() throws {
            try TemporaryFolder.with { folder in
                let store = "\(folder)/a.nacre"
                let database = try CityStore.make(at: store)
                let result = try Tool.run("compact", store)
                #expect(result.status == 75)
                #expect(result.errors.hasPrefix("nacre: Process "))
                #expect(try Tool.run("count", store, "City").output == "4\n")
                try database.close()
            }
        }

        @Test func `an imported or compacted store has a checkpoint, so that it opens at once`()
            throws
        {
            try TemporaryFolder.with { folder in
                let (file, store) = ("\(folder)/cities.jsonl", "\(folder)/cities.nacre")
                let note = String(repeating: "n", count: 200)
                let lines = (0..<8000).map { "{\"id\":\($0),\"note\":\"\(note)\"}\n" }
                try Data(lines.joined().utf8).write(to: URL(filePath: file))
                func checkpoints() throws -> [String] {
                    try FileManager.default.contentsOfDirectory(atPath: store).filter {
                        $0.hasSuffix(".ckp")
                    }
                }
                let tool = try Tool.executable()
                let imported = try Tool.run(
                    path: tool, ["import", store, file, "--entity", "City"])
                #expect(imported.status == 0, "\(imported.errors)")
                #expect(try checkpoints() == ["00000001.ckp"])
                #expect(try Tool.run(path: tool, ["compact", store]).status == 0)
                #expect(try checkpoints() == ["00000002.ckp"])
                #expect(try Tool.run(path: tool, ["verify", "--deep", store]).status == 0)
            }
        }
    }
}
