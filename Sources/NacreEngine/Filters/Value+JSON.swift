package import NacreFormat

extension Value {
    /// The same value as JSON has it, where numbers have one type: their texts read back.
    package var insideJSON: Value {
        switch self {
        case .uint(let number): Int64(exactly: number).map { .int($0) } ?? self
        case .float(let number): .double(Double(number))
        case .array(let values): .array(values.map(\.insideJSON))
        default: self
        }
    }
}
