#if Macros
    import Foundation
    import Testing

    /// A file that must not compile or, if no message is expected, one that must compile.
    struct Fixture: CustomTestStringConvertible, Sendable {
        let url: URL
        /// The expected message, which follows `// error: ` in the file.
        let expected: String?

        var testDescription: String { url.lastPathComponent }

        private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures")
        /// The entities that all other files use.
        static let model = folder.appending(path: "Model.swift")

        static let all: Result<[Fixture], any Error> = Result {
            try FileManager.default
                .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .filter { $0.lastPathComponent != "Model.swift" }
                .sorted { $0.path() < $1.path() }
                .map(Fixture.init)
        }

        private init(_ url: URL) throws {
            self.url = url
            let mark = "// error: "
            expected = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
                .first { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
        }
    }

    @Suite(.serialized) struct CompileTests {
        @Test func `T4 T6 T17 V12 V14 V16 V31 invalid code is refused, and the error says why`()
            throws
        {
            let fixtures = try Fixture.all.get()
            let controls = fixtures.filter { $0.expected == nil }
            #expect(controls.map(\.testDescription) == ["Control.swift"])
            #expect(fixtures.count > 15)
            let control = try Compiler.compile([Fixture.model] + controls.map(\.url))
            try #require(control.messages == "", "Otherwise no other file proves anything.")
            // The files are compiled together, since starting the compiler takes longer than
            // finding a mistake. Mistakes in the flow of values are only reported if all types are
            // right: those files remain for the second pass.
            var unnoticed = fixtures.filter { $0.expected != nil }
            for _ in 1...2 where !unnoticed.isEmpty {
                let outcome = try Compiler.compile([Fixture.model] + unnoticed.map(\.url))
                unnoticed.removeAll { fixture in
                    let errors = outcome.errors(in: fixture.url)
                    guard !errors.isEmpty, let expected = fixture.expected else { return false }
                    #expect(
                        errors.contains { $0.contains(expected) },
                        "\(fixture.testDescription): \(errors.joined(separator: "\n"))")
                    return true
                }
            }
            #expect(unnoticed.map(\.testDescription) == [], "They compile, and must not.")
        }
    }
#endif
