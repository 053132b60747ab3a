package import NacreFormat

/// A value to compare an attribute with, before its conversion to the attribute's type.
package enum FilterLiteral: Sendable, Hashable {
    case value(Value)
    /// A number as text: digits, optionally with a minus sign, a point and an exponent. The
    /// attribute determines the number type.
    case number(String)
    /// Values in brackets: an array, not nested.
    case list([FilterLiteral])

    /// The elements of an array.
    var elements: [FilterLiteral]? {
        switch self {
        case .list(let items): items
        case .value(.array(let values)): values.map { .value($0) }
        default: nil
        }
    }

    /// The number as text, if it is a finite number.
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

    /// The kind of value, for error messages. Never the value itself.
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
