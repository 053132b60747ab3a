/// An object outside the braces of a filter, to which an attribute inside the braces belongs:
/// `cities.contains { population > ^age }`.
package enum OuterObject: Sendable, Hashable {
    /// The number of braces outwards, at least one. Only braces with filters of other objects
    /// count.
    case levels(Int)
    /// The object of a closure that has not ended, by the closure's number. When the closure ends,
    /// it becomes levels.
    case closure(UInt64)

    /// The number of braces outwards. 0 for an object whose closure has not ended.
    var levels: Int { if case .levels(let count) = self { count } else { 0 } }

    /// The carets before a name.
    var text: String { String(repeating: "^", count: max(1, levels)) }
}
