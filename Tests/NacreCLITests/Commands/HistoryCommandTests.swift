import Foundation
import NacreEngine
import NacreFormat
import Testing

extension ToolTests {
    /// `log`, `show` and `diff`.
    @Suite struct HistoryCommands {
        /// Makes the commits of ``CityStore``, and three more.
        private func withStore(_ body: (String) throws -> Void) throws {
            try TemporaryFolder.with { folder in
                let path = "\(folder)/atlas.nacre"
                let database = try CityStore.make(at: path)
                try database.performChanges(author: "anne", note: "census") { changes in
                    var tokyo = CityStore.cities[0]
                    tokyo[2] = .int(37_000_000)
                    tokyo[4] = .string("grew\nless")
                    try changes.update(tokyo, of: "City")
                    _ = try changes.delete(.int(2), from: "City")
                }
                try database.performChanges { changes in
                    try changes.insert(
                        [.int(5), .string("Oslo"), .null, .bool(true), .null], into: "City")
                }
                try database.performChanges { _ = try $0.delete(.int(5), from: "City") }
                try database.close()
                try body(path)
            }
        }

        @Test func `log lists the commits with author, note and counts`() throws {
            try withStore { store in
                let result = try Tool.run("log", store)
                #expect(result.status == 0 && result.errors == "")
                #expect(result.lines.count == 6)
                #expect(result.lines[0].hasPrefix("1  ") && result.lines[0].hasSuffix("no objects"))
                #expect(result.lines[1].hasSuffix("City +2"))
                #expect(result.lines[3].hasSuffix("City ~1 -1  by anne: census"))
                #expect(result.lines[5].hasSuffix("City -1"))
                let last = try Tool.run("log", store, "-l", "2")
                #expect(last.lines == Array(result.lines.suffix(2)))
                let json = try Tool.run("log", store, "--json", "--limit", "3")
                let commit = try JSONParser.parse(Array(try #require(json.lines.first).utf8))
                #expect(commit["commit"]?.asInteger == 4)
                #expect(commit["author"]?.asString == "anne")
                #expect(CommitToken(commit["token"]?.asString ?? "")?.commitNumber == 4)
                #expect(commit["entities"]?.asArray?.first?["deleted"]?.asInteger == 1)
            }
        }

        @Test func `show and diff shorten long values unless all is requested`() throws {
            try TemporaryFolder.with { folder in
                let path = "\(folder)/long.nacre"
                let database = try CityStore.make(at: path)
                let note = String(repeating: "x", count: 70_000)
                try database.performChanges { changes in
                    try changes.insert(
                        [.int(5), .string("Oslo"), .null, .bool(true), .string(note)], into: "City")
                }
                try database.close()
                let short = "    note: \(note.prefix(180))... (70,000 bytes)"
                for result in [try Tool.run("show", path), try Tool.run("diff", path, "3")] {
                    #expect(result.lines.last == short)
                }
                for result in [
                    try Tool.run("show", path, "--full"), try Tool.run("diff", path, "3", "--full"),
                ] {
                    #expect(result.lines.last == "    note: \(note)")
                }
                let json = try Tool.run("show", path, "--json")
                #expect(json.lines.last?.contains("\"note\":\"\(note)\"") == true)
            }
        }

        @Test func `show prints each change with old and new values`() throws {
            try withStore { store in
                let result = try Tool.run("show", store, "4")
                #expect(result.status == 0)
                #expect(
                    result.lines.dropFirst() == [
                        "updated City 1", "    population: 37400000 -> 37000000",
                        "    note: null -> grew\\u{a}less", "deleted City 2", "    name: Bern",
                        "    population: 134000", "    capital: true", "    note: ",
                    ])
                let newest = try Tool.run("show", store)
                #expect(newest.lines.dropFirst().first == "deleted City 5")
                let json = try Tool.run("show", store, "4", "--json")
                let change = try JSONParser.parse(Array(try #require(json.lines.first).utf8))
                #expect(json.lines.count == 2 && change["change"]?.asString == "updated")
                #expect(change["old"]?["population"]?.asInteger == 37_400_000)
                #expect(change["new"]?["note"]?.asString == "grew\nless")
            }
        }

        @Test func `diff prints the combined changes of several commits`() throws {
            try withStore { store in
                let result = try Tool.run("diff", store, "2", "6")
                #expect(result.status == 0)
                #expect(
                    result.lines.filter { !$0.hasPrefix(" ") } == [
                        "updated City 1", "deleted City 2", "inserted City 3", "inserted City 4",
                    ])
                #expect(try Tool.run("diff", store, "0", "6").lines.count == 14)
                #expect(try Tool.run("diff", store, "4").output == "")
                #expect(try Tool.run("diff", store, "3", "3").output == "")
                #expect(try Tool.run("diff", store, "3", "2").status == 64)
            }
        }

        @Test func `commits that compaction has joined or that do not exist yet are refused`()
            throws
        {
            try withStore { store in
                let future = try Tool.run("show", store, "7")
                #expect(future.status == 66 && future.errors.contains("from 1 to 6"))
                #expect(try Tool.run("compact", store).status == 0)
                let gone = try Tool.run("show", store, "4")
                #expect(gone.status == 66 && gone.errors.contains("no commits are"))
                #expect(try Tool.run("diff", store, "1", "4").status == 66)
                let log = try Tool.run("log", store)
                #expect(log.status == 0 && log.output.contains("has joined all 6"))
                #expect(try Tool.run("log", store, "--limit", "0").status == 64)
            }
        }
    }
}
