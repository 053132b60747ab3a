/// JSON that is safe to print on a terminal. The canonical form of the store escapes what JSON
/// demands only; DEL and the C1 controls are as dangerous, and may be escaped as well.
enum TerminalJSON {
    /// The same JSON value in other bytes.
    /// - Parameter json: well-formed JSON, so that such characters stand in strings only.
    static func escaped(_ json: [UInt8]) -> [UInt8] {
        guard json.contains(where: { $0 == 0x7F || $0 == c1Lead }) else { return json }
        var result: [UInt8] = []
        result.reserveCapacity(json.count + 16)
        var index = 0
        while index < json.count {
            let byte = json[index]
            let next = index + 1 < json.count ? json[index + 1] : 0
            if byte == 0x7F {
                append(byte, to: &result)
            } else if byte == c1Lead, (0x80..<0xA0).contains(next) {
                append(next, to: &result)
                index += 1
            } else {
                result.append(byte)
            }
            index += 1
        }
        return result
    }

    /// The first byte in UTF-8 of U+0080 to U+00BF, and of nothing else.
    private static let c1Lead: UInt8 = 0xC2

    private static func append(_ code: UInt8, to bytes: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(digits[Int(code >> 4)])
        bytes.append(digits[Int(code & 15)])
    }
}
