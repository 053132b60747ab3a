internal import Synchronization

/// Which closure was given a field. The objects of two entities have fields of different types, but
/// those of one do not: in `$0.friends.contains { $0.age > 3 }` of a person's friends, who are
/// persons, a field of the person compiles where one of a friend is meant.
///
/// No part of what a path or a filter is: all are equal.
struct ClosureScope: Hashable, Sendable {
    /// 0 of what was made without a closure, or of one that has ended.
    private let number: UInt64

    static let none = ClosureScope(number: 0)
    /// Of what is made of fields of several.
    private static let several = ClosureScope(number: .max)
    private static let last = Atomic<UInt64>(0)

    private init(number: UInt64) { self.number = number }

    /// One that no other closure has.
    static func new() -> ClosureScope {
        ClosureScope(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    static func == (left: ClosureScope, right: ClosureScope) -> Bool { true }
    func hash(into hasher: inout Hasher) {}

    /// Of what is made of two parts.
    func joined(with other: ClosureScope) -> ClosureScope {
        if number == 0 || number == other.number { return other }
        return other.number == 0 ? self : .several
    }

    /// Whether all that is made of is of one closure, or of none.
    func isWithin(_ closure: ClosureScope) -> Bool {
        number == 0 || number == closure.number
    }
}
