internal import NacreEngine
internal import Synchronization

/// The closure that a field was passed to. Fields of different entities have different types, but
/// those of the same entity do not. In `$0.friends.contains { $0.age > 3 }`, where friends are
/// persons too, a field of the outer person compiles in the place of a friend's field and refers to
/// the outer person.
///
/// Not part of the value of a path or filter: all scopes compare equal.
struct ClosureScope: Hashable, Sendable {
    /// The number of the closure. 0 without a closure, or if the closure has ended.
    private let number: UInt64

    static let none = ClosureScope(number: 0)
    private static let last = Atomic<UInt64>(0)

    private init(number: UInt64) { self.number = number }

    /// Makes a scope that no other closure has.
    static func new() -> ClosureScope {
        ClosureScope(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    static func == (left: ClosureScope, right: ClosureScope) -> Bool { true }
    func hash(into hasher: inout Hasher) {}

    func isSame(as other: ClosureScope) -> Bool { number == other.number }

    /// The object of the closure, or nil without a closure.
    var object: OuterObject? { number == 0 ? nil : .closure(number) }
}
