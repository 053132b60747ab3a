import Foundation
import Testing

/// What the library is made of, and what it says of itself: the rows of the catalogue of features
/// that only the sources can show.
@Suite struct LibraryTests {
    private static let library: Result<[SourceFile], any Error> = SourceTree.files.map { files in
        files.filter {
            $0.isSwift
                && $0.isIn(
                    "Sources/NacreFormat", "Sources/NacreEngine", "Sources/Nacre",
                    "Sources/NacreObjects")
        }
    }

    /// All that the library may import: what comes with Swift on every platform, one system
    /// library, and a package of Apple for calls of the system. No user interface, no SQL engine,
    /// no run time but Swift's.
    private static let modules: Set<String> = [
        "CLZ4", "CNacreShims", "Compression", "Dispatch", "Foundation", "Glibc", "Musl", "Nacre",
        "NacreEngine", "NacreFormat", "Observation", "Synchronization", "SystemPackage", "WinSDK",
        "Darwin", "Android",
    ]

    @Test func `V2 V41 W21 E19 the library is made of Swift and its own modules`() throws {
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
        // Where the value of a broken rule is shown to people.
        #expect(files.map(\.path) == ["Sources/Nacre/Entities/Attribute.swift"])
    }

    @Test func `V37 everything public says what it is`() throws {
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

    /// What may stand between a declaration and its comment, on several lines for macros.
    private static func isAttribute(_ line: String) -> Bool {
        line.contains(/^\s*@/) || line.contains(/^\s*(?:member,|names: |.*named\()/)
    }

    @Test func `V32 all that has to pass before a change is accepted is there to be run`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../..").standardizedFileURL
        let script = try String(contentsOf: root.appending(path: ".ci/run"), encoding: .utf8)
        let stages = script.matches(of: /(?m)^ *stage "[^"]+" (.+)$/).map { String($0.1) }
        #expect(stages.contains("Tools/test") && stages.contains("Tools/prove"))
        for stage in stages where stage.hasPrefix("Tools/") {
            let tool = root.appending(path: stage).path(percentEncoded: false)
            #expect(FileManager.default.isExecutableFile(atPath: tool), "\(stage)")
        }
    }
}
