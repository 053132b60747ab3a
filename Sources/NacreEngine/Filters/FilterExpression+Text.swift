/// The text form. ``FilterParser`` reads it back to an equal filter if a parser can produce the
/// filter: values have their attributes' types, no order comparison is with nil, `and` and `or`
/// have at least two parts (with fewer they print as their meaning), and a count or a key's value
/// has a single test.
extension FilterExpression: CustomStringConvertible {
    package var description: String {
        if isDeeper(than: BoundFilter.depthMax) { return "a filter of too many levels" }
        var text = ""
        append(to: &text, binding: .or, of: nil)
        return text
    }

    /// The precedence of a text form's parts.
    enum Binding: Int {
        case or, and, comparison, primary
    }

    var binding: Binding {
        switch self {
        case .or(let parts) where parts.count > 1: .or
        case .and(let parts) where parts.count > 1: .and
        case .or(let parts), .and(let parts): parts.first?.binding ?? .primary
        case .comparison, .attributes, .membership, .range, .elements: .comparison
        case .inner(_, let inner, let test): inner.isElement ? .primary : test.binding
        case .members(_, .count, _), .referrers(_, .objects(.count, _)): .comparison
        case .not(.elements): .comparison
        case .all, .none, .text, .not, .members, .referrers(_, .objects), .search, .deferred:
            .primary
        case .referrers(_, .count): .comparison
        case .reference(_, let test), .outer(_, let test): test.binding
        case .among(_, let set): set.question.binding
        }
    }

    /// - Parameters:
    ///   - minimum: The precedence below which parentheses are added.
    ///   - subject: The name of the value tested inside another value. Nil for attributes, which
    ///     have names.
    ///   - path: References or carets before every name. So a test of a referenced object is
    ///     written as the tests of its parts, which is equivalent.
    private func append(
        to text: inout String, binding minimum: Binding, of subject: String?, path: String = ""
    ) {
        let needsParentheses = binding.rawValue < minimum.rawValue
        if needsParentheses { text += "(" }
        switch self {
        case .all: text += "true"
        case .none: text += "false"
        case .comparison(let name, _, _), .membership(let name, _), .range(let name, _),
            .text(let name, _), .inner(let name, _, _), .elements(let name, _),
            .not(.elements(let name, _)):
            let isTyped = subject != nil
            appendTest(of: subject ?? path + FilterText.name(name), to: &text, isTyped: isTyped)
        case .attributes(let one, let comparison, let other):
            text += Self.text(of: one, behind: path)
            text += " \(comparison.rawValue) " + Self.text(of: other, behind: path)
        case .and(let parts):
            // A conjunction inside a conjunction keeps its parentheses, so parsing yields the same
            // structure.
            Self.append(
                parts, " && ", empty: "true", each: .comparison, to: &text, of: subject, path)
        case .or(let parts):
            Self.append(parts, " || ", empty: "false", each: .and, to: &text, of: subject, path)
        case .not(let part):
            text += "!"
            part.append(to: &text, binding: .primary, of: subject, path: path)
        case .reference(let name, let test):
            let path = path + FilterText.name(name) + "."
            test.append(to: &text, binding: .or, of: nil, path: path)
        case .members(let name, let quantifier, let test):
            text += path + FilterText.members([name], quantifier, test)
        case .referrers(let objects, .objects(let quantifier, let test)):
            text +=
                path + FilterText.members([objects.entity, objects.attribute], quantifier, test)
        case .referrers(let objects, .count(let comparison, let count)):
            text += path + FilterText.path([objects.entity, objects.attribute])
            text += ".count \(comparison.rawValue) \(count)"
        case .outer(let object, let test):
            test.append(to: &text, binding: .or, of: nil, path: object.text)
        case .among(_, let set):
            set.question.append(to: &text, binding: .or, of: nil, path: path)
        case .search(let condition): text += path + condition.description
        // The value is secret, and has no stored form yet. No parser accepts this.
        case .deferred(let test): text += path + FilterText.name(test.attribute) + " == ?"
        }
        if needsParentheses { text += ")" }
    }

    /// Returns the text of a path, with `path` before it unless it begins at an outer object.
    private static func text(of attribute: AttributePath, behind path: String) -> String {
        (attribute.outer == nil ? path : "") + attribute.description
    }

    /// - Parameter isTyped: Whether literals must state their type, as no attribute does it.
    private func appendTest(of subject: String, to text: inout String, isTyped: Bool) {
        switch self {
        case .comparison(_, let comparison, let value):
            text += subject + " \(comparison.rawValue) "
            text += FilterText.literal(value, isTyped: isTyped)
        case .membership(_, let values):
            let list = values.map { FilterText.literal($0, isTyped: isTyped) }
            text += subject + " in [" + list.joined(separator: ", ") + "]"
        case .range(_, let range):
            text += subject + " in " + FilterText.range(range, isTyped: isTyped)
        case .text(_, let test): text += FilterText.test(test, of: subject)
        case .inner(_, let inner, let test):
            switch inner {
            case .count: test.append(to: &text, binding: .comparison, of: subject + ".count")
            case .keys: test.append(to: &text, binding: .comparison, of: subject + ".keys")
            case .values: test.append(to: &text, binding: .comparison, of: subject + ".values")
            case .value(let key):
                let key = FilterText.quoted(key, by: "\"")
                test.append(to: &text, binding: .comparison, of: subject + "[" + key + "]")
            case .someElement, .everyElement:
                text += subject + (inner == .someElement ? ".contains" : ".allSatisfy") + " { "
                test.append(to: &text, binding: .or, of: FilterScope.element)
                text += " }"
            }
        case .elements: text += subject + " == " + elementsText
        case .not(let elements): text += subject + " != " + elements.elementsText
        case .all, .none, .attributes, .and, .or, .reference, .members, .referrers, .outer, .among,
            .search, .deferred:
            break
        }
    }

    /// The text of the elements: a test for equality is written as the value, any other test in
    /// braces.
    private var elementsText: String {
        guard case .elements(_, let tests) = self else { return "" }
        let items = tests.map { test in
            switch test {
            case .comparison(_, .equal, let value): return FilterText.literal(value, isTyped: true)
            case .elements: return test.elementsText
            default:
                var text = ""
                test.append(to: &text, binding: .or, of: FilterScope.element)
                return "{ " + text + " }"
            }
        }
        return "[" + items.joined(separator: ", ") + "]"
    }

    private static func append(
        _ parts: [FilterExpression], _ separator: String, empty: String, each minimum: Binding,
        to text: inout String, of subject: String?, _ path: String
    ) {
        if parts.isEmpty { text += empty }
        for (index, part) in parts.enumerated() {
            if index > 0 { text += separator }
            part.append(
                to: &text, binding: parts.count > 1 ? minimum : .or, of: subject, path: path)
        }
    }
}
