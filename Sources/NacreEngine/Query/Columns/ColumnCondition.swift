internal import NacreFormat

/// A condition for a column: the keys that an attribute may have.
struct ColumnCondition: Sendable {
    let attribute: AttributeSchema
    /// The ranges of keys, ascending, without overlaps.
    let ranges: [KeyRange]
}
