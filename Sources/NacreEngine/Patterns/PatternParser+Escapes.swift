/// Parsing of escapes.
extension PatternParser {
    /// Parses an escape outside a class, starting after the backslash.
    /// - Returns: nil if it denotes nothing, as an empty quotation does.
    mutating func escape(_ start: Int) throws(PatternError) -> Atom? {
        if let property = try takeProperty(start) { return .set(PatternSet([property])) }
        guard let letter = scanner.current else { throw lonelyBackslash(start) }
        switch letter {
        case "b": return take(.assertion(.wordBoundary))
        case "B": return take(.assertion(.noWordBoundary))
        case "A": return take(.assertion(.textStart))
        case "z": return take(.assertion(.textEnd))
        case "R": return take(.set(PatternSet(.newline)))
        case "X": return take(.set(PatternSet(.any)))
        case "Q":
            scanner.advance()
            let text = scanner.take(upTo: "\\E") ?? scanner.takeRest()
            return text.isEmpty ? nil : .literal(text)
        case "Z":
            throw error("\\Z is not supported", "Write \\R?\\z.", at: start)
        case "k", "g", "1"..."9":
            throw error(
                "references to groups are not supported",
                "Patterns are matched in linear time, which this does not allow. Write out what"
                    + " the group matches.", at: start)
        default: return .literal(String(try escapedCharacter(start)))
        }
    }

    private mutating func take(_ atom: Atom) -> Atom {
        scanner.advance()
        return atom
    }

    /// Parses `\d` and similar escapes, inside and outside classes.
    mutating func takeProperty(_ start: Int) throws(PatternError) -> PatternSet.Item? {
        guard let letter = scanner.current else { return nil }
        let property: CharacterProperty
        switch letter {
        case "d", "D": property = .digit
        case "w", "W": property = .word
        case "s", "S": property = .space
        case "h", "H": property = .horizontalSpace
        case "v", "V": property = .newline
        case "p", "P":
            scanner.advance()
            guard scanner.take("{"), let name = scanner.take(upTo: "}") else {
                throw error(
                    "\\\(letter) needs the name of a property", "Write \\\(letter){L}.", at: start)
            }
            return .property(try self.property(name, start), isNegated: letter == "P")
        default: return nil
        }
        scanner.advance()
        return .property(property, isNegated: letter.isUppercase)
    }

    func property(_ name: String, _ start: Int) throws(PatternError) -> CharacterProperty {
        if let property = CharacterProperty(named: name) { return property }
        throw error(
            "\(name) is not one of the supported properties of characters",
            "Supported are \(CharacterProperty.list). For a script, write a range, as in"
                + " [\\u{370}-\\u{3FF}].", at: start)
    }

    /// Parses an escape that denotes one scalar, inside and outside classes.
    mutating func escapedCharacter(_ start: Int) throws(PatternError) -> Unicode.Scalar {
        guard let character = scanner.current else { throw lonelyBackslash(start) }
        scanner.advance()
        switch character {
        case "t": return "\t"
        case "n": return "\n"
        case "r": return "\r"
        case "f": return "\u{C}"
        case "a": return "\u{7}"
        case "e": return "\u{1B}"
        case "0" where scanner.current.map(Self.isDigit) != true: return "\0"
        case "x":
            if scanner.current == "{" { return try scalar(inBraces: start) }
            return try scalar(digits: scanner.takeAll(most: 2, where: Self.isHexDigit), start)
        case "u":
            if scanner.current == "{" { return try scalar(inBraces: start) }
            return try scalar(digits: takeDigits(4, start), start)
        case "U": return try scalar(digits: takeDigits(8, start), start)
        default:
            if let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1,
                scalar.isASCII, !character.isLetter, !character.isNumber
            {
                return scalar
            }
            throw error(
                "\\\(character) is not supported", "Write \\\\ for a backslash.", at: start)
        }
    }

    private mutating func scalar(inBraces start: Int) throws(PatternError) -> Unicode.Scalar {
        scanner.advance()
        let digits = scanner.takeAll(where: Self.isHexDigit)
        guard scanner.take("}") else {
            throw error(
                "this escape has no } after its digits", "Write one scalar, as in \\u{E9}.",
                at: start)
        }
        return try scalar(digits: digits, start)
    }

    private mutating func takeDigits(_ count: Int, _ start: Int) throws(PatternError) -> String {
        let digits = scanner.takeAll(most: count, where: Self.isHexDigit)
        guard digits.count == count else {
            throw error(
                "this escape needs \(count) hexadecimal digits", "Write \\u{...}.", at: start)
        }
        return digits
    }

    private func scalar(digits: String, _ start: Int) throws(PatternError) -> Unicode.Scalar {
        if let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number) {
            return scalar
        }
        throw error(
            "this escape is not the number of a Unicode scalar",
            "Write hexadecimal digits, as in \\u{E9}.", at: start)
    }

    private static func isHexDigit(_ character: Character) -> Bool {
        character.isASCII && character.isHexDigit
    }

    private func lonelyBackslash(_ start: Int) -> PatternError {
        error("nothing follows this backslash", "Write \\\\ for a backslash.", at: start)
    }
}
