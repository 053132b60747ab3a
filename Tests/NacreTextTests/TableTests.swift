import Foundation
@testable import NacreText
import Testing

@Suite struct TableTests {
    @Test func `the generated files name their version and the command`() throws {
        let folder = TestData.root.appending(path: "Sources/NacreText/Tables")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count == 3)
        for name in names {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            let line = try #require(text.split(separator: "\n").first)
            #expect(line.contains(" Unicode \(UnicodeTables.version) by Tools/text-tables/"))
        }
        let script = TestData.root.appending(path: "Tools/text-tables/generate.py")
        #expect(FileManager.default.fileExists(atPath: script.path))
    }

    @Test func `the tables are small`() {
        let strings = [
            UnicodeTables.records, UnicodeTables.runs, UnicodeTables.compositions,
        ]
        #expect(strings.map(\.utf8.count).reduce(0, +) < 48 * 1024)
    }

    @Test func `the tables agree with the standard library`() {
        let table = CharacterTable.shared(.exactMarks)
        for value in UInt32(0)..<0x11_0000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let properties = scalar.properties
            // Characters that are newer than the tables may differ.
            guard let age = properties.age, (age.major, age.minor) <= (15, 0) else { continue }
            let record = table[value]
            let combining = Int(properties.canonicalCombiningClass.rawValue)
            #expect(Int(record.combining) == combining, "\(scalar)")
            let isUpper = [.uppercaseLetter, .titlecaseLetter].contains(properties.generalCategory)
            #expect(record.isUpperCase == isUpper, "\(scalar)")
            if record.kind == .other { #expect(!isWordLetter(scalar), "\(scalar)") }
        }
    }

    /// Returns whether a character is a letter that makes words.
    private func isWordLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter:
            !scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{2BC}"
        default: false
        }
    }

    @Test func `a composition is the inverse of a decomposition`() {
        for value in UInt32(0xC0)..<0x3100 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            var parts: [UInt32] = []
            Compositions.shared.appendDecomposition(of: value, to: &parts)
            if parts == [value] { continue }
            let text = String(Character(scalar)).decomposedStringWithCanonicalMapping
            #expect(parts == text.unicodeScalars.map(\.value))
        }
        #expect(Compositions.shared.composition(0x1112, 0x1161) == 0xD558)
        #expect(Compositions.shared.composition(0xD558, 0x11AB) == 0xD55C)
        #expect(Compositions.shared.composition(0xD55C, 0x11AB) == nil)
    }
}
