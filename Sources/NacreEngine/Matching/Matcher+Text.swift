import NacreFormat

/// Tests of strings in records.
extension Matcher {
    func compare(
        _ text: ByteView, _ comparison: ComparisonOperator, _ literal: Int,
        _ place: MatchCondition.VariablePlace, _ origin: Int
    ) throws(FormatError) -> Bool {
        let known = literals.texts[literal]
        let answer = TextMatching.compare(
            text, comparison, known, literalBytes[known.bytes], literals.strings[literal])
        guard let answer else { throw badValue(place.ordinal, at: origin) }
        return answer
    }

    func isInList(
        _ text: ByteView, _ list: Int, _ place: MatchCondition.VariablePlace, _ origin: Int
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

    /// The size in bytes above which the limit is checked before each text.
    private static var longTextMin: Int { 1024 }

    /// Tests a text. The literal is already folded.
    func test(
        _ text: ByteView, _ method: TextCondition.Method, _ options: TextCondition.Options,
        _ literal: Int, _ place: MatchCondition.VariablePlace, _ origin: Int
    ) throws -> Bool {
        if text.count > Self.longTextMin { try limit?.check() }
        if method == .matches {
            let pattern = literals.patterns[literal]
            let answer = try limit.map { try pattern.matches(text, within: $0) }
            guard let answer = answer ?? pattern.matches(text) else {
                throw badValue(place.ordinal, at: origin)
            }
            return answer
        }
        let known = literals.texts[literal]
        let answer = TextMatching.test(
            text, method, options, known, literalBytes[known.bytes], literals.strings[literal])
        guard let answer else { throw badValue(place.ordinal, at: origin) }
        return answer
    }

    private func string(
        _ bytes: ByteView, _ place: MatchCondition.VariablePlace, _ origin: Int
    ) throws(FormatError) -> String {
        guard let string = bytes.string else { throw badValue(place.ordinal, at: origin) }
        return string
    }
}
