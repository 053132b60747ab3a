extension Value {
    /// The widest type that the value belongs to; nil for null and arrays, which do not determine
    /// it.
    package var storedType: StoredType? {
        switch self {
        case .null, .array: nil
        case .bool: .scalar(.bool)
        case .int: .scalar(.int64)
        case .uint: .scalar(.uint64)
        case .float: .scalar(.float)
        case .double: .scalar(.double)
        case .date: .scalar(.date)
        case .uuid: .scalar(.uuid)
        case .decimal: .scalar(.decimal)
        case .objectID: .scalar(.objectID)
        case .string: .string
        case .data: .data
        case .json: .json
        }
    }
}
