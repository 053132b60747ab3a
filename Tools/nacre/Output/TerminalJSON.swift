/// JSON that is safe to print on a terminal. The canonical form of the store escapes what JSON
/// demands only: C0. The other controls and what turns the reading order around are as dangerous,
/// and may be escaped as well.
enum TerminalJSON {
    /// The same JSON value in other bytes.
    /// - Parameter json: well-formed JSON, so that such characters stand in strings only.
    static func escaped(_ json: [UInt8]) -> [UInt8] {
        guard json.contains(where: { $0 >= 0x7F }) else { return json }
        let text = String(decoding: json, as: UTF8.self)
        // Line ends of JSON Lines stay, as does all other C0 that JSON allows between values.
        guard text.unicodeScalars.contains(where: isUnsafe) else { return json }
        var result: [UInt8] = []
        result.reserveCapacity(json.count + 16)
        for scalar in text.unicodeScalars {
            if isUnsafe(scalar) {
                // Two escapes outside of the basic plane.
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
