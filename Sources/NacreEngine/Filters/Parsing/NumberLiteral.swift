import NacreFormat

/// A number in a filter, to be converted to its attribute's type.
struct NumberLiteral {
    private let digits: String
    private let attribute: AttributeSchema

    init(_ digits: String, _ attribute: AttributeSchema) {
        self.digits = digits
        self.attribute = attribute
    }

    var value: Value {
        get throws(OperandError) {
            guard case .scalar(let type) = attribute.type else { throw mismatch }
            return switch type {
            case .int8: try integer(Int8.self)
            case .int16: try integer(Int16.self)
            case .int32: try integer(Int32.self)
            case .int64: try integer(Int64.self)
            case .uint8: try integer(UInt8.self)
            case .uint16: try integer(UInt16.self)
            case .uint32: try integer(UInt32.self)
            case .uint64: .uint(try read(UInt64.self))
            case .float: try float()
            case .double: .double(try double())
            case .date: try date()
            case .decimal: try decimal()
            case .bool, .uuid, .objectID: throw mismatch
            }
        }
    }

    private var isInteger: Bool { !digits.utf8.contains { $0 == 0x2E || $0 == 0x65 } }

    private func integer<Integer: FixedWidthInteger>(
        _ type: Integer.Type
    ) throws(OperandError) -> Value {
        .int(Int64(try read(type)))
    }

    private func read<Integer: FixedWidthInteger>(
        _ type: Integer.Type
    ) throws(OperandError) -> Integer {
        guard isInteger else {
            throw OperandCheck.refusal(
                attribute, "and this number is not an integer.",
                "Write it without a decimal point or an exponent, as in 1_000_000.")
        }
        guard let integer = Integer(digits) else { throw outOfRange(Integer.min, Integer.max) }
        return integer
    }

    private func outOfRange<Bound>(_ low: Bound, _ high: Bound) -> OperandError {
        OperandCheck.refusal(
            attribute, "and holds \(low) to \(high): the number is out of range.", nil)
    }

    /// Returns the nearest double, as Swift does.
    private func double() throws(OperandError) -> Double {
        guard let number = Double(digits), number.isFinite else {
            let greatest = Double.greatestFiniteMagnitude
            throw outOfRange(-greatest, greatest)
        }
        return number
    }

    /// Returns a float if the number is exactly one. Otherwise it stays a double, and stored floats
    /// are compared with it by their exact double values.
    private func float() throws(OperandError) -> Value {
        let number = try double()
        let float = Float(number)
        return Double(float) == number ? .float(float) : .double(number)
    }

    private func date() throws(OperandError) -> Value {
        guard !isInteger else { throw mismatch }
        return .date(try double())
    }

    private func decimal() throws(OperandError) -> Value {
        guard let decimal = DecimalValue(digits) else {
            throw OperandCheck.refusal(
                attribute,
                "and holds 38 digits and exponents of -128 to 127: the number is out of range.",
                nil)
        }
        return .decimal(decimal)
    }

    private var mismatch: OperandError { OperandCheck.mismatch(.number(digits), attribute) }
}
