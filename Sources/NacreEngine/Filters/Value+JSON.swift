package import NacreFormat

extension Value {
    /// The value as JSON represents it, with a single type for numbers, so that parsing its text
    /// yields it.
    package var insideJSON: Value {
        switch self {
        case .uint(let number): Int64(exactly: number).map { .int($0) } ?? self
        case .float(let number): .double(Double(number))
        case .array(let values): .array(values.map(\.insideJSON))
        default: self
        }
    }
}
