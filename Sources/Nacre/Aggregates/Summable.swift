public import Foundation
internal import NacreFormat

/// The numbers, and optionals of them: what has a sum and an average. Only this module conforms
/// types to it.
public protocol Summable: SingleValue {
    /// The type of a sum: that of the numbers themselves; of integers of less than 64 bits, whose
    /// sums seldom have room in it, Int64 or UInt64.
    associatedtype Sum: Primitive & AdditiveArithmetic
    /// The type of an average: Double, and Decimal of decimals.
    associatedtype Average: Primitive
}

extension Optional: Summable where Wrapped: Summable & Storable {
    /// nil adds nothing.
    public typealias Sum = Wrapped.Sum
    /// nil does not count.
    public typealias Average = Wrapped.Average
}

extension Int: Summable {
    /// The same type.
    public typealias Sum = Int
    /// A Double.
    public typealias Average = Double
}
extension Int8: Summable {
    /// One with room for any number of them.
    public typealias Sum = Int64
    /// A Double.
    public typealias Average = Double
}
extension Int16: Summable {
    /// One with room for any number of them.
    public typealias Sum = Int64
    /// A Double.
    public typealias Average = Double
}
extension Int32: Summable {
    /// One with room for any number of them.
    public typealias Sum = Int64
    /// A Double.
    public typealias Average = Double
}
extension Int64: Summable {
    /// The same type.
    public typealias Sum = Int64
    /// A Double.
    public typealias Average = Double
}
extension UInt: Summable {
    /// The same type.
    public typealias Sum = UInt
    /// A Double.
    public typealias Average = Double
}
extension UInt8: Summable {
    /// One with room for any number of them.
    public typealias Sum = UInt64
    /// A Double.
    public typealias Average = Double
}
extension UInt16: Summable {
    /// One with room for any number of them.
    public typealias Sum = UInt64
    /// A Double.
    public typealias Average = Double
}
extension UInt32: Summable {
    /// One with room for any number of them.
    public typealias Sum = UInt64
    /// A Double.
    public typealias Average = Double
}
extension UInt64: Summable {
    /// The same type.
    public typealias Sum = UInt64
    /// A Double.
    public typealias Average = Double
}
extension Float: Summable {
    /// The same type.
    public typealias Sum = Float
    /// A Double.
    public typealias Average = Double
}
extension Double: Summable {
    /// The same type.
    public typealias Sum = Double
    /// A Double.
    public typealias Average = Double
}
extension Decimal: Summable {
    /// The same type.
    public typealias Sum = Decimal
    /// To 38 digits.
    public typealias Average = Decimal
}
