import Foundation

/// Text compared by the scalars of its NFC, which is the documented order of Swift's strings.
/// Swift's own `<` is not used: for some texts that are not in NFC it returns false in both
/// directions, though they differ.
struct NormalText: Comparable {
    private let scalars: [UInt32]

    init(_ text: String) {
        scalars = Self.nfc(text).unicodeScalars.map(\.value)
    }

    /// Returns the NFC, for files that must not import Foundation, whose `contains` of a text
    /// differs.
    static func nfc(_ text: String) -> String { text.precomposedStringWithCanonicalMapping }

    static func < (first: NormalText, second: NormalText) -> Bool {
        first.scalars.lexicographicallyPrecedes(second.scalars)
    }
}
