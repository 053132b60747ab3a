/// A condition that an object must meet as a whole, such as one on several of its attributes.
///
/// ```swift
/// @Entity
/// struct Concert {
///     var begin: Date
///     var end: Date
///     static let rules = [Rule<Concert>("it ends after it begins") { $0.begin < $0.end }]
/// }
/// ```
public struct Rule<Owner: Sendable>: Sendable {
    let text: String
    let holds: @Sendable (Owner) -> Bool

    /// Makes a rule.
    /// - Parameters:
    ///   - text: The condition in words, for readers of the violation.
    ///   - holds: Returns whether an object meets the condition.
    public init(_ text: String, _ holds: @escaping @Sendable (Owner) -> Bool) {
        self.text = text
        self.holds = holds
    }
}
