package import NacreFormat

/// An attribute as someone wants it, with what the store does not keep of it.
package struct DeclaredAttribute: Sendable, Hashable {
    /// Its id says nothing.
    package let schema: AttributeSchema
    /// The names that it had, the newest first.
    package let originalNames: [String]
    /// Of a list that is stored as JSON text: what a value alone of its elements is stored as.
    package let listElement: StoredType?

    /// Whether it has no structs inside if its schema names no members of any.
    package let knowsMembers: Bool

    package init(
        _ schema: AttributeSchema, originalNames: [String] = [], listElement: StoredType? = nil,
        knowsMembers: Bool = false
    ) {
        self.knowsMembers = knowsMembers
        self.schema = schema
        self.originalNames = originalNames
        self.listElement = listElement
    }

    package var name: String { schema.name }

    /// The same as one that is read and never written: in no index, without a column or a rule.
    package var onlyRead: DeclaredAttribute {
        DeclaredAttribute(
            AttributeSchema(
                id: schema.id, name: schema.name, type: schema.type,
                isNullable: schema.isNullable, reference: schema.reference,
                defaultValue: schema.defaultValue, pipeline: schema.pipeline,
                members: schema.members))
    }

    /// How values that are stored become those that are wanted; nil if some would be lost.
    func conversion(from stored: AttributeSchema) -> ValueConversion? {
        guard Pipeline.continues(stored.pipeline, as: schema.pipeline) else { return nil }
        if stored.type == schema.type {
            return ValueConversion(from: stored.type, to: schema.type)
        }
        // Elsewhere JSON text is a value of its own.
        guard schema.pipeline.isEmpty, schema.type != .json || listElement == stored.type else {
            return nil
        }
        return ValueConversion(from: stored.type, to: schema.type)
    }

    /// What goes on from a stored attribute where it cannot be that attribute itself: because it
    /// has another type, or is no longer nullable.
    func continuing(
        _ stored: AttributeSchema, by conversion: ValueConversion, as id: AttributeID
    ) -> AttributeSchema {
        let valueOfNull = schema.isNullable ? nil : schema.defaultValue ?? conversion.emptyList
        func continued(_ value: Value?) -> Value? {
            value.map { conversion.converted($0) } ?? valueOfNull
        }
        let own = AttributeSource(
            attribute: stored.id, type: stored.type,
            valueOfNull: stored.isNullable ? valueOfNull : nil)
        let others = stored.sources.map { source in
            AttributeSource(
                attribute: source.attribute, type: source.type,
                valueOfNull: stored.isNullable || source.valueOfNull != nil
                    ? continued(source.valueOfNull) : nil)
        }
        return schema.with(
            id: id,
            defaultValue: stored.isNullable || stored.defaultValue != nil
                ? continued(stored.defaultValue) : nil,
            sources: [own] + others)
    }
}

extension EntitySchema {
    /// Where attributes that are wanted are stored; nil of those that are not.
    ///
    /// Each stored attribute is that of one wanted attribute at most: first of one that once had
    /// its name and whose own is not stored, since then the store is older than the renaming.
    package func places(of wanted: [DeclaredAttribute]) -> [Int?] {
        var taken: Set<Int> = []
        var places = wanted.map { attribute -> Int? in
            guard ordinal(of: attribute.name) == nil else { return nil }
            let place = attribute.originalNames.lazy.compactMap { self.ordinal(of: $0) }
                .first { !taken.contains($0) }
            if let place { taken.insert(place) }
            return place
        }
        for (index, attribute) in wanted.enumerated() where places[index] == nil {
            guard let place = ordinal(of: attribute.name), !taken.contains(place) else { continue }
            places[index] = place
        }
        return places
    }
}
