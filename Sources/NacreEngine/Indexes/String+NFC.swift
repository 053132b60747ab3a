internal import Foundation
internal import NacreFormat

extension String {
    /// Lends the UTF-8 of the text's NFC: canonically equivalent texts, which are equal in Swift,
    /// have the same bytes, and the order of the bytes is Swift's order of strings.
    func withNormalisedBytes<Result>(_ body: (ByteView) -> Result) -> Result {
        let isASCII = utf8.allSatisfy { $0 < 0x80 }
        var text = isASCII ? self : precomposedStringWithCanonicalMapping
        return text.withUTF8 { unsafe body(ByteView(UnsafeRawBufferPointer($0))) }
    }

    /// The text's NFD: letters and marks apart, as far as Unicode knows them apart.
    var decomposed: String { decomposedStringWithCanonicalMapping }
}
