internal import Nacre

/// The content of a live object, all of one moment.
struct LiveContent<Owner: Entity> {
    var state: LiveState<Owner>
    /// The state in which the object was read or saved last.
    var committed: LiveState<Owner>
    /// Whether the object is in the store, as far as the context knows.
    var isStored: Bool

    var phase: LivePhase {
        guard isStored else { return state.isPresent ? .inserted : .gone }
        return state.isPresent ? state.stamp == committed.stamp ? .clean : .updated : .deleted
    }
}

/// The relation of a live object to its state in the store.
enum LivePhase {
    /// The object is as it was read or saved.
    case clean
    case inserted, updated, deleted
    /// The object is no longer in the store, or was never saved. It keeps its last value.
    case gone

    var isUnsaved: Bool { self != .clean && self != .gone }
    var isDeleted: Bool { self == .deleted || self == .gone }
}

/// A state of a live object, to which undo can return.
struct LiveState<Owner: Entity> {
    let object: Owner
    /// Whether the object exists: false if it was deleted.
    let isPresent: Bool
    /// Whether the object was inserted although there was one already. Such a state cannot be
    /// saved.
    let isDuplicate: Bool
    /// The identity of the state, which its copies share. Not every type can be compared.
    let stamp = LiveStamp()

    init(_ object: Owner, isPresent: Bool, isDuplicate: Bool = false) {
        self.object = object
        self.isPresent = isPresent
        self.isDuplicate = isDuplicate
    }

    /// Returns whether a property is equal in another state. If its type cannot be compared, it is
    /// equal only in copies of the same state.
    func hasSame<Value>(_ member: KeyPath<Owner, Value>, as other: Self) -> Bool {
        func isEqual<Comparable: Equatable>(_ type: Comparable.Type) -> Bool {
            // The path is cast, not the values: a cast of optional values would unwrap them.
            guard let member = member as? KeyPath<Owner, Comparable> else { return false }
            return object[keyPath: member] == other.object[keyPath: member]
        }
        if stamp == other.stamp { return true }
        return (Value.self as? any Equatable.Type).map { isEqual($0) } ?? false
    }
}

/// A stamp that equals only itself.
final class LiveStamp: Equatable {
    static func == (left: LiveStamp, right: LiveStamp) -> Bool { left === right }
}
