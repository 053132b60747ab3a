/// A set of fields, each one bit: field 0 is the lowest.
package struct FieldSet: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Every field.
    package static let all = FieldSet(rawValue: 0xFFFF)

    /// Makes a set of one field.
    package init(field: Int) {
        self.init(rawValue: 1 << UInt16(truncatingIfNeeded: field))
    }
}
