/// The text form. ``FilterParser`` reads it back to an equal filter where a parser can have made
/// the filter: values of their attributes' types, no order comparison with nil, and `and` and `or`
/// with at least two parts (with fewer they print as what they mean).
extension Filter: CustomStringConvertible {
    package var description: String {
        var text = ""
        append(to: &text, binding: .or)
        return text
    }

    /// How strongly the parts of a text form hold together.
    private enum Binding: Int {
        case or, and, comparison, primary
    }

    private var binding: Binding {
        switch self {
        case .or(let parts) where parts.count > 1: .or
        case .and(let parts) where parts.count > 1: .and
        case .or(let parts), .and(let parts): parts.first?.binding ?? .primary
        case .comparison, .membership, .range: .comparison
        case .all, .none, .text, .not, .members, .referrers(_, .objects): .primary
        case .referrers(_, .count): .comparison
        case .reference(_, let test): test.binding
        case .among(_, let set): set.question.binding
        }
    }

    /// - Parameters:
    ///   - minimum: what binds less is put in parentheses.
    ///   - path: of references, in front of every name. So a test of what a reference leads to is
    ///     written as that of its parts, which means the same.
    private func append(to text: inout String, binding minimum: Binding, path: String = "") {
        let needsParentheses = binding.rawValue < minimum.rawValue
        if needsParentheses { text += "(" }
        switch self {
        case .all: text += "true"
        case .none: text += "false"
        case .comparison(let name, let comparison, let value):
            text +=
                path + FilterText.name(name) + " \(comparison.rawValue) "
                + FilterText.literal(value)
        case .membership(let name, let values):
            let list = values.map { FilterText.literal($0) }.joined(separator: ", ")
            text += path + FilterText.name(name) + " in [" + list + "]"
        case .range(let name, let range):
            text += path + FilterText.name(name) + " in " + FilterText.range(range)
        case .text(let name, let test): text += path + FilterText.test(test, of: name)
        case .and(let parts):
            // A conjunction inside of a conjunction keeps its parentheses, to come back as it was.
            Self.append(parts, " && ", empty: "true", each: .comparison, to: &text, path)
        case .or(let parts):
            Self.append(parts, " || ", empty: "false", each: .and, to: &text, path)
        case .not(let part):
            text += "!"
            part.append(to: &text, binding: .primary, path: path)
        case .reference(let name, let test):
            test.append(to: &text, binding: .or, path: path + FilterText.name(name) + ".")
        case .members(let name, let quantifier, let test):
            text += path + FilterText.members([name], quantifier, test)
        case .referrers(let objects, .objects(let quantifier, let test)):
            text +=
                path + FilterText.members([objects.entity, objects.attribute], quantifier, test)
        case .referrers(let objects, .count(let comparison, let count)):
            text += path + FilterText.path([objects.entity, objects.attribute])
            text += ".count \(comparison.rawValue) \(count)"
        case .among(_, let set): set.question.append(to: &text, binding: .or, path: path)
        }
        if needsParentheses { text += ")" }
    }

    private static func append(
        _ parts: [Filter], _ separator: String, empty: String, each minimum: Binding,
        to text: inout String, _ path: String
    ) {
        if parts.isEmpty { text += empty }
        for (index, part) in parts.enumerated() {
            if index > 0 { text += separator }
            part.append(to: &text, binding: parts.count > 1 ? minimum : .or, path: path)
        }
    }
}
