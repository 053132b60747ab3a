import Foundation
import Testing

/// The contents and the documentation of the library: the rows of the catalogue of features that
/// only the sources can show.
@Suite struct LibraryTests {
    private static let library: Result<[SourceFile], any Error> = SourceTree.files.map { files in
        files.filter {
            $0.isSwift
                && $0.isIn(
                    "Sources/NacreFormat", "Sources/NacreEngine", "Sources/Nacre",
                    "Sources/NacreObjects", "Sources/NacreExchange", "Sources/NacreExchangeCore")
        }
    }

    /// All modules that the library may import: those of Swift on every platform, one system
    /// library, and a package of Apple for system calls. No user interface, no SQL engine, and no
    /// run time except Swift's.
    private static let modules: Set<String> = [
        "CLZ4", "CNacreShims", "Compression", "Dispatch", "Foundation", "Glibc", "Musl", "Nacre",
        "NacreEngine", "NacreExchangeCore", "NacreFormat", "NacreSearch", "NacreText",
        "Observation", "Synchronization", "SystemPackage", "WinSDK", "Darwin", "Android",
    ]

    @Test func `V2 V41 W21 E19 the library consists of Swift and its own modules`() throws {
        var imported: Set<String> = []
        for file in try Self.library.get() {
            for line in file.code {
                guard line.range(of: "import ") != nil,
                    let match = line.firstMatch(of: /^\s*(?:@?\w+ )*import (?:\w+ )?(\w+)/)
                else { continue }
                let module = String(match.1)
                imported.insert(module)
                #expect(Self.modules.contains(module), "\(file.path) imports \(module)")
            }
        }
        #expect(imported.isSuperset(of: ["Foundation", "NacreEngine", "SystemPackage"]))
    }

    @Test func `V1 objects are read and written without reflection`() throws {
        let files = try Self.library.get().filter { file in
            file.code.contains { line in
                ["Mirror", "dlsym"].contains { Words.contains($0, in: line) }
            }
        }
        // Values of broken rules and of conflicts are shown to people.
        #expect(files.map(\.path) == ["Sources/Nacre/Model/Validation/ValueText.swift"])
    }

    @Test func `V5 V19 the library declares no operator of its own`() throws {
        let declarations = try Self.library.get().flatMap { file in
            file.code.filter { $0.contains(/^\s*(?:infix|prefix|postfix)\s+operator\b/) }
                .map { "\(file.path): \($0)" }
        }
        #expect(declarations == [])
        // Operators between fields and values are Swift's.
        let functions = try Self.library.get().flatMap { file in
            file.code.compactMap { line in
                line.firstMatch(of: /public (?:static )?(?:prefix )?func ([^\w\s(`<]+|<=?) *[(<]/)
                    .map { String($0.1) }
            }
        }
        #expect(functions.count > 20)
        #expect(
            Set(functions).isSubset(of: [
                "==", "!=", "<", "<=", ">", ">=", "&&", "||", "!", "~=", "...", "..<",
            ]))
    }

    @Test func `W20 the compiler checks isolation, except where a comment says why it is safe`()
        throws
    {
        let unchecked = try Self.library.get()
            .filter { $0.isIn("Sources/Nacre", "Sources/NacreObjects", "Sources/NacreExchange") }
            .flatMap { file in
                zip(file.lines, file.lines.dropFirst()).compactMap { line, next in
                    line.contains("@unchecked Sendable") ? (file.path, line, next) : nil
                }
            }
        #expect(unchecked.allSatisfy { $0.2.contains("// SAFETY: ") })
        // A public type of this kind wraps a snapshot, which never changes.
        let exposed = unchecked.filter { $0.1.contains("public ") }.map(\.0)
        #expect(exposed == ["Sources/Nacre/Fetching/Snapshot.swift"])
    }

    @Test func `V2 platform conditions are in few files, each with an alternative`() throws {
        let conditions = /^\s*#\s*(?:if|elseif)\b.*\b(?:os|canImport|arch|defined)\(/
        var found: Set<String> = []
        for file in try SourceTree.files.get() where file.isIn("Sources") {
            // Foundation's search is optimized even in debug builds, the pattern is not.
            let isConditional = file.code.contains { line in
                line.range(of: "#") != nil && line.contains(conditions)
            }
            guard isConditional else { continue }
            found.insert(file.path)
            let ways = file.code.filter { $0.contains(/^\s*#\s*(?:else|elseif)\b/) }
            #expect(!ways.isEmpty, "\(file.path) does nothing elsewhere")
        }
        #expect(
            found == [
                "Sources/CNacreShims/crc32c.c",
                "Sources/CNacreShims/file.c",
                "Sources/CNacreShims/heap.c",
                "Sources/CNacreShims/process.c",
                "Sources/CNacreShims/thread.c",
                "Sources/NacreEngine/FileSystem/POSIXCalls+Memory.swift",
                "Sources/NacreEngine/FileSystem/POSIXCalls.swift",
                "Sources/NacreFormat/Compression/LZ4Library.swift",
            ])
    }

    @Test func `V31 an entity must have a schema, and everything else has a default`() throws {
        let path = "Sources/Nacre/Model/Entities/Entity.swift"
        let code = try #require(try Self.library.get().first { $0.path == path }).code
        let end = try #require(code.firstIndex(of: "}"))
        func names(_ lines: ArraySlice<String>) -> Set<Substring> {
            Set(lines.compactMap { $0.firstMatch(of: /static (?:var|func) (\w+)/)?.1 })
        }
        let requirements = names(code[..<end])
        #expect(requirements.count > 4)
        #expect(requirements.subtracting(names(code[end...])) == ["schema"])
        let types = code[..<end].filter { $0.contains("associatedtype ") }
        #expect(types.count > 2 && types.allSatisfy { $0.contains(" = ") })
    }

    @Test func `V40 every workload of the benchmark has published figures`() throws {
        let files = try SourceTree.files.get()
        let results = try #require(files.first { $0.path == "Tools/Benchmarks/RESULTS.md" })
        let names = files.filter { $0.isIn("Tools/Benchmarks/Sources") }.flatMap { file in
            file.text.matches(of: /\bname: "([^"]+)", title:/).map { String($0.1) }
        }
        #expect(names.count > 20)
        for name in names {
            // In its row of the table, or in a sentence about it, which may continue on the next
            // line.
            let isThere = zip(results.lines, results.lines.dropFirst()).contains { line, next in
                guard Words.contains(name, in: line) else { return false }
                // Beside the numbers of others, some of which have three digits.
                return line.hasPrefix("|")
                    ? line.contains(/\| [\d,]+ \| [\d,]+ \|/)
                    : (line + next).contains(/\d,\d{3}/)
            }
            #expect(isThere, "\(name) has none")
        }
    }

    @Test func `the engine's public types are those that the library's README lists`() throws {
        let files = try SourceTree.files.get()
        let declaration = /^(?:@frozen )?public (?:struct|enum|protocol|final class|class) (\w+)/
        let types = files.filter { $0.isSwift && $0.isIn("Sources/NacreEngine") }.flatMap { file in
            file.code.filter { $0.hasPrefix("public ") || $0.hasPrefix("@frozen public ") }
                .compactMap { $0.firstMatch(of: declaration).map { String($0.1) } }
        }
        let readme = try #require(files.first { $0.path == "Sources/Nacre/README.md" })
        let table = try #require(MarkdownTable.all(in: readme.lines).last)
        let listed = table.rows.flatMap { row in
            row.cells[0].split(separator: "`").map(String.init).filter {
                $0.first?.isLetter == true
            }
        }
        #expect(types.count > 10)
        #expect(types.sorted() == listed.filter { $0 != "Types" }.sorted())
    }

    @Test func `V37 every public declaration is documented`() throws {
        var count = 0
        for file in try Self.library.get() where !file.isIn("Sources/NacreFormat") {
            for (index, line) in file.code.enumerated() where Self.isPublic(line) {
                count += 1
                let comment = file.lines[..<index].last { !Self.isAttribute($0) } ?? ""
                let isCommented = comment.contains(/^\s*\/\/\//)
                #expect(isCommented, "\(file.path):\(index + 1) has no comment")
            }
        }
        #expect(count > 500)
    }

    private static func isPublic(_ line: String) -> Bool {
        line.range(of: "public ") != nil
            && line.contains(/^\s*(?:@\w+(?:\([^)]*\))? )*public (?!import|extension)/)
    }

    /// Returns whether the line may come between a declaration and its comment. Macros take several
    /// lines.
    private static func isAttribute(_ line: String) -> Bool {
        line.contains(/^\s*@/) || line.contains(/^\s*(?:member,|names: |.*named\()/)
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardizedFileURL

    @Test func `V2 V32 the hosted checks run on Linux for two processors and on macOS`() throws {
        let workflow = try String(
            contentsOf: Self.root.appending(path: ".github/workflows/test.yml"), encoding: .utf8)
        for runner in ["ubuntu-24.04,", "ubuntu-24.04-arm]", "runs-on: macos-"] {
            #expect(workflow.contains(runner))
        }
        #expect(workflow.matches(of: /- run: Tools\/test/).count == 2)
    }

    @Test func `T26 a change must pass the trials that look for lost commits`() throws {
        let files = try SourceTree.files.get()
        let prove = try String(
            contentsOf: Self.root.appending(path: "Tools/prove"), encoding: .utf8)
        let list = try #require(prove.firstMatch(of: /names=\(([^)]+)\)/)).1
        let names = list.split { $0.isWhitespace }
        for trial in ["simulate", "damage", "errors", "kill", "power", "full", "fuzz"] {
            #expect(names.contains(Substring(trial)), "\(trial) is not run for each change")
        }
        // The crash simulation must reach a number of different states, and fails otherwise.
        let least = try #require(prove.firstMatch(of: /--at-least (\d+)/)).1
        #expect((Int(least) ?? 0) >= 100_000)
        let testing = try #require(files.first { $0.path == "Tests/TESTING.md" })
        for trial in names {
            #expect(testing.text.contains("`\(trial)`"), "\(trial) is not explained")
        }
    }

    @Test func `V32 all checks that a change must pass can be run`() throws {
        let root = Self.root
        let script = try String(contentsOf: root.appending(path: ".ci/run"), encoding: .utf8)
        let stages = script.matches(of: /(?m)^ *stage "[^"]+" (.+)$/).map { String($0.1) }
        #expect(stages.contains("Tools/test") && stages.contains("Tools/prove"))
        for stage in stages where stage.hasPrefix("Tools/") {
            let tool = root.appending(path: stage).path(percentEncoded: false)
            #expect(FileManager.default.isExecutableFile(atPath: tool), "\(stage)")
        }
    }
}
