internal import NacreEngine
internal import NacreFormat

/// The rules of an entity's attributes and of its objects.
struct ObjectChecks<Owner: Entity>: Sendable {
    private let attributes: [AnyAttribute.RuleCheck]
    private let rules: [Rule<Owner>]
    /// Whether there are no rules. Stored, because it is read for each object that is written.
    let isEmpty: Bool

    init(_ type: Owner.Type) {
        attributes = Owner.schema.attributes.compactMap(\.check)
        rules = Owner.rules
        isEmpty = attributes.isEmpty && rules.count == 0
    }

    /// Returns all rules that an object breaks.
    func violations(of object: Owner) -> [Violation] {
        var broken = attributes.flatMap { $0(object) }
        for rule in rules where !rule.holds(object) {
            broken.append(BrokenRule(attribute: nil, rule: rule.text, value: nil))
        }
        guard !broken.isEmpty else { return [] }
        let id = (try? Owner.storedID(object.id).value).map { NestedValue(.value($0)).jsonText }
        return broken.map {
            Violation(
                entity: Owner.entityName, id: id ?? "unknown", attribute: $0.attribute,
                rule: $0.rule, value: $0.value)
        }
    }
}

extension EntityBinding {
    /// Checks objects by the rules.
    /// - Throws: `invalidObject` with all rules that the objects break.
    func validate(_ objects: some Sequence<Owner>) throws(StoreError) {
        guard !checks.isEmpty else { return }
        let violations = objects.flatMap { checks.violations(of: $0) }
        if !violations.isEmpty { throw StoreError(violations) }
    }
}
