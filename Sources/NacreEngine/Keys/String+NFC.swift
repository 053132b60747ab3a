internal import Foundation
internal import NacreFormat

extension String {
    /// Lends the UTF-8 of the text's NFC: canonically equivalent texts, which are equal in Swift,
    /// have the same bytes, and the order of the bytes is Swift's order of strings.
    func withNormalisedBytes<Result>(_ body: (ByteView) -> Result) -> Result {
        // Most texts need not be made anew.
        let result = withBytes { bytes -> Result? in
            bytes.isBeforeMarks(bytes.count) ? body(bytes) : nil
        }
        return result ?? precomposedStringWithCanonicalMapping.withBytes(body)
    }

    /// Lends the UTF-8 of the text as it is.
    func withBytes<Result>(_ body: (ByteView) -> Result) -> Result {
        var text = self
        return text.withUTF8 { unsafe body(ByteView(UnsafeRawBufferPointer($0))) }
    }

    /// Negative, zero or positive: by the scalars of NFC, as Swift's strings are ordered. Not by
    /// `<` itself, which in Swift 6.3 is false both ways where one text, not in NFC, is the
    /// beginning of another: of "e\u{301}" and "\u{e9}a" neither is less, and they are not equal.
    func order(relativeTo other: String) -> Int {
        if self == other { return 0 }
        return withNormalisedBytes { bytes in other.withNormalisedBytes { bytes.compare($0) } }
    }

    /// The text's NFD: letters and marks apart, as far as Unicode knows them apart.
    var decomposed: String { decomposedStringWithCanonicalMapping }
}
