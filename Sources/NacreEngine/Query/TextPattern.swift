/// A regular expression of a filter, compiled. Filters keep the text of it: Swift's Regex can
/// neither be compared nor sent nor coded.
package final class TextPattern: @unchecked Sendable {
    // A Regex is not Sendable since it may hold closures. One that was made of text has none, and
    // matching leaves it as it is.
    private let regex: Regex<AnyRegexOutput>

    /// Patterns come from files and from people. The parser of Regex is recursive, and repeats cost
    /// what they multiply to: these limits are far below what hurts, and far above what is useful.
    static let sizeMax = 2000
    private static let groupsMax = 100
    private static let countDigitsMax = 3

    /// - Throws: an error that says what is wrong with the pattern.
    init(_ pattern: String, ignoringCase: Bool) throws(OperandError) {
        if let problem = Self.problem(of: pattern) { throw Self.error(problem) }
        do {
            let regex = try Regex(pattern)
            self.regex = ignoringCase ? regex.ignoresCase() : regex
        } catch {
            throw Self.error("this is none: \(error)")
        }
    }

    /// For rules of attributes.
    /// - Throws: `invalidValue` that says what is wrong with the pattern.
    package convenience init(parsing pattern: String) throws(StoreError) {
        do throws(OperandError) { try self.init(pattern, ignoringCase: false) } catch {
            throw StoreError(error)
        }
    }

    package func matches(_ text: String) -> Bool {
        // It throws for patterns with closures only.
        (try? regex.firstMatch(in: text)) != nil
    }

    private static func problem(of pattern: String) -> String? {
        if pattern.utf8.count > sizeMax { return "this one is longer than \(sizeMax) bytes" }
        var (groups, digits) = (0, 0)
        for byte in pattern.utf8 {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["): groups += 1
            default: break
            }
            digits = (0x30...0x39).contains(byte) ? digits + 1 : 0
            if digits > countDigitsMax { return "this one has a number of four digits or more" }
        }
        return groups > groupsMax ? "this one has more than \(groupsMax) groups" : nil
    }

    private static func error(_ problem: String) -> OperandError {
        OperandError(
            .invalidValue, "A regular expression was expected, and \(problem).",
            suggestion: "Write it as in Swift: \"^[A-Z][a-z]*$\".")
    }
}

extension TextTest {
    /// Of a test that matches.
    var pattern: TextPattern {
        get throws(OperandError) {
            try TextPattern(text, ignoringCase: options.contains(.caseInsensitive))
        }
    }

    /// Throws if the test itself is wrong, whatever it is asked of.
    func check() throws(OperandError) {
        guard method == .matches else { return }
        if options.contains(.diacriticInsensitive) {
            throw OperandError(
                .invalidValue, "Regular expressions do not know .diacriticInsensitive.",
                suggestion: "Write the letters with marks into it.")
        }
        _ = try pattern
    }
}
