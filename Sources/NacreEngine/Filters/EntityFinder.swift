package import NacreFormat

/// Lookup of the entities that references lead to, and of attribute values whose names only a
/// program knows.
package struct EntityFinder: Sendable {
    /// Returns the value that a name denotes for an entity's attribute or for a place inside it.
    package typealias NamedValue =
        @Sendable (_ name: String, _ place: ValuePlace, _ entity: String) -> Value?

    private let find: @Sendable (String) -> StoredSchema?
    private let namedValue: NamedValue?

    /// - Parameters:
    ///   - find: Returns the schema of an entity, or nil if no entity has the name.
    ///   - namedValue: Returns the raw value of an enum's case by the case's name.
    package init(
        _ find: @escaping @Sendable (String) -> StoredSchema?, namedValue: NamedValue? = nil
    ) {
        self.find = find
        self.namedValue = namedValue
    }

    /// A finder that knows no other entities.
    package static let none = EntityFinder { _ in nil }

    package subscript(name: String) -> StoredSchema? { find(name) }

    /// Returns the value that a text in a filter denotes. Nil if it denotes itself.
    func value(named name: String, at place: ValuePlace, in entity: String) -> Value? {
        namedValue?(name, place, entity)
    }

    /// Returns the finder for a place inside a value, from which no reference leads to other
    /// entities.
    func inside(_ step: InnerValue, of attribute: String) -> EntityFinder {
        guard let namedValue else { return .none }
        return EntityFinder({ _ in nil }) { name, place, entity in
            namedValue(name, ValuePlace(attribute, [step] + place.steps), entity)
        }
    }
}

extension FilterScope {
    /// The maximum number of consecutive references. Each one is a nested query.
    static let hopsMax = 16

    /// Returns the scope of the entity whose objects refer to those of this one.
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

    /// Returns the scope of the entity that a reference, or each one in an array, leads to.
    func target(of attribute: AttributeSchema) throws(OperandError) -> FilterScope {
        guard let reference = attribute.reference else {
            throw OperandCheck.refusal(attribute, "and is not a reference: it leads nowhere.", nil)
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
