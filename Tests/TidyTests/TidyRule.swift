import Testing

/// A rule that all files follow, as a function from a file to its violations.
struct TidyRule: Sendable, CustomTestStringConvertible {
    let name: String
    let check: @Sendable (SourceFile) -> [Violation]

    var testDescription: String { name }

    static let all: [TidyRule] = textRules + codeRules + structureRules + expectationRules

    /// Makes a rule about each line on its own; `remark` returns the remedy for a line that breaks
    /// it.
    static func eachLine(
        _ name: String, where isConcerned: @escaping @Sendable (SourceFile) -> Bool,
        remark: @escaping @Sendable (String) -> String?
    ) -> TidyRule {
        TidyRule(name: name) { file in
            isConcerned(file) ? violations(in: file.lines, of: file, remark) : []
        }
    }

    /// Makes a rule about each line without comments and strings.
    static func eachCodeLine(
        _ name: String, where isConcerned: @escaping @Sendable (SourceFile) -> Bool,
        remark: @escaping @Sendable (String) -> String?
    ) -> TidyRule {
        TidyRule(name: name) { file in
            isConcerned(file) ? violations(in: file.code, of: file, remark) : []
        }
    }

    private static func violations(
        in lines: [String], of file: SourceFile, _ remark: (String) -> String?
    ) -> [Violation] {
        lines.enumerated().compactMap { index, line in
            remark(line).map { file.violation(line: index + 1, $0) }
        }
    }
}
