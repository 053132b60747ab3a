import Foundation
import NacreEngine
import NacreFormat
import Testing

extension ToolTests {
    @Suite struct Searches {
        private static let notes = [
            #"{"id": 1, "title": "Append only", "body": "A log that is never rewritten."}"#,
            #"{"id": 2, "title": "Logs", "body": "Swift writes a log, and only appends to it."}"#,
            #"{"id": 3, "title": "Trees", "body": "A tree of nodes.\u0007"}"#,
        ]

        private func withStore(_ body: (String) throws -> Void) throws {
            try TemporaryFolder.with { folder in
                let file = "\(folder)/notes.jsonl"
                try Self.notes.joined(separator: "\n").write(
                    toFile: file, atomically: true, encoding: .utf8)
                let result = try Tool.run(
                    "import", "\(folder)/a.nacre", "--entity", "Note", "--id", "id", "--search",
                    "title, body", file)
                try #require(result.status == 0, "\(result.errors)")
                try body("\(folder)/a.nacre")
            }
        }

        @Test func `the best objects come first, with their words marked`() throws {
            try withStore { store in
                let result = try Tool.run("search", store, "Note", "only log")
                #expect(result.status == 0 && result.errors == "")
                let rows = result.lines.dropFirst(2)
                #expect(rows.count == 2)
                #expect(rows.first?.contains("*only*") == true)
                #expect(rows.allSatisfy { $0.contains("*") })
            }
        }

        @Test func `JSON Lines show all attributes, and a filter and a limit apply`() throws {
            try withStore { store in
                let result = try Tool.run(
                    "search", store, "Note", "log* OR tree", "--where", "id > 1", "--limit", "1",
                    "--format", "jsonl")
                #expect(result.lines.count == 1)
                let json = try JSONParser.parse(result.output)
                #expect(json["id"]?.asInteger.map { $0 > 1 } == true)
                #expect(json["body"] != nil && json["score"] != nil)
            }
        }

        @Test func `an explanation shows the words, and the order may prefer new objects`() throws {
            try withStore { store in
                let plan = try Tool.run("search", store, "Note", "log only", "--explain")
                #expect(plan.status == 0)
                #expect(plan.lines.first?.hasPrefix("Note: log only by ") == true)
                #expect(plan.lines.contains { $0.contains("\"only\": 2 objects, 1 list") })
                let dateless = try Tool.run("search", store, "Note", "log", "--recent", "title")
                #expect(dateless.status != 0 && dateless.errors.contains("'title'"))
                let endless = try Tool.run(
                    "search", store, "Note", "log", "--recent", "id", "--half-life", "0")
                #expect(endless.status != 0)
            }
        }

        @Test func `a mistake is shown with its place`() throws {
            try withStore { store in
                let strict = try Tool.run("search", store, "Note", "(log", "--strict")
                #expect(strict.status == 64)
                #expect(strict.errors.contains("\n    (log\n"))
                #expect(strict.errors.contains("^"))
                #expect(try Tool.run("search", store, "Note", "(log").lines.count == 4)
                let unknown = try Tool.run("search", store, "Note", "log", "--by", "other")
                #expect(unknown.status == 64 && unknown.errors.contains("no search 'other'"))
            }
        }

        @Test func `texts cannot write to the terminal`() throws {
            try withStore { store in
                let result = try Tool.run("search", store, "Note", "nodes")
                #expect(!result.output.contains("\u{7}"))
                #expect(result.output.contains("*nodes*"))
            }
        }

        @Test func `an import refuses another search before it has imported anything`() throws {
            try withStore { store in
                let file = "\(store).jsonl"
                try #"{"id": 9, "title": "t", "body": "b"}"#.write(
                    toFile: file, atomically: true, encoding: .utf8)
                for (names, message) in [
                    ("title", "has a search already"), ("titel", "no attribute 'titel'"),
                ] {
                    let result = try Tool.run(
                        "import", store, "--entity", "Note", "--id", "id", "--search", names, file)
                    #expect(result.status == 64 && result.errors.contains(message))
                }
                #expect(try Tool.run("count", store, "Note").output == "3\n")
                let again = try Tool.run(
                    "import", store, "--entity", "Note", "--id", "id", "--search", "title,body",
                    file)
                #expect(again.status == 0)
            }
        }

        @Test func `the searches of an entity are shown`() throws {
            try withStore { store in
                let schema = try Tool.run("schema", store).lines
                #expect(schema.contains { $0.hasPrefix("search: title, body (words/1/") })
                let info = try Tool.run("info", store).lines
                #expect(info.contains { $0.hasPrefix("Note: title, body (words/1/") })
                let json = try JSONParser.parse(Tool.run("info", store, "--json").output)
                #expect(json["searches"]?.asArray?.count == 1)
                let plan = try Tool.run(
                    "fetch", store, "Note", "--where", #"search("log")"#, "--explain")
                #expect(plan.output.contains(#""log": 2 objects"#))
            }
        }
    }
}
