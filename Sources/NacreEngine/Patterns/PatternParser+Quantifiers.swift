/// Parsing of quantifiers.
extension PatternParser {
    struct Quantifier {
        var least: Int
        /// The maximum number of repetitions. Nil: unlimited.
        var most: Int?
    }

    /// Parses a quantifier if one comes next. A brace that begins none is an ordinary character.
    mutating func takeQuantifier() throws(PatternError) -> Quantifier? {
        let start = scanner.offset
        guard let quantifier = try takeCounts(start) else { return nil }
        // Of everything that extended mode skips, Swift's Regex allows only whitespace here.
        if options.contains(.extended) { _ = scanner.takeAll(where: \.isWhitespace) }
        if scanner.take("+") {
            throw error(
                "possessive quantifiers are not supported",
                "Leave out the second +: it rarely affects whether a text matches.",
                at: start)
        }
        // Lazy matching affects where a match is, not whether there is one.
        _ = scanner.take("?")
        return quantifier
    }

    private mutating func takeCounts(_ start: Int) throws(PatternError) -> Quantifier? {
        if scanner.take("*") { return Quantifier(least: 0) }
        if scanner.take("+") { return Quantifier(least: 1) }
        if scanner.take("?") { return Quantifier(least: 0, most: 1) }
        guard scanner.take("{") else { return nil }
        let least = scanner.takeAll(where: Self.isDigit)
        let isRange = scanner.take(",")
        let most = isRange ? scanner.takeAll(where: Self.isDigit) : least
        guard !(least.isEmpty && most.isEmpty), scanner.take("}") else {
            scanner.goBack(to: start)
            return nil
        }
        let quantifier = Quantifier(
            least: least.isEmpty ? 0 : try count(least, start),
            most: most.isEmpty ? nil : try count(most, start))
        if let most = quantifier.most, most < quantifier.least {
            throw error(
                "this range of counts ends before it begins", "Write {\(most),\(least)}.",
                at: start)
        }
        return quantifier
    }

    private func count(_ digits: String, _ start: Int) throws(PatternError) -> Int {
        if let count = Int(digits), count <= Self.countMax { return count }
        throw error(
            "this count is greater than \(Self.countMax)",
            "Use * or + for a repetition without an end.", at: start)
    }

    static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
