internal import Nacre

/// What a live object shows, all of one moment.
struct LiveContent<Owner: Entity> {
    var state: LiveState<Owner>
    /// As it was when it was read or saved last.
    var committed: LiveState<Owner>
    /// Whether that is in the store, as far as the context knows.
    var isStored: Bool

    var phase: LivePhase {
        guard isStored else { return state.isPresent ? .inserted : .gone }
        return state.isPresent ? state.stamp == committed.stamp ? .clean : .updated : .deleted
    }
}

/// How far an object of a context is from its store.
enum LivePhase {
    /// As it was read or saved.
    case clean
    case inserted, updated, deleted
    /// No longer in the store, or never saved. Its last value stays.
    case gone

    var isUnsaved: Bool { self != .clean && self != .gone }
    var isDeleted: Bool { self == .deleted || self == .gone }
}

/// One state of a live object, as undoing goes back to it.
struct LiveState<Owner: Entity> {
    let object: Owner
    /// False once it was deleted.
    let isPresent: Bool
    /// Whether it was inserted where there was an object already, which cannot be saved.
    let isDuplicate: Bool
    /// The same only of a state and its copies: not every type can be compared.
    let stamp = LiveStamp()

    init(_ object: Owner, isPresent: Bool, isDuplicate: Bool = false) {
        self.object = object
        self.isPresent = isPresent
        self.isDuplicate = isDuplicate
    }

    /// Whether a property is the same in another state. Of a type that cannot be compared it is so
    /// in the very same state only.
    func hasSame<Value>(_ member: KeyPath<Owner, Value>, as other: Self) -> Bool {
        func isEqual<Comparable: Equatable>(_ type: Comparable.Type) -> Bool {
            // The path is cast, and not the values: these lose what is optional of their type.
            guard let member = member as? KeyPath<Owner, Comparable> else { return false }
            return object[keyPath: member] == other.object[keyPath: member]
        }
        if stamp == other.stamp { return true }
        return (Value.self as? any Equatable.Type).map { isEqual($0) } ?? false
    }
}

/// Equal to itself only.
final class LiveStamp: Equatable {
    static func == (left: LiveStamp, right: LiveStamp) -> Bool { left === right }
}
