internal import NacreFormat

/// Texts that URLs, headers and cookies take without escapes, and that stay the same when they are
/// decoded once more: letters, digits, `-`, `_`, `.` and `~`.
enum URLText {
    /// Marks a text that is encoded.
    private static let mark: Character = "~"

    /// Returns the text itself if a URL takes it as it is, and its encoded form if not.
    static func readable(_ text: String) -> String {
        // A path with only points between its slashes leads elsewhere.
        let isPath = !text.contains(where: { $0 != "." })
        let isPlain = !isPath && text.first != mark && text.utf8.allSatisfy(isUnreserved)
        return isPlain ? text : "\(mark)\(encoded(Array(text.utf8)))"
    }

    /// Returns the text of a form that ``readable(_:)`` made; nil if the form is no such one.
    static func text(readable form: String) -> String? {
        guard form.first == mark else { return form.utf8.allSatisfy(isUnreserved) ? form : nil }
        guard let bytes = bytes(encoded: String(form.dropFirst())) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Returns bytes in base64 with the alphabet for URLs, without padding (RFC 4648, section 5).
    static func encoded(_ bytes: [UInt8]) -> String {
        Base64.text(bytes).replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    /// Returns the bytes of an ``encoded(_:)`` form; nil if it is not one. Each array of bytes has
    /// one form only.
    static func bytes(encoded text: String) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard !text.contains(where: { "+/=".contains($0) }) else { return nil }
        return Base64.bytes(
            text.replacing("-", with: "+").replacing("_", with: "/") + padding)
    }

    /// Returns the text with all other characters than the unreserved ones escaped (RFC 3986).
    static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            guard !isUnreserved(byte) else {
                bytes.append(byte)
                continue
            }
            bytes += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text of an escaped one, in which a plus sign is a space; nil if an escape or its
    /// text is not valid.
    static func text(escaped form: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(form.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexValue),
                let low = rest.popFirst().flatMap(hexValue)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        Character(Unicode.Scalar(digit)).hexDigitValue.map { UInt8($0) }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
