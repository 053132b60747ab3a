internal import NacreEngine
internal import Synchronization

/// Which closure was given a field. The objects of two entities have fields of different types, but
/// those of one do not: in `$0.friends.contains { $0.age > 3 }` of a person's friends, who are
/// persons, a field of the person compiles where one of a friend does, and means the person.
///
/// No part of what a path or a filter is: all are equal.
struct ClosureScope: Hashable, Sendable {
    /// 0 of what was made without a closure, or of one that has ended.
    private let number: UInt64

    static let none = ClosureScope(number: 0)
    private static let last = Atomic<UInt64>(0)

    private init(number: UInt64) { self.number = number }

    /// One that no other closure has.
    static func new() -> ClosureScope {
        ClosureScope(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    static func == (left: ClosureScope, right: ClosureScope) -> Bool { true }
    func hash(into hasher: inout Hasher) {}

    func isSame(as other: ClosureScope) -> Bool { number == other.number }

    /// The closure's object; nil without a closure.
    var object: OuterObject? { number == 0 ? nil : .closure(number) }
}
