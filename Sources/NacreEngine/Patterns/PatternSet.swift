/// The characters that one step of a pattern accepts: those of a literal, a class or `.`.
struct PatternSet: Sendable, Hashable {
    enum Item: Sendable, Hashable {
        case character(NormalCharacter)
        /// The Characters that in NFC are a single scalar in a range.
        case range(ClosedRange<Unicode.Scalar>)
        case property(CharacterProperty, isNegated: Bool)
    }

    private let items: [Item]
    private let isNegated: Bool
    private let ignoresCase: Bool
    /// The ASCII characters of the set.
    let ascii: ASCIISet

    /// - Parameters:
    ///   - isNegated: Whether the set contains all characters except those of the items.
    ///   - ignoresCase: Whether an item also matches the other case of its characters. Properties
    ///     are not affected.
    init(_ items: [Item], isNegated: Bool = false, ignoresCase: Bool = false) {
        self.items = items
        self.isNegated = isNegated
        self.ignoresCase = ignoresCase
        var ascii = ASCIISet()
        for item in items { ascii.formUnion(item.ascii) }
        if ignoresCase {
            for item in items where !item.isProperty { ascii.formUnion(item.ascii.inBothCases) }
        }
        self.ascii = isNegated ? ascii.inverted : ascii
    }

    init(_ property: CharacterProperty, isNegated: Bool = false) {
        self.init([.property(property, isNegated: false)], isNegated: isNegated)
    }

    func contains(_ character: NormalCharacter) -> Bool { holds(for: character) != isNegated }

    private func holds(for character: NormalCharacter) -> Bool {
        for item in items where item.holds(for: character) { return true }
        guard ignoresCase else { return false }
        let lower = character.character.lowercased()
        let upper = character.character.uppercased()
        return items.contains { $0.holds(lower: lower, upper: upper) }
    }
}

extension PatternSet.Item {
    func holds(for character: NormalCharacter) -> Bool {
        switch self {
        case .character(let other): character == other
        case .range(let range): character.onlyScalar.map(range.contains) ?? false
        case .property(let property, let isNegated):
            property.holds(for: character.character) != isNegated
        }
    }

    /// Returns whether the item matches a character if case is ignored.
    /// - Parameters:
    ///   - lower: The character in lower case.
    ///   - upper: The character in upper case.
    func holds(lower: String, upper: String) -> Bool {
        switch self {
        case .character(let other): other.character.lowercased() == lower
        case .range(let range):
            (lower.unicodeScalars.only.map(range.contains) ?? false)
                || (upper.unicodeScalars.only.map(range.contains) ?? false)
        case .property: false
        }
    }

    var isProperty: Bool {
        if case .property = self { true } else { false }
    }

    /// The ASCII characters that the item matches.
    var ascii: ASCIISet {
        switch self {
        case .character(let character):
            return ASCIISet(character.onlyScalar.map { $0...$0 })
        case .range(let range): return ASCIISet(range)
        case .property(let property, let isNegated):
            let set = ASCIISet { property.holds(for: Character(Unicode.Scalar($0))) }
            return isNegated ? set.inverted : set
        }
    }
}
