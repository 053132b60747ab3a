import Foundation
import Testing

/// The compiler checks the Swift code of the documents: each block names the snippets of the files
/// in this target that it consists of.
@Suite struct SnippetTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static let guides = [
        "Nacre/Nacre.docc/GettingStarted", "Nacre/Nacre.docc/FetchingAndIndexes",
        "Nacre/Nacre.docc/PropertyTypes", "Nacre/Nacre.docc/ChangingTheSchema",
        "Nacre/Nacre.docc/KeepingDataSafe", "Nacre/Nacre.docc/FollowingChanges",
        "Nacre/Nacre.docc/UniqueAndUpsert", "Nacre/Nacre.docc/Hooks",
        "Nacre/Nacre.docc/Relationships", "Nacre/Nacre.docc/EntitiesByValue",
        "Nacre/Nacre.docc/WithoutMacros", "Nacre/Nacre.docc/Errors",
        "Nacre/Nacre.docc/ComingFromGRDB",
        "Nacre/Nacre.docc/NacreInAServer", "Nacre/Nacre.docc/HistoryAndTimeTravel",
        "Nacre/Nacre.docc/SearchingText",
        "NacreObjects/NacreObjects.docc/NacreObjects",
        "NacreExchange/NacreExchange.docc/NacreExchange",
    ]

    @Test(arguments: ["README.md"] + guides.map { "Sources/\($0).md" })
    func `T27 every Swift block of a guide consists of compiled snippets`(document: String) throws {
        let snippets = try Self.snippets()
        let text = try String(
            contentsOf: Self.root.appending(path: document), encoding: .utf8)
        let blocks = Self.blocks(text)
        #expect(!blocks.isEmpty)
        for block in blocks {
            let parts = try block.snippets.map { name in
                try #require(snippets[name], "\(document) names a snippet '\(name)'")
            }
            #expect(!parts.isEmpty, "a block of \(document) names no snippets:\n\(block.code)")
            #expect(block.code == parts.joined(separator: "\n\n"), "\(document)")
        }
    }

    @Test func `the example of the README runs`() throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "nacre-readme-\(UUID()).nacre").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        for _ in 0..<2 { #expect(try runReadmeExample(at: path) == ["Oslo"]) }
    }

    @Test func `the guide to entities without macros works`() throws {
        #expect(try runWithoutMacrosGuide() == [21.5])
    }

    @Test func `the guide to keeping data safe works`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nacre-\(UUID())").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (defects, members) = try runCustodyGuide(
            at: folder + "/a.nacre", backups: folder)
        #expect(defects == [])
        #expect(members == 1)
    }

    // MARK: Reading documents and snippets

    private struct Block {
        let snippets: [String]
        let code: String
    }

    /// Returns the blocks of Swift, with the snippets that the comment before each block names.
    private static func blocks(_ text: String) -> [Block] {
        var blocks: [Block] = []
        var names: [String] = []
        var code: [String]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("<!-- snippet: "), line.hasSuffix(" -->") {
                names = line.dropFirst(14).dropLast(4).split(separator: ", ").map { String($0) }
            } else if line == "```swift" {
                code = []
            } else if line == "```", let lines = code {
                blocks.append(Block(snippets: names, code: lines.joined(separator: "\n")))
                code = nil
                names = []
            } else {
                code?.append(String(line))
            }
        }
        return blocks
    }

    /// Returns the snippets of the Swift files beside this one, without their indentation.
    private static func snippets() throws -> [String: String] {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        var snippets: [String: String] = [:]
        for folder in [here, here.appending(path: "Snippets")] {
            let files = try FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil)
            for file in files where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                for (name, code) in Self.snippets(in: text) { snippets[name] = code }
            }
        }
        return snippets
    }

    private static func snippets(in text: String) -> [(String, String)] {
        var found: [(String, String)] = []
        var current: (name: String, indentation: Int, lines: [String])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let bare = line.drop { $0 == " " }
            if bare.hasPrefix("// snippet: ") {
                current = (String(bare.dropFirst(12)), line.count - bare.count, [])
            } else if bare == "// end snippet", let snippet = current {
                found.append((snippet.name, snippet.lines.joined(separator: "\n")))
                current = nil
            } else if let snippet = current {
                current?.lines.append(String(line.dropFirst(min(snippet.indentation, line.count))))
            }
        }
        return found
    }
}
