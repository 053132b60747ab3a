/// Makes JSON safe to print on a terminal. The store's canonical form escapes only the characters
/// that JSON requires: C0. The other control characters and those that change the reading order are
/// as dangerous, and JSON allows escaping them as well.
enum TerminalJSON {
    /// Returns the same JSON value in other bytes.
    /// - Parameter json: Well-formed JSON, so such characters occur only in strings.
    static func escaped(_ json: [UInt8]) -> [UInt8] {
        guard json.contains(where: { $0 >= 0x7F }) else { return json }
        let text = String(decoding: json, as: UTF8.self)
        // Line ends of JSON Lines stay, as do all other C0 characters that JSON allows between
        // values.
        guard text.unicodeScalars.contains(where: isUnsafe) else { return json }
        var result: [UInt8] = []
        result.reserveCapacity(json.count + 16)
        for scalar in text.unicodeScalars {
            if isUnsafe(scalar) {
                // Scalars outside the basic plane take two escapes.
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    let zeros = String(repeating: "0", count: max(0, 4 - digits.utf8.count))
                    result.append(contentsOf: "\\u\(zeros)\(digits)".utf8)
                }
            } else {
                result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return result
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x7F && TerminalText.isUnsafe(scalar)
    }
}
