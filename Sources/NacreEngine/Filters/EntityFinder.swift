package import NacreFormat

/// Where filters and sorts find the entities that references lead to, and what only a program knows
/// of their attributes.
package struct EntityFinder: Sendable {
    /// Gives the value of an entity's attribute, or of what stands inside of it, that has a name.
    package typealias NamedValue =
        @Sendable (_ name: String, _ place: ValuePlace, _ entity: String) -> Value?

    private let find: @Sendable (String) -> EntitySchema?
    private let namedValue: NamedValue?

    /// - Parameters:
    ///   - find: gives the schema of an entity, or nil if there is none of the name.
    ///   - namedValue: gives the raw value of an enum's case by the name of the case.
    package init(
        _ find: @escaping @Sendable (String) -> EntitySchema?, namedValue: NamedValue? = nil
    ) {
        self.find = find
        self.namedValue = namedValue
    }

    /// For one entity alone.
    package static let none = EntityFinder { _ in nil }

    package subscript(name: String) -> EntitySchema? { find(name) }

    /// The value that a text in a filter stands for; nil if it stands for itself.
    func value(named name: String, at place: ValuePlace, in entity: String) -> Value? {
        namedValue?(name, place, entity)
    }

    /// The same for what stands inside of a value, where no reference leads to other entities.
    func inside(_ step: InnerValue, of attribute: String) -> EntityFinder {
        guard let namedValue else { return .none }
        return EntityFinder({ _ in nil }) { name, place, entity in
            namedValue(name, ValuePlace(attribute, [step] + place.steps), entity)
        }
    }
}

extension FilterScope {
    /// So many references may lead on from one another: each is a query inside of a query.
    static let hopsMax = 16

    /// The entity whose objects refer to those of this one.
    func source(of referrers: Referrers) throws(OperandError) -> FilterScope {
        guard let schema = entities[referrers.entity] else {
            throw OperandError(
                .unknownEntity, "There is no entity \(FilterText.name(referrers.entity)).")
        }
        let attribute = try OperandCheck.attribute(named: referrers.attribute, of: schema)
        guard attribute.reference == self.schema.name else {
            throw OperandCheck.refusal(
                attribute, "and does not lead to \(FilterText.name(self.schema.name)).", nil)
        }
        return try behind(schema)
    }

    /// The entity that a reference, or each of several in an array, leads to.
    func target(of attribute: AttributeSchema) throws(OperandError) -> FilterScope {
        guard let reference = attribute.reference else {
            throw OperandCheck.refusal(attribute, "and is no reference: it leads nowhere.", nil)
        }
        guard let schema = entities[reference] else {
            throw OperandError(
                .unknownEntity,
                "\(FilterText.name(attribute.name)) leads to \(FilterText.name(reference)), and the"
                    + " store has no such entity yet.")
        }
        return try behind(schema)
    }
}
