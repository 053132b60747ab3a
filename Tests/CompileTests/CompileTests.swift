#if Macros
    import Foundation
    import Testing

    /// A file that must not compile, or, without a message to expect, one that must.
    struct Fixture: CustomTestStringConvertible, Sendable {
        let url: URL
        /// Written in the file behind `// error: `.
        let expected: String?

        var testDescription: String { url.lastPathComponent }

        private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures")
        /// The entities that all others use.
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
        @Test func `T6 V12 V14 wrong code does not compile, and the message says why`() throws {
            let fixtures = try Fixture.all.get()
            let controls = fixtures.filter { $0.expected == nil }
            #expect(controls.map(\.testDescription) == ["Control.swift"])
            #expect(fixtures.count > 15)
            for control in controls {
                let outcome = try Compiler.compile([Fixture.model, control.url])
                try #require(outcome.messages == "", "Otherwise no other file proves anything.")
            }
            for fixture in fixtures {
                guard let expected = fixture.expected else { continue }
                let outcome = try Compiler.compile([Fixture.model, fixture.url])
                #expect(!outcome.isSuccess, "\(fixture.testDescription)")
                let isExpected = outcome.errors.contains { $0.contains(expected) }
                #expect(isExpected, "\(fixture.testDescription):\n\(outcome.messages)")
            }
        }
    }
#endif
