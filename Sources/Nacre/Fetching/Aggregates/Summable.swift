public import Foundation
internal import NacreFormat

/// A number type, or an optional of one, whose values have a sum and an average. Only this module
/// adds conformances.
public protocol Summable: SingleValue {
    /// The type of a sum: the number type itself, or Int64 or UInt64 for integers of less than 64
    /// bits, whose sums rarely fit into their own type.
    associatedtype Sum: Primitive & AdditiveArithmetic
    /// The type of an average: Double, or Decimal for decimals.
    associatedtype Average: Primitive
}

extension Optional: Summable where Wrapped: Summable & Storable {
    /// The sum type of the wrapped type; nil adds nothing.
    public typealias Sum = Wrapped.Sum
    /// The average type of the wrapped type; nil does not count.
    public typealias Average = Wrapped.Average
}

extension Int: Summable {
    /// The sum type: Int itself.
    public typealias Sum = Int
    /// The average type: Double.
    public typealias Average = Double
}
extension Int8: Summable {
    /// The sum type, wide enough for any number of values.
    public typealias Sum = Int64
    /// The average type: Double.
    public typealias Average = Double
}
extension Int16: Summable {
    /// The sum type, wide enough for any number of values.
    public typealias Sum = Int64
    /// The average type: Double.
    public typealias Average = Double
}
extension Int32: Summable {
    /// The sum type, wide enough for any number of values.
    public typealias Sum = Int64
    /// The average type: Double.
    public typealias Average = Double
}
extension Int64: Summable {
    /// The sum type: Int64 itself.
    public typealias Sum = Int64
    /// The average type: Double.
    public typealias Average = Double
}
extension UInt: Summable {
    /// The sum type: UInt itself.
    public typealias Sum = UInt
    /// The average type: Double.
    public typealias Average = Double
}
extension UInt8: Summable {
    /// The sum type, wide enough for any number of values.
    public typealias Sum = UInt64
    /// The average type: Double.
    public typealias Average = Double
}
extension UInt16: Summable {
    /// The sum type, wide enough for any number of values.
    public typealias Sum = UInt64
    /// The average type: Double.
    public typealias Average = Double
}
extension UInt32: Summable {
    /// The sum type, wide enough for any number of values.
    public typealias Sum = UInt64
    /// The average type: Double.
    public typealias Average = Double
}
extension UInt64: Summable {
    /// The sum type: UInt64 itself.
    public typealias Sum = UInt64
    /// The average type: Double.
    public typealias Average = Double
}
extension Float: Summable {
    /// The sum type: Float itself.
    public typealias Sum = Float
    /// The average type: Double.
    public typealias Average = Double
}
extension Double: Summable {
    /// The sum type: Double itself.
    public typealias Sum = Double
    /// The average type: Double.
    public typealias Average = Double
}
extension Decimal: Summable {
    /// The sum type: Decimal itself.
    public typealias Sum = Decimal
    /// The average type: Decimal, with up to 38 digits.
    public typealias Average = Decimal
}
