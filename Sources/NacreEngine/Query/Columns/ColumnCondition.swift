internal import NacreFormat

/// What is asked of a column: the keys that an attribute may have.
struct ColumnCondition: Sendable {
    let attribute: AttributeSchema
    /// In ascending order, without overlaps.
    let ranges: [KeyRange]
}
