/// A rule of an entity that an object breaks. ``StoreError/violations`` has all of them.
public struct Violation: Sendable, Hashable {
    /// The name of the entity.
    public let entity: String
    /// The id of the object, as the tool prints it: a text stands in quotation marks.
    public let id: String
    /// The attribute that has the rule; nil if it is one of the whole object.
    public let attribute: String?
    /// What must hold: `range 0...150`, or what the rule's own error says.
    public let rule: String
    /// What the attribute holds, as Swift prints it; nil if the rule is one of the whole object. No
    /// text of an error has it.
    public let value: String?

    package init(
        entity: String, id: String, attribute: String?, rule: String, value: String?
    ) {
        self.entity = entity
        self.id = id
        self.attribute = attribute
        self.rule = rule
        self.value = value
    }
}

extension Violation: CustomStringConvertible {
    /// As in an error's message: `'age' of the object of 'Person' with the id 7: range 0...150`.
    public var description: String {
        let object = "the object of '\(entity)' with the id \(id)"
        return (attribute.map { "'\($0)' of \(object)" } ?? object) + ": \(rule)"
    }
}

extension StoreError {
    /// So many violations stand in the message; all are in ``StoreError/violations``.
    private static let shownMax = 5

    /// - Parameter violations: one or more.
    package init(_ violations: [Violation]) {
        let rules =
            violations.count == 1 ? "A rule is broken" : "\(violations.count) rules are broken"
        let shown = violations.prefix(Self.shownMax).map(\.description)
        let rest = violations.count - shown.count
        self.init(
            .invalidObject,
            "\(rules), and nothing of this call was stored. "
                + shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "") + ".")
        self.violations = violations
    }
}
