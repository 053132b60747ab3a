internal import Nacre

/// The live objects with references to missing objects, to be notified when these appear.
struct MissingObjects {
    /// A live object with such a reference, and the notifications of its observers.
    struct Seeker {
        weak var object: (any LiveObject)?
        let change: PropertyChange
    }

    /// A property of a live object.
    struct Place: Hashable {
        let object: ObjectIdentifier
        let member: AnyKeyPath
    }

    private struct Entry {
        let isThere: (Snapshot) throws(StoreError) -> Bool
        var seekers: [Place: Seeker] = [:]
    }

    private var entries: [Identity: Entry] = [:]
    /// The number of entries above which those without living seekers are removed: twice the number
    /// that the last removal left.
    private var sweepAt = 64

    mutating func add<Target: Entity>(
        _ type: Target.Type, _ id: Target.ID, _ seeker: Seeker, at place: Place
    ) {
        let identity = Identity(type, id)
        var entry =
            entries[identity]
            ?? Entry(isThere: { (snapshot) throws(StoreError) in try snapshot.has(type, id) })
        // A place belongs to one object: if a former seeker was another object, that one is gone.
        entry.seekers[place] = seeker
        entries[identity] = entry
        guard entries.count > sweepAt else { return }
        entries = entries.filter { $0.value.seekers.contains { $0.value.object != nil } }
        sweepAt = max(64, 2 * entries.count)
    }

    /// Returns the missing objects that a snapshot has.
    func found(in snapshot: Snapshot) throws(StoreError) -> [Identity] {
        var found: [Identity] = []
        for (identity, entry) in entries {
            if try entry.isThere(snapshot) { found.append(identity) }
        }
        return found
    }

    /// Removes an object that is no longer missing.
    /// - Returns: The seekers of the object.
    mutating func take(_ identity: Identity) -> [Seeker] {
        guard !entries.isEmpty, let entry = entries.removeValue(forKey: identity) else { return [] }
        return entry.seekers.values.filter { $0.object != nil }
    }
}

extension [MissingObjects.Seeker] {
    /// Makes a change, and notifies the seekers before and after it.
    func told(of change: () -> Void) {
        let objects = map(\.object)
        withExtendedLifetime(objects) {
            for seeker in self { seeker.change.willChange() }
            change()
            for seeker in self { seeker.change.didChange() }
        }
    }
}
