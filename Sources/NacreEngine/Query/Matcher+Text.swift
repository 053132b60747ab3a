import NacreFormat

/// Strings, which are equal and ordered as Swift's String is: canonically equivalent spellings are
/// one string. That can only differ from their bytes where one of them is not ASCII, so a String is
/// made only then.
extension Matcher {
    func compare(
        _ text: ByteView, _ comparison: ComparisonOperator, _ literal: Int,
        _ place: MatchTest.VariablePlace, _ origin: Int
    ) throws(FormatError) -> Bool {
        let known = literals.texts[literal]
        let bytes = literalBytes[known.bytes]
        // Equal bytes settle it for all operators, and prove the text to be UTF-8.
        if text.isEqual(to: bytes) { return Self.compare(0, comparison, 0) }
        if known.isASCII, text.isASCII {
            return comparison == .equal ? false : Self.compare(text.compare(bytes), comparison, 0)
        }
        let string = try string(text, place, origin)
        return Self.compare(string, comparison, literals.strings[literal])
    }

    func isInList(
        _ text: ByteView, _ list: Int, _ place: MatchTest.VariablePlace, _ origin: Int
    ) throws(FormatError) -> Bool {
        if text.isASCII {
            if contains(literals.textLists[list].ascii, text) { return true }
            if !literals.textLists[list].hasOthers { return false }
        }
        return literals.textLists[list].strings.contains(try string(text, place, origin))
    }

    private func contains(_ sorted: [Range<Int>], _ text: ByteView) -> Bool {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            let order = literalBytes[sorted[middle]].compare(text)
            if order == 0 { return true }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return false
    }

    func test(
        _ text: ByteView, _ method: TextTest.Method, _ literal: Int,
        _ place: MatchTest.VariablePlace, _ origin: Int
    ) throws(FormatError) -> Bool {
        let known = literals.texts[literal]
        if known.isPlain, text.isPlainASCII {
            let bytes = literalBytes[known.bytes]
            return switch method {
            case .hasPrefix: PlainText.hasPrefix(text, bytes)
            case .hasSuffix: PlainText.hasSuffix(text, bytes)
            case .contains: PlainText.contains(text, bytes)
            }
        }
        return Self.test(try string(text, place, origin), method, literals.strings[literal])
    }

    /// The literal is in lower case already.
    func testIgnoringCase(
        _ text: ByteView, _ method: TextTest.Method, _ literal: Int,
        _ place: MatchTest.VariablePlace, _ origin: Int
    ) throws(FormatError) -> Bool {
        let known = literals.texts[literal]
        if known.isPlain, text.isPlainASCII {
            let bytes = literalBytes[known.bytes]
            return switch method {
            case .hasPrefix: PlainText.lowercasedHasPrefix(text, bytes)
            case .hasSuffix: PlainText.lowercasedHasSuffix(text, bytes)
            case .contains: PlainText.lowercasedContains(text, bytes)
            }
        }
        let string = try string(text, place, origin).lowercased()
        return Self.test(string, method, literals.strings[literal])
    }

    private static func test(_ text: String, _ method: TextTest.Method, _ other: String) -> Bool {
        switch method {
        case .hasPrefix: text.hasPrefix(other)
        case .hasSuffix: text.hasSuffix(other)
        case .contains: text.contains(other)
        }
    }

    private func string(
        _ bytes: ByteView, _ place: MatchTest.VariablePlace, _ origin: Int
    ) throws(FormatError) -> String {
        guard let string = bytes.string else { throw badValue(place.ordinal, at: origin) }
        return string
    }
}
