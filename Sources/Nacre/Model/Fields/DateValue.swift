public import Foundation

/// A date or an optional one: the age by which ``SearchRanking`` ranks objects.
public protocol DateValue: SingleValue {}

extension Date: DateValue {}
extension Optional: DateValue where Wrapped == Date {}
