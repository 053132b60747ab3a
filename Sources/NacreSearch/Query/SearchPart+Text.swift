/// The text form. ``SearchParser`` reads it back to an equal part, if all names are attributes.
extension SearchPart {
    /// The precedence of a text form's parts.
    private enum Binding: Int {
        case any, all, item, primary
    }

    private var binding: Binding {
        switch self {
        case .any: .any
        case .all: .all
        case .not: .item
        case .within, .word, .prefix, .fuzzy, .phrase, .near: .primary
        }
    }

    /// The text, or nil if the part has too many levels.
    var queryText: String? {
        var text = ""
        return append(to: &text, binding: .any, levels: SearchLimits.depthMax) ? text : nil
    }

    /// Appends the text of the part.
    /// - Parameters:
    ///   - minimum: The precedence below which parentheses are added.
    ///   - levels: The number of levels that are left.
    /// - Returns: False if the part has more levels.
    private func append(to text: inout String, binding minimum: Binding, levels: Int) -> Bool {
        let needsParentheses = binding.rawValue < minimum.rawValue
        let levels = needsParentheses ? levels - 1 : levels
        if levels < 0 { return false }
        if needsParentheses { text.append("(") }
        switch self {
        case .word(let word): text.append(word)
        case .phrase(let phrase): text.append(SearchText.quoted(phrase, by: "\""))
        case .prefix(let prefix): text.append(Self.spelling(of: prefix) + "*")
        case .fuzzy(let word): text.append(Self.spelling(of: word) + "~")
        case .near(let parts, let distance):
            text.append(SearchText.near + "(")
            guard Self.append(parts, " ", each: .primary, to: &text, levels) else { return false }
            text.append(", \(distance))")
        case .all(let parts):
            guard Self.append(parts, " ", each: .item, to: &text, levels) else { return false }
        case .any(let parts):
            guard Self.append(parts, " OR ", each: .all, to: &text, levels) else { return false }
        case .not(let part):
            text.append("-")
            guard part.append(to: &text, binding: .primary, levels: levels - 1) else {
                return false
            }
        case .within(let name, let part):
            text.append(SearchText.name(name) + ":")
            guard part.append(to: &text, binding: .primary, levels: levels - 1) else {
                return false
            }
        }
        if needsParentheses { text.append(")") }
        return true
    }

    private static func append(
        _ parts: [SearchPart], _ separator: String, each minimum: Binding, to text: inout String,
        _ levels: Int
    ) -> Bool {
        for (index, part) in parts.enumerated() {
            if index > 0 { text.append(separator) }
            guard part.append(to: &text, binding: minimum, levels: levels) else { return false }
        }
        return true
    }

    private static func spelling(of text: String) -> String {
        SearchText.isPlain(text) ? text : SearchText.quoted(text, by: "\"")
    }
}
