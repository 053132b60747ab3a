internal import NacreFormat

extension StoredType {
    /// Whether NaN is one of the type's values.
    var hasNaN: Bool {
        guard let scalar else { return false }
        return switch scalar {
        case .float, .double, .date: true
        case .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .uuid,
            .decimal, .objectID:
            false
        }
    }
}
