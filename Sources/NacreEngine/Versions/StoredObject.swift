package import NacreFormat

/// An object without its Swift type: its values in the order of its entity's schema.
package struct StoredObject: Sendable, Hashable {
    package let schema: StoredSchema
    package var values: [Value]

    package init(schema: StoredSchema, values: [Value]) {
        self.schema = schema
        self.values = values
    }

    package var id: Value { values[schema.idOrdinal] }

    /// Returns the value of an attribute; null if there is no such attribute.
    package subscript(name: String) -> Value {
        schema.ordinal(of: name).map { values[$0] } ?? .null
    }
}
