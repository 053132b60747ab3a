internal import Nacre

/// The one live object of each object that is held by somebody.
struct IdentityMap {
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let id: AnyHashable
    }

    private struct Entry {
        weak var object: (any LiveObject)?
    }

    private var entries: [Key: Entry] = [:]
    /// Entries whose objects are gone are removed when there are twice as many as after the last
    /// time.
    private var sweepAt = 64

    func find<Owner: Entity>(_ type: Owner.Type, _ id: Owner.ID) -> Managed<Owner>? {
        let key = Key(type: ObjectIdentifier(type), id: AnyHashable(id))
        return entries[key]?.object as? Managed<Owner>
    }

    mutating func add<Owner: Entity>(_ object: Managed<Owner>) {
        let key = Key(type: ObjectIdentifier(Owner.self), id: AnyHashable(object.id))
        entries[key] = Entry(object: object)
        guard entries.count > sweepAt else { return }
        entries = entries.filter { $0.value.object != nil }
        sweepAt = max(64, 2 * entries.count)
    }

    var living: [any LiveObject] { entries.values.compactMap(\.object) }
}
