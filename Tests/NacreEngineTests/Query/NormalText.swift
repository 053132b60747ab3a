import Foundation

/// Text by the scalars of its NFC, which is what Swift says of the order of strings. Its own `<` is
/// not used: of some texts that are not in NFC it says that neither is less, though they differ.
struct NormalText: Comparable {
    private let scalars: [UInt32]

    init(_ text: String) {
        scalars = Self.nfc(text).unicodeScalars.map(\.value)
    }

    /// For files that must not import Foundation, whose `contains` of a text is another one.
    static func nfc(_ text: String) -> String { text.precomposedStringWithCanonicalMapping }

    static func < (first: NormalText, second: NormalText) -> Bool {
        first.scalars.lexicographicallyPrecedes(second.scalars)
    }
}
