internal import NacreFormat

/// A variable value that is read from records of a stored layout.
struct StoredVariable {
    /// The index of its leaf.
    let leaf: Int
    let source: Source

    enum Source {
        /// The value with a number in the record.
        case stored(Int)
        /// A value that the record lacks: a range of the plan's constants.
        case constant(Range<Int>)
        /// A value that is converted from the attribute with an ordinal in the record's layout. The
        /// range is that of the constant that replaces null.
        case converted(ValueConversion, ordinal: Int, ofNull: Range<Int>)
    }
}
