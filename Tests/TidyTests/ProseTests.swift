import Testing

/// Comments and documents are in plain English. Words that tell of another dialect are rare, and no
/// documentation begins in one of its ways.
@Suite struct ProseTests {
    /// Words that have a plain substitute, and how many of a thousand words they may be.
    struct Rarity: CustomTestStringConvertible {
        let words: Set<String>
        let most: Double
        let instead: String

        var testDescription: String { words.sorted().joined(separator: ", ") }
    }

    private static let rarities = [
        Rarity(words: ["stand", "stands", "stood"], most: 0.3, instead: "is, is stored, lies"),
        Rarity(words: ["behind"], most: 0.3, instead: "after"),
        Rarity(words: ["ask", "asks", "asked"], most: 0.4, instead: "checks, reads, looks up"),
        Rarity(
            words: ["nobody", "somebody", "whoever", "anybody"], most: 0.1,
            instead: "the caller, the writer, the reader"),
        Rarity(words: ["what"], most: 2, instead: "the name of the thing"),
    ]

    /// Places that are read together.
    private static let places = [
        "Sources/NacreEngine", "Sources/NacreFormat", "Sources/NacreText", "Sources/Nacre",
        "Sources/NacreObjects", "Sources/NacreExchange", "Sources/NacreExchangeCore",
        "Sources/NacreMacros", "Tools", "Tests", "documents",
    ]

    private static func prose(of place: String) throws -> [Prose] {
        try SourceTree.files.get().filter { file in
            let isDocument = file.fileExtension == "md"
            return place == "documents" ? isDocument : file.isSwift && file.isIn(place)
        }.map { Prose($0) }
    }

    @Test(arguments: places)
    func `words that have a plain substitute are rare`(_ place: String) throws {
        let words = try Self.prose(of: place).flatMap { prose in
            prose.words.map { ($0.word, "\(prose.file.path):\($0.line)") }
        }
        try #require(words.count > 500, "there is hardly any text in \(place)")
        for rarity in Self.rarities {
            let found = words.filter { rarity.words.contains($0.0) }.map(\.1)
            let most = Int(Double(words.count) * rarity.most / 1000)
            guard found.count > most else { continue }
            Issue.record(
                """
                \(place): \(rarity.testDescription): \(found.count) in \(words.count) words, \
                \(most) are the most. Write \(rarity.instead). \(found.prefix(20))
                """)
        }
    }

    private static let openings: Set<String> = [
        "What", "Of", "In", "At", "By", "From", "With", "Without", "Behind", "Beside", "Besides",
        "For", "To", "As", "On",
    ]

    private static func isPlain(_ opening: String) -> Bool {
        let words = opening.split(separator: " ")
        return words.first.map { !openings.contains(String($0)) } ?? true
            && words.prefix(2) != ["The", "same"]
    }

    @Test func `documentation begins with a verb or a noun`() throws {
        for file in try Self.places.flatMap(Self.prose).map(\.file) where file.isSwift {
            for opening in Prose(file).openings where !Self.isPlain(opening.text) {
                let remark = "begin with a verb or a noun: \(opening.text.prefix(40))"
                Issue.record("\(file.violation(line: opening.line, remark))")
            }
        }
    }

    private static let glossary = "Sources/Nacre/Nacre.docc/Glossary.md"

    @Test func `the glossary has a row for each word, and other documents avoid the substitutes`()
        throws
    {
        let files = try SourceTree.files.get()
        let document = try #require(files.first { $0.path == Self.glossary })
        // Each table has a head and a line of dashes.
        let rows = MarkdownTable.all(in: document.lines).flatMap { $0.rows.dropFirst(2) }
            .map(\.cells)
        let words = rows.map { $0[0] }
        #expect(words.count > 50)
        #expect(Set(words).count == words.count)
        // The tables of names have no substitutes.
        let forbidden = rows.flatMap { $0.dropFirst(2).joined().split(separator: ",") }
            .map { " \(Prose.words(in: String($0)).joined(separator: " ")) " }
        #expect(forbidden.count > 5)
        for file in files where file.path != Self.glossary {
            for block in Prose(file).blocks {
                let text = Prose.words(in: block.lines.joined(separator: " "))
                let sentence = " " + text.joined(separator: " ") + " "
                for words in forbidden where sentence.contains(words) {
                    let remark = "the glossary has another word for\(words)"
                    Issue.record("\(file.violation(line: block.line, remark))")
                }
            }
        }
    }

    @Test func `the types in the glossary exist`() throws {
        let files = try SourceTree.files.get()
        let document = try #require(files.first { $0.path == Self.glossary })
        let names = MarkdownTable.all(in: document.lines).flatMap(\.rows)
            .filter { $0.cells.count == 2 }
            .flatMap { $0.cells[0].matches(of: /`([A-Z]\w*)`/) }.map { String($0.1) }
        #expect(names.count > 10)
        let sources = files.filter { $0.isSwift && $0.isIn("Sources") }.flatMap(\.lines)
        for name in names {
            let isDeclared = sources.contains { line in
                line.contains("struct \(name)") || line.contains("class \(name)")
                    || line.contains("enum \(name)") || line.contains("protocol \(name)")
            }
            #expect(isDeclared, "\(Self.glossary) names \(name)")
        }
    }

    @Test func `sections of Formats_md in comments exist`() throws {
        let files = try SourceTree.files.get()
        let formats = try #require(files.first { $0.path == "Formats.md" })
        let headings = Set(
            MarkdownText.lines(formats.lines).map(\.line).filter { $0.hasPrefix("##") }
                .map { String($0.drop { $0 == "#" || $0 == " " }) })
        var count = 0
        for file in files where file.isIn("Sources", "Tools") && file.isSwift {
            for block in Prose(file).blocks {
                let text = block.lines.joined(separator: " ")
                for match in text.matches(of: /Formats\.md, "([^"]+)"/) {
                    count += 1
                    let isThere = headings.contains(String(match.1))
                    #expect(isThere, "\(file.path):\(block.line) names '\(match.1)'")
                }
            }
        }
        #expect(count > 30)
    }

    @Test func `names and code are not words, and each word has its line`() {
        let text = """
            /// The `what` of it.
            /// Nobody asks.
            let text = "what"  // behind
            // Stands.
            """
        let prose = Prose(SourceFile(path: "Sources/A.swift", text: text))
        #expect(
            prose.words.map { "\($0.line) \($0.word)" } == [
                "1 the", "1 of", "1 it", "2 nobody", "2 asks", "4 stands",
            ])
        #expect(prose.openings.map(\.text) == ["The `what` of it."])
    }

    @Test func `openings that are not plain are recognized`() {
        #expect(!Self.isPlain("Of the head."))
        #expect(!Self.isPlain("The same of a leaf."))
        #expect(!Self.isPlain("What is left."))
        #expect(Self.isPlain("The number of entries."))
        #expect(Self.isPlain("Returns the same node."))
    }
}
