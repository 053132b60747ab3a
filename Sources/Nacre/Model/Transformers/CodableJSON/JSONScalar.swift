internal import Foundation
internal import NacreFormat

/// A value that is a single string, number or literal name in JSON. These are the types that
/// `JSONEncoder` itself knows, in the form that it gives them.
protocol JSONScalar {
    /// The value as JSON. Equal values have equal JSON, except for the spelling of letters.
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
    /// The number as JSON. A whole number that needs no exponent is an integer, so that there is
    /// one zero. Any other number has the shortest text that reads back as the same number. NaN and
    /// the infinities are written as strings.
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
    /// The number as JSON.
    /// - Throws: An error if the number would lose digits.
    var jsonScalar: JSONValue {
        get throws {
            let text = description
            guard let value = try? JSONParser.parse(text), JSONNumbers.isExact(text) else {
                throw AttributeError.notStorable(
                    reason: "a Decimal inside of a Codable value has more digits than JSON keeps;"
                        + " store it as an attribute of its own, or encode it as a string")
            }
            return value
        }
    }
}
