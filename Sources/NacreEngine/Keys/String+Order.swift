internal import Foundation
internal import NacreFormat

extension String {
    /// Calls `body` with the UTF-8 of the text's NFC. Canonically equivalent texts, which are equal
    /// in Swift, have the same bytes, and the order of the bytes is Swift's order of strings.
    func withNormalisedBytes<Result>(_ body: (ByteView) -> Result) -> Result {
        // Most texts need no conversion.
        let result = withBytes { bytes -> Result? in
            bytes.isBeforeMarks(bytes.count) ? body(bytes) : nil
        }
        return result ?? precomposedStringWithCanonicalMapping.withBytes(body)
    }

    /// Calls `body` with the text's own UTF-8.
    func withBytes<Result>(_ body: (ByteView) -> Result) -> Result {
        var text = self
        return text.withUTF8 { unsafe body(ByteView(UnsafeRawBufferPointer($0))) }
    }

    /// Returns a negative number, zero or a positive number, in Swift's order of strings: by the
    /// scalars of NFC. It does not use `<`. In Swift 6.3, `<` is false both ways if one text, not
    /// in NFC, is the beginning of another: of "e\u{301}" and "\u{e9}a" neither is less, and they
    /// are not equal.
    func order(relativeTo other: String) -> Int {
        if self == other { return 0 }
        return withNormalisedBytes { bytes in other.withNormalisedBytes { bytes.compare($0) } }
    }

    /// The text's NFD: letters separated from their marks, as far as Unicode defines it.
    var decomposed: String { decomposedStringWithCanonicalMapping }
}
