/// A lossless conversion from one stored type to another: one of the closed list of Formats.md,
/// "Continued attributes". A chain of conversions is always one of the list, so only the first and
/// the last type of a chain matter.
package struct ValueConversion: Sendable, Hashable {
    package let source: StoredType
    package let target: StoredType

    /// Makes a conversion; nil if values would be lost, or if the result is not defined.
    package init?(from source: StoredType, to target: StoredType) {
        guard source == target || Self.widens(source, to: target) else { return nil }
        self.source = source
        self.target = target
    }

    private static func widens(_ source: StoredType, to target: StoredType) -> Bool {
        switch (source, target) {
        case (.scalar(let old), .scalar(let new)), (.scalar(let old), .array(let new)),
            (.array(let old), .array(let new)):
            old == new || old.widens(to: new)
        // A list of these is stored as JSON text.
        case (.string, .json), (.data, .json): true
        default: false
        }
    }

    /// Whether one value becomes a list of one.
    package var makesList: Bool {
        switch (source, target) {
        case (.array, _), (.json, _): false
        case (_, .array), (_, .json): true
        default: false
        }
    }

    /// Returns the value as one of the target type. Null stays null.
    /// - Parameter value: A value of the source type.
    package func converted(_ value: Value) -> Value {
        if value.isNull || source == target { return value }
        switch (value, target) {
        case (.array(let elements), .array(let element)):
            return .array(elements.map { Self.widened($0, to: element) })
        case (_, .array(let element)): return .array([Self.widened(value, to: element)])
        case (_, .json): return .json(json: .array([value.jsonForm ?? .null]))
        case (_, .scalar(let scalar)): return Self.widened(value, to: scalar)
        default: return value
        }
    }

    /// The empty list, if one value becomes a list: it replaces null in a required list without a
    /// default.
    package var emptyList: Value? {
        guard makesList else { return nil }
        return target == .json ? .json("[]") : .array([])
    }

    static func widened(_ value: Value, to type: ScalarType) -> Value {
        switch (value, type) {
        case (.int(let number), .uint64): .uint(UInt64(clamping: number))
        case (.int(let number), .float): .float(Float(number))
        case (.int(let number), .double): .double(Double(number))
        case (.float(let number), .double): .double(Double(number))
        default: value
        }
    }
}

extension ScalarType {
    /// Returns whether each value of the type can be represented in the other, wider type.
    fileprivate func widens(to other: ScalarType) -> Bool {
        switch self {
        case .int8: [.int16, .int32, .int64, .float, .double].contains(other)
        case .int16: [.int32, .int64, .float, .double].contains(other)
        case .int32: [.int64, .double].contains(other)
        case .uint8:
            [.int16, .int32, .int64, .uint16, .uint32, .uint64, .float, .double].contains(other)
        case .uint16: [.int32, .int64, .uint32, .uint64, .float, .double].contains(other)
        case .uint32: [.int64, .uint64, .double].contains(other)
        case .float: other == .double
        case .bool, .int64, .uint64, .double, .date, .uuid, .decimal, .objectID: false
        }
    }
}
