/// An attribute that records of an older layout do not have, and whose values are converted from
/// another attribute that they have.
package struct ConvertedAttribute: Sendable {
    package let id: AttributeID
    package let name: String
    /// The ordinal of the other attribute in the layout.
    package let source: Int
    package let conversion: ValueConversion
    package let valueOfNull: Value?

    /// Returns the converted value.
    /// - Parameter value: The value of the other attribute.
    package func value(of value: Value) -> Value {
        if value.isNull { return valueOfNull ?? .null }
        return conversion.converted(value)
    }
}

extension Layout {
    /// Returns the layout for reading its records by a schema: with the attributes that its records
    /// have in another form. It is the same layout on disk.
    package func read(by schema: StoredSchema) -> Layout {
        let basis = self.basis ?? self
        let converted = schema.attributes.compactMap { basis.converted($0) }
        return converted.isEmpty ? basis : Layout(basis, converted: converted)
    }

    /// Returns the first attribute that is not nullable in a schema, but may have no value in
    /// records of this layout.
    package func attributeWithoutValue(in schema: StoredSchema) -> AttributeSchema? {
        schema.attributes.first { !$0.isNullable && !givesValue(of: $0) }
    }

    private func givesValue(of attribute: AttributeSchema) -> Bool {
        if let own = attributes.first(where: { $0.id == attribute.id }) {
            return own.nullBit == nil
        }
        if let converted = converted.first(where: { $0.id == attribute.id }) {
            return attributes[converted.source].nullBit == nil || converted.valueOfNull != nil
        }
        return attribute.defaultValue != nil
    }

    private func converted(_ attribute: AttributeSchema) -> ConvertedAttribute? {
        guard !attribute.sources.isEmpty, !attributes.contains(where: { $0.id == attribute.id })
        else { return nil }
        for source in attribute.sources {
            guard let ordinal = attributes.firstIndex(where: { $0.id == source.attribute }),
                let conversion = ValueConversion(
                    from: attributes[ordinal].type, to: attribute.type)
            else { continue }
            return ConvertedAttribute(
                id: attribute.id, name: attribute.name, source: ordinal, conversion: conversion,
                valueOfNull: source.valueOfNull)
        }
        return nil
    }

    /// Whether both are the same layout, whatever schema they are read by.
    package func isSame(as other: Layout) -> Bool {
        (basis ?? self) === (other.basis ?? other)
    }
}
