internal import Foundation
internal import NacreFormat

/// A Character of the text being searched.
enum PatternSymbol {
    case ascii(UInt8)
    /// Any other Character, including CR LF.
    case other(NormalCharacter)

    func isIn(_ set: Int, of program: PatternProgram) -> Bool {
        switch self {
        case .ascii(let byte): program.sets[set].ascii.contains(byte)
        case .other(let character): program.sets[set].contains(character)
        }
    }

    var neighbour: PatternNeighbour {
        switch self {
        case .ascii(let byte): PatternNeighbour(byte)
        case .other(let character): PatternNeighbour(character.character)
        }
    }
}

/// The symbols of a text that is all ASCII and contains no carriage return.
struct ASCIISymbols: IteratorProtocol {
    private let bytes: ByteView
    private var offset = 0

    init(_ bytes: ByteView) { self.bytes = bytes }

    @inline(__always)
    mutating func next() -> PatternSymbol? {
        guard offset < bytes.count else { return nil }
        defer { offset &+= 1 }
        return .ascii(bytes[offset])
    }
}

/// The symbols of any text.
struct CharacterSymbols: IteratorProtocol {
    private var characters: String.Iterator

    init(_ text: String) { characters = text.makeIterator() }

    mutating func next() -> PatternSymbol? {
        guard let character = characters.next() else { return nil }
        if let byte = character.utf8.first, byte < 0x80, character.utf8.count == 1 {
            return .ascii(byte)
        }
        return .other(NormalCharacter(character))
    }
}
