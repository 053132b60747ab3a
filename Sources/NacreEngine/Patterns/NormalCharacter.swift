internal import Foundation

/// A Character in NFC. Its properties in patterns then do not depend on its encoding.
struct NormalCharacter: Sendable, Hashable {
    let character: Character
    /// The scalar, if the Character has only one.
    let onlyScalar: Unicode.Scalar?

    init(_ character: Character) {
        let scalars = character.unicodeScalars
        guard let first = scalars.first,
            scalars.index(after: scalars.startIndex) == scalars.endIndex
        else {
            self.init(normalised: character.isASCII ? character : Self.normalised(character))
            return
        }
        // NFC replaces exactly the scalars that are excluded from full composition, wherever they
        // occur.
        let isNormal = first.value < 0x300 || !first.properties.isFullCompositionExclusion
        self.init(normalised: isNormal ? character : Self.normalised(character))
    }

    private init(normalised character: Character) {
        self.character = character
        onlyScalar = character.unicodeScalars.only
    }

    private static func normalised(_ character: Character) -> Character {
        let text = String(character).precomposedStringWithCanonicalMapping
        return text.only ?? character
    }

    /// Returns the Characters of a text.
    static func all(of text: String) -> [NormalCharacter] {
        text.precomposedStringWithCanonicalMapping.map { NormalCharacter($0) }
    }
}

extension Collection {
    /// The only element, or nil if there are none or several.
    var only: Element? {
        guard let first, index(after: startIndex) == endIndex else { return nil }
        return first
    }
}
