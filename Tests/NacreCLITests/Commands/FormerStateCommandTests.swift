import Foundation
import NacreEngine
import NacreFormat
import Testing

extension ToolTests {
    /// `keep`, `mark`, `history`, `blame`, `--at`, `revert`, `undo` and `erase`.
    @Suite struct FormerStateCommands {
        /// Makes ``CityStore``, which keeps its history, and three commits about Tokyo.
        private func withStore(_ body: (String) throws -> Void) throws {
            try CityStore.with { store in
                let kept = try Tool.run("keep", store, "--forever")
                #expect(kept.status == 0 && kept.lines.first == "policy: forever")
                let database = try Database(at: store)
                for (author, name) in [("anne", "Edo"), ("ben", "Toukyou"), ("anne", "Tokio")] {
                    try database.performChanges(author: author, note: "renamed") { changes in
                        var tokyo = CityStore.cities[0]
                        tokyo[1] = .string(name)
                        try changes.update(tokyo, of: "City")
                    }
                }
                _ = try database.compact()
                try database.close()
                try body(store)
            }
        }

        private func name(_ store: String, _ options: String...) throws -> String {
            let result = try Tool.run(
                path: Tool.executable(),
                ["fetch", store, "City", "--where", "id == 1", "--json"] + options)
            let line = try #require(result.lines.first)
            return try JSONParser.parse(Array(line.utf8))["name"]?.asString ?? ""
        }

        @Test func `history and blame name commits and authors`() throws {
            try withStore { store in
                let history = try Tool.run("history", store, "City", "1")
                #expect(history.status == 0)
                #expect(history.lines.count == 4)
                #expect(history.lines[0].contains("name = Tokio"))
                #expect(history.lines[0].hasSuffix("by anne: renamed"))
                #expect(history.lines[3].contains("name = Tokyo"))
                let json = try Tool.run("history", store, "City", "1", "--json")
                let newest = try JSONParser.parse(Array(try #require(json.lines.first).utf8))
                #expect(newest["author"]?.asString == "anne")
                #expect(newest["object"]?["name"]?.asString == "Tokio")
                let blame = try Tool.run("blame", store, "City", "1")
                #expect(blame.lines.contains { $0.contains("name = Tokio  by anne: renamed") })
                #expect(try Tool.run("blame", store, "City", "77").status != 0)
                #expect(try Tool.run("history", store, "City", "x").status == 64)
            }
        }

        @Test func `a former state is read by commit and by mark`() throws {
            try withStore { store in
                #expect(try Tool.run("mark", store, "good").status == 0)
                let database = try Database(at: store)
                let number = try database.snapshot().commit
                try database.performChanges { try $0.deleteAll(from: "City") }
                try database.close()
                #expect(try name(store, "--at", "good") == "Tokio")
                #expect(try name(store, "--at", "\(number.rawValue - 1)") == "Tokio")
                #expect(try name(store, "--at", "\(number.rawValue - 2)") == "Toukyou")
                let count = try Tool.run("count", store, "City", "--at", "good")
                #expect(count.lines == ["4"])
                #expect(try Tool.run("count", store, "City").lines == ["0"])
                #expect(try Tool.run("count", store, "City", "--at", "bad").status == 64)
                let dump = try Tool.run("dump", store, "--at", "good", "--entity", "City")
                #expect(dump.lines.count == 5)
                #expect(try Tool.run("keep", store).lines.last?.hasPrefix("mark: good") == true)
                #expect(try Tool.run("mark", store, "good", "--remove").status == 0)
            }
        }

        @Test func `revert and undo take commits back`() throws {
            try withStore { store in
                let log = try Tool.run("log", store)
                let line = try #require(log.lines.first { $0.contains("by ben") })
                let number = try #require(line.split(separator: " ").first).description
                #expect(try Tool.run("revert", store, number).status != 0)
                #expect(try name(store) == "Tokio")
                #expect(try Tool.run("undo", store, "--author", "anne").status == 0)
                #expect(try name(store) == "Toukyou")
                #expect(try Tool.run("undo", store, "--author", "anne", "--redo").status == 0)
                #expect(try name(store) == "Tokio")
                let forced = try Tool.run("revert", store, number, "--overwrite")
                #expect(forced.status == 0 && forced.lines.count == 1)
                #expect(try name(store) == "Edo")
            }
        }

        @Test func `an erased object leaves no text in the files`() throws {
            try withStore { store in
                #expect(try Tool.run("erase", store, "--check", "Toukyou").status == 65)
                #expect(try Tool.run("erase", store, "City", "1").status == 64)
                let result = try Tool.run("erase", store, "City", "1", "--yes")
                #expect(result.status == 0 && result.lines.first?.hasPrefix("erased: ") == true)
                for text in ["Toukyou", "Tokyo", "Edo", "Tokio"] {
                    #expect(try Tool.run("erase", store, "--check", text).status == 0)
                }
                #expect(try Tool.run("verify", store, "--deep").status == 0)
                #expect(try Tool.run("count", store, "City").lines == ["3"])
            }
        }

        @Test func `an erased attribute leaves no text, and copies are named`() throws {
            try withStore { store in
                let copy = store + "-copy"
                let database = try Database(at: store)
                #expect(try database.backup(to: copy).isRecorded)
                try database.close()
                let arguments = ["erase", store, "City", "1", "--attribute", "name"]
                func erase(_ more: String...) throws -> Tool.Result {
                    try Tool.run(path: Tool.executable(), arguments + more)
                }
                #expect(try erase("--yes").status != 0)
                let found = try Tool.run("erase", store, "--check", "Toukyou")
                #expect(found.lines.contains { $0.contains("City.name of row") })
                let result = try erase("--replacement", "erased", "--yes")
                #expect(result.status == 0 && result.lines.first?.hasPrefix("erased: ") == true)
                #expect(result.lines.last?.hasPrefix("perhaps still in: \(copy), backup") == true)
                for text in ["Toukyou", "Tokyo", "Edo", "Tokio"] {
                    #expect(try Tool.run("erase", store, "--check", text).status == 0)
                }
                #expect(try Tool.run("erase", copy, "--check", "Edo").status == 65)
                #expect(try Tool.run("verify", store, "--deep").status == 0)
                #expect(try name(store) == "erased")
                #expect(try Tool.run("copies", store).lines.count == 1)
                #expect(try Tool.run("copies", store, "--forget", copy).lines == [])
                #expect(try Tool.run("copies", store, "--forget", copy).status != 0)
            }
        }
    }
}
