package import NacreFormat

/// A value that is compared with an attribute, before it has become one of the attribute's type.
package enum FilterLiteral: Sendable, Hashable {
    case value(Value)
    /// A number as text: digits, perhaps with a minus sign, a point, an exponent. Which of the
    /// number types it means depends on the attribute.
    case number(String)
    /// Values in brackets: an array. Not nested.
    case list([FilterLiteral])

    /// Of an array.
    var elements: [FilterLiteral]? {
        switch self {
        case .list(let items): items
        case .value(.array(let values)): values.map { .value($0) }
        default: nil
        }
    }

    /// The number as text, if it is a finite one.
    var digits: String? {
        switch self {
        case .number(let digits): digits
        case .value(.int(let number)): String(number)
        case .value(.uint(let number)): String(number)
        case .value(.float(let number)): number.isFinite ? Double(number).description : nil
        case .value(.double(let number)): number.isFinite ? number.description : nil
        case .value(.decimal(let decimal)): decimal.description
        case .value, .list: nil
        }
    }

    /// What it is, for error messages: never the value itself.
    var kind: String {
        switch self {
        case .number: "a number"
        case .list: "an array"
        case .value(let value):
            switch value {
            case .null: "nil"
            case .bool: "true or false"
            case .int, .uint, .float, .double, .decimal: "a number"
            case .date: "a date"
            case .uuid: "a UUID"
            case .objectID: "an object id"
            case .string: "a string"
            case .data: "data"
            case .json: "JSON"
            case .array: "an array"
            }
        }
    }
}
