/// Why an attribute could not be written or read, before it is known whose attribute it is. The
/// store makes a ``StoreError`` of it that names entity, object and attribute.
enum RowError: Error {
    /// Bytes that are none of the attribute's type.
    case damaged
    /// A member of a struct that is there.
    case missingMember
    /// No case of an enum has the stored raw value.
    case unknownRawValue(type: String)
    /// A number that the Swift type has no room for.
    case outOfRange(type: String)
    /// Nested JSON that is not of the Swift type.
    case mismatch(expected: String)
    /// A value that has no stored form.
    case notStorable(reason: String)

    var reason: String {
        switch self {
        case .damaged: "its bytes are damaged"
        case .missingMember: "it is required, and nil is stored"
        case .unknownRawValue(let type): "no case of \(type) has the stored raw value"
        case .outOfRange(let type): "the stored number does not fit into \(type)"
        case .mismatch(let expected): "\(expected) was expected, and something else is stored"
        case .notStorable(let reason): reason
        }
    }
}
