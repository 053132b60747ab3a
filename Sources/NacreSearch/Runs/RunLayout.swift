/// Numbers of the run format (Formats.md, "Search run").
enum RunLayout {
    /// The bytes "NacreRun".
    static let magic: UInt64 = 0x6E75_5265_7263_614E
    static let version: UInt32 = 1
    static let headerSize = 128
    static let headerChecksum = 120
    static let sectionTable = 64
    static let fieldsMax = 16
    static let termMax = 255
    /// The documents of a full block of a posting list.
    static let blockSize = 128
    /// The terms of a block of the dictionary.
    static let dictionaryBlock = 32
    /// The bytes that the skip entry of a block has beside one for each field.
    static let skipEntry = 14
    /// The bits of a position; those above are the field.
    static let positionBits: UInt32 = 28
    /// The position of words that are too far from the start of the text. No phrase includes it.
    static let noPosition: UInt32 = 1 << positionBits - 1
    /// The greatest row is one less.
    static let rowsMax: UInt32 = 0xFFFF_FFFE
    /// Steps of positions from the end of a text to the next text of the same field.
    static let textGap: UInt32 = 100
}
