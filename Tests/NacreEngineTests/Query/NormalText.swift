import Foundation

/// Text by the scalars of its NFC, which is what Swift says of the order of strings. Its own `<` is
/// not used: of some texts that are not in NFC it says that neither is less, though they differ.
struct NormalText: Comparable {
    private let scalars: [UInt32]

    init(_ text: String) {
        scalars = text.precomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
    }

    static func < (first: NormalText, second: NormalText) -> Bool {
        first.scalars.lexicographicallyPrecedes(second.scalars)
    }
}
