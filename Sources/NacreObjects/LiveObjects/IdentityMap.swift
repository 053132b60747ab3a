internal import Nacre

/// The identity of an object of any entity.
struct Identity: Hashable {
    private let type: ObjectIdentifier
    private let id: AnyHashable

    init<Owner: Entity>(_ type: Owner.Type, _ id: Owner.ID) {
        self.type = ObjectIdentifier(type)
        self.id = AnyHashable(id)
    }
}

/// The live objects of a context that are in use, one for each object.
struct IdentityMap {
    private struct Entry {
        weak var object: (any LiveObject)?
    }

    private var entries: [Identity: Entry] = [:]
    /// The number of entries above which those without an object are removed: twice the number that
    /// the last removal left.
    private var sweepAt = 64

    func find<Owner: Entity>(_ type: Owner.Type, _ id: Owner.ID) -> Managed<Owner>? {
        entries[Identity(type, id)]?.object as? Managed<Owner>
    }

    mutating func add<Owner: Entity>(_ object: Managed<Owner>) {
        entries[Identity(Owner.self, object.id)] = Entry(object: object)
        guard entries.count > sweepAt else { return }
        entries = entries.filter { $0.value.object != nil }
        sweepAt = max(64, 2 * entries.count)
    }

    var living: [any LiveObject] { entries.values.compactMap(\.object) }
}
