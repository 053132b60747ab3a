import Foundation
import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

@Suite struct PatternPropertyTests {
    private static let cases = Generator<(String, String)>.tuple(
        PatternGenerator.pattern, PatternGenerator.text)

    @Test func `patterns match where Swift's Regex matches`() {
        var (all, matching) = (0, 0)
        property("patterns", runs: 3000, Self.cases) { pattern, text in
            // Swift's Regex does not find all spellings of a class's members, so the text is
            // searched in NFC. The next test shows that this makes no difference.
            let text = text.precomposedStringWithCanonicalMapping
            guard let regex = try? Regex(pattern).wordBoundaryKind(.simple) else { return }
            let expected = text.contains(regex)
            if Self.isPossessive(pattern) { return }
            try requireEqual(
                try TextPattern(parsing: pattern).matches(text), expected,
                "\(pattern.debugDescription) in \(text.debugDescription)")
            all += 1
            if expected { matching += 1 }
        }
        #expect(matching > all / 10, "\(matching) of \(all)")
    }

    /// Returns whether the pattern is refused because of a quantifier such as `*+`, which blanks
    /// can form.
    private static func isPossessive(_ pattern: String) -> Bool {
        do throws(PatternError) { _ = try PatternParser.parse(pattern) } catch {
            return error.problem.hasPrefix("possessive")
        }
        return false
    }

    @Test func `both matchers agree on every spelling of a text`() {
        property("matchers", runs: 3000, Self.cases) { pattern, text in
            guard let program = try? PatternParser.parse(pattern) else { return }
            // Some patterns are too large for it.
            let automaton = PatternAutomaton(program)
            let compiled = try TextPattern(parsing: pattern)
            var answers: Set<Bool> = []
            for spelling in [
                text, text.precomposedStringWithCanonicalMapping,
                text.decomposedStringWithCanonicalMapping,
            ] {
                if let automaton {
                    answers.insert(automaton.matches(CharacterSymbols(spelling)))
                }
                answers.insert(PatternMatcher.matches(program, CharacterSymbols(spelling)))
                let utf8 = Array(spelling.utf8)
                let answer = utf8.withView { compiled.matches($0) }
                try require(answer != nil, "UTF-8 that is refused")
                if let answer { answers.insert(answer) }
            }
            try require(answers.count == 1, "\(pattern.debugDescription) in \(text)")
        }
    }

    @Test func `the ASCII part of a set equals the set`() {
        property("sets", runs: 300, PatternGenerator.pattern) { pattern in
            guard let program = try? PatternParser.parse(pattern) else { return }
            for set in program.sets {
                for byte in 0..<128 as Range<UInt8> {
                    let character = NormalCharacter(Character(Unicode.Scalar(byte)))
                    try requireEqual(set.ascii.contains(byte), set.contains(character), "\(byte)")
                }
            }
        }
    }
}
