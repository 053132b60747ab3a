package import NacreFormat

/// An attribute as declared, with properties that the store does not keep.
package struct DeclaredAttribute: Sendable, Hashable {
    /// The declared attribute. Its id has no meaning.
    package let schema: AttributeSchema
    /// The former names, the newest first.
    package let originalNames: [String]
    /// The stored type of a single element, for a list stored as JSON text.
    package let listElement: StoredType?

    /// Whether empty `members` in the schema mean that the attribute contains no structs. Otherwise
    /// they mean that the structs are unknown.
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

    /// The attribute for reading only: without an index, a column or a delete rule.
    package var onlyRead: DeclaredAttribute {
        DeclaredAttribute(
            AttributeSchema(
                id: schema.id, name: schema.name, type: schema.type,
                isNullable: schema.isNullable, reference: schema.reference,
                defaultValue: schema.defaultValue, pipeline: schema.pipeline,
                members: schema.members))
    }

    /// Returns the conversion from stored to declared values; nil if some values would be lost.
    func conversion(from stored: AttributeSchema) -> ValueConversion? {
        guard Pipeline.continues(stored.pipeline, as: schema.pipeline) else { return nil }
        if stored.type == schema.type {
            return ValueConversion(from: stored.type, to: schema.type)
        }
        // Only a list takes over a single value. Any other JSON text is a value of its own.
        guard schema.pipeline.isEmpty, schema.type != .json || listElement == stored.type else {
            return nil
        }
        return ValueConversion(from: stored.type, to: schema.type)
    }

    /// Returns the attribute that continues a stored one under another id, because it has another
    /// type or is no longer nullable.
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

extension StoredSchema {
    /// Returns the ordinal of the stored attribute for each wanted attribute; nil if it is not
    /// stored.
    ///
    /// Each stored attribute belongs to at most one wanted attribute. A wanted attribute whose
    /// present name is not stored takes precedence with its former names: the store is then older
    /// than the renaming.
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
