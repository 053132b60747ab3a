/// What must hold for an object as a whole, and for several of its attributes together.
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

    /// - Parameters:
    ///   - text: what must hold, for whoever reads the violation.
    ///   - holds: whether it does.
    public init(_ text: String, _ holds: @escaping @Sendable (Owner) -> Bool) {
        self.text = text
        self.holds = holds
    }
}
