import Foundation
import NacreEngine
import NacreFormat
import Testing

extension ToolTests {
    /// `dump --history`, and `load` of its output.
    @Suite struct HistoryDumpCommands {
        /// Makes ``CityStore`` with a mark before the horizon, commits after it, and one that was
        /// taken back.
        private func withStore(_ body: (_ folder: String, _ store: String) throws -> Void) throws {
            try TemporaryFolder.with { folder in
                let store = "\(folder)/atlas.nacre"
                try CityStore.make(at: store).close()
                #expect(try Tool.run("mark", store, "census").status == 0)
                let database = try Database(at: store)
                for name in ["Edo", "Toukyou", "Tokio"] {
                    try rename(name, in: database)
                    if name == "Edo" { _ = try database.compact() }
                }
                try database.setHistory(.forever)
                for name in ["Tokyo", "T\u{14d}ky\u{14d}"] { try rename(name, in: database) }
                _ = try database.compact()
                try database.close()
                #expect(try Tool.run("undo", store).status == 0)
                try body(folder, store)
            }
        }

        private func rename(_ name: String, in database: Database) throws {
            try database.performChanges(author: "anne", note: "renamed") { changes in
                var tokyo = CityStore.cities[0]
                tokyo[1] = .string(name)
                try changes.update(tokyo, of: "City")
            }
        }

        @Test func `a loaded history is listed like the dumped one`() throws {
            try withStore { folder, store in
                let (dump, copy) = ("\(folder)/dump.jsonl", "\(folder)/copy.nacre")
                #expect(try Tool.run("dump", store, "--history", "-o", dump).status == 0)
                let loaded = try Tool.run("load", copy, dump)
                #expect(loaded.status == 0 && loaded.errors == "")
                #expect(loaded.output.hasPrefix("loaded "))
                #expect(loaded.output.contains(" commits into "))
                let commands = [
                    ["keep"], ["log"], ["show"], ["blame", "City", "1"],
                    ["history", "City", "1", "--json"], ["fetch", "City", "--at", "census"],
                    ["diff", "10", "11"], ["fetch", "City", "--at", "10"],
                    ["fetch", "City", "--at", "5"], ["undo"], ["log"], ["dump"],
                ]
                for command in commands {
                    let results = try [store, copy].map { path in
                        try Tool.run(
                            path: Tool.executable(),
                            [command[0], path] + Array(command.dropFirst()))
                    }
                    #expect(results[0].output != "" || results[0].status != 0, "\(command)")
                    #expect(results[0].status == results[1].status, "\(command)")
                    // What the commits before the horizon wrote belongs to that at the horizon.
                    let isOld = ["blame", "history"].contains(command[0])
                    let lines = results.map { result in
                        result.lines.filter { !isOld || $0.contains("anne") }
                    }
                    #expect(lines[0] == lines[1], "\(command)")
                }
                #expect(try Tool.run("verify", copy, "--deep").status == 0)
                let checked = try IndependentReader.run("--check", copy)
                #expect(checked.status == 0, "\(checked.output) \(checked.errors)")
            }
        }

        @Test func `a damaged history leaves nothing of the new store`() throws {
            try withStore { folder, store in
                let dump = try Tool.run("dump", store, "--history")
                let lines = dump.lines.filter { !$0.hasPrefix("{\"commit\":{\"number\":11,") }
                try Data((lines.joined(separator: "\n") + "\n").utf8)
                    .write(to: URL(filePath: "\(folder)/bad"))
                let names = try FileManager.default.contentsOfDirectory(atPath: folder)
                let result = try Tool.run("load", "copy", "bad", from: folder)
                #expect(result.status == 65)
                #expect(result.errors.contains("This is commit 12, and commit 11 was expected."))
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == names)
            }
        }

        @Test func `a history is only loaded into a new store, without an author`() throws {
            try withStore { folder, store in
                #expect(
                    try Tool.run("dump", store, "--history", "-o", "d", from: folder).status == 0)
                let before = try Tool.run("dump", store).output
                let existing = try Tool.run("load", store, "d", from: folder)
                #expect(existing.status == 65)
                #expect(existing.errors.contains("which only a new store can have"))
                #expect(try Tool.run("dump", store).output == before)
                let named = try Tool.run("load", "new", "d", "--author", "ben", from: folder)
                #expect(named.status == 64 && named.errors.contains("have authors already"))
                #expect(!FileManager.default.fileExists(atPath: "\(folder)/new"))
            }
        }

        @Test func `the help tells what a dump with history holds`() throws {
            let dump = try Tool.run("dump", "--help").output
            #expect(dump.contains("--history"))
            #expect(dump.contains("present schema") && dump.contains("history is not kept"))
            let load = try Tool.run("load", "--help").output
            #expect(load.contains("their numbers,"))
            for options in [["--entity", "City"], ["--at", "1"]] {
                let result = try Tool.run(
                    path: Tool.executable(), ["dump", "none", "--history"] + options)
                #expect(result.status == 64)
                #expect(result.errors.contains("dumps all states of all entities"))
            }
        }
    }
}
