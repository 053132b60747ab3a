internal import NacreFormat

extension StoredType {
    /// Whether NaN is one of the type's values.
    var hasNaN: Bool {
        switch self {
        case .scalar(.float), .scalar(.double), .scalar(.date): true
        default: false
        }
    }
}
