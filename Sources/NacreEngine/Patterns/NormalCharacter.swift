internal import Foundation

/// A Character in NFC. What patterns ask of it then does not depend on how it is spelled.
struct NormalCharacter: Sendable, Hashable {
    let character: Character
    /// The scalar of a Character that has only one.
    let onlyScalar: Unicode.Scalar?

    init(_ character: Character) {
        let scalars = character.unicodeScalars
        guard let first = scalars.first,
            scalars.index(after: scalars.startIndex) == scalars.endIndex
        else {
            self.init(normalised: character.isASCII ? character : Self.normalised(character))
            return
        }
        // The scalars that NFC excludes are those that it replaces wherever they are.
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

    /// The Characters of a text.
    static func all(of text: String) -> [NormalCharacter] {
        text.precomposedStringWithCanonicalMapping.map { NormalCharacter($0) }
    }
}

extension Collection {
    /// The element of a collection that has only one.
    var only: Element? {
        guard let first, index(after: startIndex) == endIndex else { return nil }
        return first
    }
}
