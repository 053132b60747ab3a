internal import NacreExchangeCore
internal import NacreFormat

/// The types that give a number back with all of its digits. Each type's comment names the possible
/// changes.
struct NumberTypes: OptionSet {
    let rawValue: UInt8

    /// Nothing changes.
    static let int64 = NumberTypes(rawValue: 1)
    /// An integer gains `.0`.
    static let double = NumberTypes(rawValue: 2)
    /// Trailing zeros of a fraction are dropped, as is a plus sign; an exponent is spelled
    /// differently.
    static let decimal = NumberTypes(rawValue: 4)
    /// The changes of `decimal`, for a number that a double holds and a decimal may not.
    static let respelledDouble = NumberTypes(rawValue: 8)

    static let all: NumberTypes = [.int64, .double, .decimal, .respelledDouble]

    /// The bound up to which every integer is exactly a double: 2^53.
    private static let doubleIntegerMax: UInt64 = 1 << 53

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// - Parameter value: A value from `JSONParser.parseKeepingSpelling`.
    /// - Returns: The types, or nil if the value is not a number.
    init?(_ value: JSONValue) {
        switch value {
        case .integer(let number):
            self = [.int64, .decimal]
            if number.magnitude <= Self.doubleIntegerMax { formUnion([.double, .respelledDouble]) }
        case .double(let number):
            self = [.double, .respelledDouble]
            if Self.isDecimal(number.description) { insert(.decimal) }
        case .number(let text):
            self = []
            if Self.isDecimal(text) { insert(.decimal) }
            if let double = Double(text), let digits = NumberDigits(text),
                digits.areShortest(of: double)
            {
                insert(.respelledDouble)
            }
        case .null, .bool, .string, .array, .object: return nil
        }
    }

    /// Whether a decimal holds the number and its sign. There is no negative zero among decimals.
    private static func isDecimal(_ text: String) -> Bool {
        guard let decimal = DecimalValue(text) else { return false }
        return decimal != .zero || text.utf8.first != UInt8(ascii: "-")
    }
}
