/// A rule of an entity that an object breaks. ``StoreError/violations`` lists all of them.
public struct Violation: Sendable, Hashable {
    /// The name of the entity.
    public let entity: String
    /// The object's id, as the tool prints it: text is in quotation marks.
    public let id: String
    /// The attribute with the rule. Nil for a rule of the whole object.
    public let attribute: String?
    /// The rule: `range 0...150`, or the text of the rule's own error.
    public let rule: String
    /// The attribute's value, as Swift prints it. Nil for a rule of the whole object. No error
    /// message contains it.
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
    /// The text in an error's message:
    /// `'age' of the object of 'Person' with the id 7: range 0...150`.
    public var description: String {
        let object = "the object of '\(entity)' with the id \(id)"
        return (attribute.map { "'\($0)' of \(object)" } ?? object) + ": \(rule)"
    }
}

extension StoreError {
    /// The maximum number of violations in the message. ``StoreError/violations`` lists all of
    /// them.
    private static let shownMax = 5

    /// - Parameter violations: The violations, at least one.
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
        let attributes = violations.compactMap(\.attribute)
        subject = Self.subject(violations.map { ($0.entity, $0.id) }, attributes)
    }

    /// Returns the subject of an error about several problems, if all are those of one entity.
    /// - Parameter objects: The entity and the id of the object of each problem.
    static func subject(
        _ objects: [(entity: String, id: String)], _ attributes: [String]
    ) -> ErrorObject? {
        guard let first = objects.first, objects.allSatisfy({ $0.entity == first.entity }) else {
            return nil
        }
        var names: [String] = []
        for name in attributes where !names.contains(name) { names.append(name) }
        let isOne = objects.allSatisfy { $0.id == first.id }
        return ErrorObject(
            entity: first.entity, attributes: names, id: isOne ? first.id : nil)
    }
}
