/// Whose attribute is meant where a filter stands in the braces of another one, and means an object
/// outside of them: `cities.contains { population > ^age }`.
package enum OuterObject: Sendable, Hashable {
    /// So many braces outwards, at least one. Only braces with filters of other objects count.
    case levels(Int)
    /// Of a closure that has not ended, which has a number. What is left when it has are levels.
    case closure(UInt64)

    /// 0 of an object whose closure has not ended.
    var levels: Int { if case .levels(let count) = self { count } else { 0 } }

    /// What stands before a name.
    var text: String { String(repeating: "^", count: max(1, levels)) }
}
