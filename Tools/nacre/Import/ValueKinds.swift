internal import NacreFormat

/// The kinds of values seen in one attribute of a file, and the stored type that holds them all.
struct ValueKinds: OptionSet {
    let rawValue: UInt8

    static let bool = ValueKinds(rawValue: 1)
    static let integer = ValueKinds(rawValue: 2)
    /// An integer that not every neighbour of is a double: see `doubleIntegerMax`.
    static let largeInteger = ValueKinds(rawValue: 4)
    static let double = ValueKinds(rawValue: 8)
    /// An integer outside Int64.
    static let hugeInteger = ValueKinds(rawValue: 16)
    static let string = ValueKinds(rawValue: 32)
    /// An array or an object.
    static let nested = ValueKinds(rawValue: 64)

    /// Up to 2^53 every integer is exactly a double.
    private static let doubleIntegerMax: UInt64 = 1 << 53

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The kind of one value; none for null.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = []
        case .bool: self = .bool
        case .integer(let number):
            self = number.magnitude <= Self.doubleIntegerMax ? .integer : .largeInteger
        case .double: self = .double
        case .number: self = .hugeInteger
        case .string: self = .string
        case .array, .object: self = .nested
        }
    }

    /// The narrowest type that loses nothing of the values.
    /// - Parameter isUntyped: whether the values were texts, so that a string always holds them;
    ///   otherwise only JSON holds values of mixed kinds.
    func storedType(isUntyped: Bool) -> StoredType {
        if isEmpty { return .string }
        if self == .bool { return .scalar(.bool) }
        if isSubset(of: [.integer, .largeInteger]) { return .scalar(.int64) }
        if isSubset(of: [.integer, .double]) { return .scalar(.double) }
        return isUntyped || self == .string ? .string : .json
    }
}
