/// A property of characters that a pattern can test: `\d`, `\p{Lu}`, `[[:alpha:]]`.
///
/// Each property is defined for whole Characters. Properties that Unicode defines for scalars apply
/// to the Character's first scalar in NFC, as in Swift's Regex.
enum CharacterProperty: Sendable, Hashable {
    case any
    /// `\d`: `Character.isNumber`.
    case digit
    /// `\w`: a letter, a number or an underscore.
    case word
    /// `\s`: `Character.isWhitespace`.
    case space
    /// `\h`: a tab or a space separator.
    case horizontalSpace
    /// `\v` and `\R`: `Character.isNewline`.
    case newline
    case ascii
    case alphabetic
    case uppercase
    case lowercase
    case emoji
    case alphanumeric
    case hexDigit
    /// One of the general categories.
    case category(Set<Unicode.GeneralCategory>)

    func holds(for character: Character) -> Bool {
        switch self {
        case .any: return true
        case .digit: return character.isNumber
        case .word: return character.isWordOfPattern
        case .space: return character.isWhitespace
        case .newline: return character.isNewline
        default: return character.unicodeScalars.first.map(holds) ?? false
        }
    }

    /// Returns whether a property that depends only on the first scalar holds.
    private func holds(for scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return switch self {
        case .ascii: scalar.isASCII
        case .alphabetic: properties.isAlphabetic
        case .uppercase: properties.isUppercase
        case .lowercase: properties.isLowercase
        case .emoji: properties.isEmoji
        case .alphanumeric: properties.isAlphabetic || properties.numericType != nil
        case .hexDigit: properties.isHexDigit
        case .horizontalSpace: scalar == "\t" || properties.generalCategory == .spaceSeparator
        case .category(let categories): categories.contains(properties.generalCategory)
        case .any, .digit, .word, .space, .newline: false
        }
    }
}

extension Character {
    /// Whether `\w` matches the Character.
    var isWordOfPattern: Bool { isLetter || isNumber || self == "_" }
}

// MARK: Names

extension CharacterProperty {
    /// Makes a property from the name in `\p{...}` or `[:...:]`. Case, spaces, `_` and `-` are
    /// ignored.
    init?(named name: String) {
        let key = name.lowercased().filter { !"_- ".contains($0) }
        guard let property = Self.named[key] else { return nil }
        self = property
    }

    /// The list of names for error messages.
    static let list =
        "the general categories (L, Lu, Nd, ...), Alphabetic, Uppercase, Lowercase, White_Space,"
        + " Emoji, ASCII, Any and the names of [:alpha:]"

    private static let named: [String: CharacterProperty] = {
        var named: [String: CharacterProperty] = [
            "any": .any, "ascii": .ascii, "emoji": .emoji,
            "alphabetic": .alphabetic, "alpha": .alphabetic,
            "uppercase": .uppercase, "upper": .uppercase,
            "lowercase": .lowercase, "lower": .lowercase,
            "whitespace": .space, "space": .space,
            "alnum": .alphanumeric, "xdigit": .hexDigit, "hexdigit": .hexDigit,
            "blank": .horizontalSpace, "digit": .category([.decimalNumber]),
            "cntrl": .category([.control]),
        ]
        for (short, long, categories) in groups {
            named[short] = .category(categories)
            named[long] = .category(categories)
        }
        named["punct"] = named["punctuation"]
        for (short, long, category) in categories {
            named[short] = .category([category])
            named[long] = .category([category])
        }
        return named
    }()

    private static let groups: [(String, String, Set<Unicode.GeneralCategory>)] = [
        (
            "l", "letter",
            [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter]
        ),
        ("lc", "casedletter", [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]),
        ("m", "mark", [.nonspacingMark, .spacingMark, .enclosingMark]),
        ("n", "number", [.decimalNumber, .letterNumber, .otherNumber]),
        (
            "p", "punctuation",
            [
                .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
                .initialPunctuation, .finalPunctuation, .otherPunctuation,
            ]
        ),
        ("s", "symbol", [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol]),
        ("z", "separator", [.spaceSeparator, .lineSeparator, .paragraphSeparator]),
        ("c", "other", [.control, .format, .surrogate, .privateUse, .unassigned]),
    ]

    private static let categories: [(String, String, Unicode.GeneralCategory)] = [
        ("lu", "uppercaseletter", .uppercaseLetter), ("ll", "lowercaseletter", .lowercaseLetter),
        ("lt", "titlecaseletter", .titlecaseLetter), ("lm", "modifierletter", .modifierLetter),
        ("lo", "otherletter", .otherLetter), ("mn", "nonspacingmark", .nonspacingMark),
        ("mc", "spacingmark", .spacingMark), ("me", "enclosingmark", .enclosingMark),
        ("nd", "decimalnumber", .decimalNumber), ("nl", "letternumber", .letterNumber),
        ("no", "othernumber", .otherNumber), ("pc", "connectorpunctuation", .connectorPunctuation),
        ("pd", "dashpunctuation", .dashPunctuation), ("ps", "openpunctuation", .openPunctuation),
        ("pe", "closepunctuation", .closePunctuation),
        ("pi", "initialpunctuation", .initialPunctuation),
        ("pf", "finalpunctuation", .finalPunctuation),
        ("po", "otherpunctuation", .otherPunctuation), ("sm", "mathsymbol", .mathSymbol),
        ("sc", "currencysymbol", .currencySymbol), ("sk", "modifiersymbol", .modifierSymbol),
        ("so", "othersymbol", .otherSymbol), ("zs", "spaceseparator", .spaceSeparator),
        ("zl", "lineseparator", .lineSeparator),
        ("zp", "paragraphseparator", .paragraphSeparator),
        ("cc", "control", .control), ("cf", "format", .format), ("cs", "surrogate", .surrogate),
        ("co", "privateuse", .privateUse), ("cn", "unassigned", .unassigned),
    ]
}
