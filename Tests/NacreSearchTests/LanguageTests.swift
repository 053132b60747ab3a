import Foundation
import NacreSearch
import NacreText
import Testing

/// Queries in many languages, their terms and the words that they mark: Resources/Highlights.txt.
@Suite struct LanguageTests {
    @Test(arguments: [
        "English", "German", "French", "Italian", "Turkish", "Greek", "Russian", "Arabic", "Hindi",
        "Thai", "Chinese", "Japanese", "Korean", "emoji",
    ])
    func `queries of a language have the terms and marks that a reader expects`(
        _ language: String
    ) throws {
        let lines = try TestData.lines(of: "Highlights.txt")
        let start = try #require(lines.firstIndex(of: "[\(language)]")) + 1
        let cases = lines[start...].prefix { line in
            !(line.hasPrefix("[") && !line.contains("|"))
        }
        #expect(cases.count >= 5)
        for line in cases {
            let parts = line.components(separatedBy: " | ")
            try #require(parts.count == 3, "\(line)")
            let query = try SearchQuery(parts[0], .strict)
                .compiled(with: .words, fields: ["title"])
            // Compared by scalars: terms are composed.
            let shown = query.shown
            #expect(
                shown.unicodeScalars.elementsEqual(parts[1].unicodeScalars), "\(line): \(shown)")
            let text = MarkedText.plain(parts[2])
            let marked = MarkedText.text(
                text, Highlighter(query, field: 0, .words).ranges(in: text))
            #expect(marked == parts[2], "\(line)")
        }
    }
}
