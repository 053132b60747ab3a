/// The text form. ``FilterParser`` reads it back to an equal filter where a parser can have made
/// the filter: values of their attributes' types, no order comparison with nil, `and` and `or` with
/// at least two parts (with fewer they print as what they mean), and a single test of a count or of
/// a key's value.
extension Filter: CustomStringConvertible {
    package var description: String {
        if isDeeper(than: BoundFilter.depthMax) { return "a filter of too many levels" }
        var text = ""
        append(to: &text, binding: .or, of: nil)
        return text
    }

    /// How strongly the parts of a text form hold together.
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
        case .all, .none, .text, .not, .members, .referrers(_, .objects): .primary
        case .referrers(_, .count): .comparison
        case .reference(_, let test), .outer(_, let test): test.binding
        case .among(_, let set): set.question.binding
        }
    }

    /// - Parameters:
    ///   - minimum: what binds less is put in parentheses.
    ///   - subject: what is tested inside of a value; nil for attributes, which have names.
    ///   - path: of references, or carets, in front of every name. So a test of what a reference
    ///     leads to is written as that of its parts, which means the same.
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
            // A conjunction inside of a conjunction keeps its parentheses, to come back as it was.
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
        }
        if needsParentheses { text += ")" }
    }

    /// A path that begins at another object has nothing in front of it.
    private static func text(of attribute: AttributePath, behind path: String) -> String {
        (attribute.outer == nil ? path : "") + attribute.description
    }

    /// - Parameter isTyped: whether literals must say their type, as no attribute does.
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
        case .all, .none, .attributes, .and, .or, .reference, .members, .referrers, .outer, .among:
            break
        }
    }

    /// An element that equals a value is written as the value, any other test in braces.
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
        _ parts: [Filter], _ separator: String, empty: String, each minimum: Binding,
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
