import NacreFormat

/// Comparisons of strings as bytes with literals. Equality and order are those of Swift's String:
/// canonically equivalent spellings are equal. The result can differ from that of the bytes only if
/// one of them has a scalar from U+0300 on. So a String is made only then, or if letters beyond
/// ASCII must be folded. Results are nil if the bytes are not UTF-8.
enum TextMatching {
    /// - Parameters:
    ///   - bytes: The literal's bytes.
    ///   - string: The literal.
    static func compare(
        _ text: ByteView, _ comparison: ComparisonOperator, _ known: MatchLiterals.Text,
        _ bytes: ByteView, _ string: @autoclosure () -> String
    ) -> Bool? {
        // Equal bytes decide all operators, and prove that the text is UTF-8.
        if text.isEqual(to: bytes) { return Matcher.compare(0, comparison, 0) }
        if known.isASCII, text.isASCII {
            return comparison == .equal
                ? false : Matcher.compare(text.compare(bytes), comparison, 0)
        }
        if known.isPlain, text.isPlainBeforeMarks {
            return Matcher.compare(text.compare(bytes), comparison, 0)
        }
        return text.string.map { Matcher.compare($0.order(relativeTo: string()), comparison, 0) }
    }

    /// Tests a text. The literal is already folded. Inlined, since it would otherwise be retained
    /// and released for each object.
    @inline(__always)
    static func test(
        _ text: ByteView, _ method: TextCondition.Method, _ options: TextCondition.Options,
        _ known: MatchLiterals.Text, _ bytes: ByteView, _ string: @autoclosure () -> String
    ) -> Bool? {
        if method == .contains,
            let answer = TextSearch.contains(text, bytes, known, options)
        {
            return answer
        }
        if known.isPlain {
            if known.isASCII, text.isPlainASCII {
                return options.contains(.caseInsensitive)
                    ? testLowercased(text, method, bytes) : test(text, method, bytes)
            }
            if options.isEmpty, text.isPlainBeforeMarks { return test(text, method, bytes) }
        }
        return text.string.map { test($0.folded(options), method, string()) }
    }

    private static func test(
        _ text: ByteView, _ method: TextCondition.Method, _ other: ByteView
    ) -> Bool {
        switch method {
        case .equals: text.isEqual(to: other)
        case .hasPrefix: PlainText.hasPrefix(text, other)
        case .hasSuffix: PlainText.hasSuffix(text, other)
        case .contains: PlainText.contains(text, other)
        case .matches: preconditionFailure("a pattern is not a literal")
        }
    }

    private static func testLowercased(
        _ text: ByteView, _ method: TextCondition.Method, _ other: ByteView
    ) -> Bool {
        switch method {
        case .equals: text.count == other.count && PlainText.lowercasedHasPrefix(text, other)
        case .hasPrefix: PlainText.lowercasedHasPrefix(text, other)
        case .hasSuffix: PlainText.lowercasedHasSuffix(text, other)
        case .contains: PlainText.lowercasedContains(text, other)
        case .matches: preconditionFailure("a pattern is not a literal")
        }
    }

    static func test(_ text: String, _ method: TextCondition.Method, _ other: String) -> Bool {
        switch method {
        case .equals: text == other
        case .hasPrefix: text.hasPrefix(other)
        case .hasSuffix: text.hasSuffix(other)
        case .contains: text.contains(other)
        case .matches: preconditionFailure("a pattern is not a literal")
        }
    }
}
