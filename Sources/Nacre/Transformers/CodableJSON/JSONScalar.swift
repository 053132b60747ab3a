internal import Foundation
internal import NacreFormat

/// A value that is one string, number or word of JSON: the types that `JSONEncoder` knows by
/// themselves, in the forms that it gives them.
protocol JSONScalar {
    /// Equal values have equal ones, but for the spelling of letters.
    var jsonScalar: JSONValue { get throws }
}

extension Bool: JSONScalar {
    var jsonScalar: JSONValue { .bool(self) }
}

extension String: JSONScalar {
    var jsonScalar: JSONValue { .string(self) }
}

extension JSONScalar where Self: FixedWidthInteger {
    var jsonScalar: JSONValue {
        Int64(exactly: self).map { .integer($0) } ?? .number(String(self))
    }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension Int128: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}
extension UInt128: JSONScalar {}

extension JSONScalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
    /// Whole numbers are integers, so that there is one zero; of others the shortest text that
    /// leads back to them. NaN and the infinities are written as strings.
    var jsonScalar: JSONValue {
        let text = description
        if text.hasSuffix(".0"), let integer = Int64(text.dropLast(2)) { return .integer(integer) }
        return .double(Double(text) ?? Double(self))
    }
}

extension Float: JSONScalar {}
extension Double: JSONScalar {}

extension Data: JSONScalar {
    var jsonScalar: JSONValue { .string(base64EncodedString()) }
}

extension URL: JSONScalar {
    var jsonScalar: JSONValue { .string(absoluteString) }
}

extension Decimal: JSONScalar {
    /// - Throws: where the number would lose digits.
    var jsonScalar: JSONValue {
        get throws {
            let text = description
            guard let value = try? JSONParser.parse(text), JSONNumbers.isExact(text) else {
                throw RowError.notStorable(
                    reason: "a Decimal inside of a Codable value has more digits than JSON keeps;"
                        + " store it as an attribute of its own, or encode it as a string")
            }
            return value
        }
    }
}
