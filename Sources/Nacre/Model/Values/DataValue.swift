public import Foundation

/// A type whose stored bytes can be read without making a value: `Data` and `Data?`. Only this
/// module conforms types to it.
public protocol DataValue: AttributeValue {}

extension Data: DataValue {}
extension Optional: DataValue where Wrapped == Data {}
