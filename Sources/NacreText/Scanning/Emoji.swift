/// The characters that make sequences of emoji, apart from their classes.
enum Emoji {
    /// The mark that shows the character before it on a key.
    static let keycap: UInt32 = 0x20E3

    /// The variation selector that shows the character before it as an emoji.
    static let selector: UInt32 = 0xFE0F

    private static let zeroWidthJoiner: UInt32 = 0x200D

    /// The letters of the flags of regions.
    private static let tags: ClosedRange<UInt32> = 0xE0020...0xE007F

    private static let modifiers: ClosedRange<UInt32> = 0x1F3FB...0x1F3FF

    /// Returns whether a mark shows the pictograph before it as an emoji.
    static func isShown(by mark: UInt32) -> Bool {
        mark == selector || mark == keycap || modifiers.contains(mark)
    }

    /// Returns whether a mark is kept in a term. Variation selectors are not, because many writers
    /// leave them out, and other marks have no meaning on an emoji.
    static func keeps(_ mark: UInt32) -> Bool {
        mark == zeroWidthJoiner || mark == keycap || modifiers.contains(mark)
            || tags.contains(mark)
    }

    /// Returns whether a sign makes an emoji with a keycap mark. Digits do, but are terms anyway.
    static func isKey(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "#") || byte == UInt8(ascii: "*")
    }
}
