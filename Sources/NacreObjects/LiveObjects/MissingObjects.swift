internal import Nacre

/// Who has followed a reference to an object that is not there, and is to be told when it comes.
struct MissingObjects {
    /// Where somebody looked from, and how to tell who observes that.
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
    /// Entries whose seekers are gone are removed when there are twice as many as after the last
    /// time.
    private var sweepAt = 64

    mutating func add<Target: Entity>(
        _ type: Target.Type, _ id: Target.ID, _ seeker: Seeker, at place: Place
    ) {
        let identity = Identity(type, id)
        var entry =
            entries[identity]
            ?? Entry(isThere: { (snapshot) throws(StoreError) in try snapshot.has(type, id) })
        // Whoever had that place before is gone.
        entry.seekers[place] = seeker
        entries[identity] = entry
        guard entries.count > sweepAt else { return }
        entries = entries.filter { $0.value.seekers.contains { $0.value.object != nil } }
        sweepAt = max(64, 2 * entries.count)
    }

    /// Those that a snapshot has.
    func found(in snapshot: Snapshot) throws(StoreError) -> [Identity] {
        var found: [Identity] = []
        for (identity, entry) in entries {
            if try entry.isThere(snapshot) { found.append(identity) }
        }
        return found
    }

    /// Forgets an object, which is there now.
    /// - Returns: who has looked for it.
    mutating func take(_ identity: Identity) -> [Seeker] {
        guard !entries.isEmpty, let entry = entries.removeValue(forKey: identity) else { return [] }
        return entry.seekers.values.filter { $0.object != nil }
    }
}

extension [MissingObjects.Seeker] {
    /// Tells them of a change.
    func told(of change: () -> Void) {
        let objects = map(\.object)
        withExtendedLifetime(objects) {
            for seeker in self { seeker.change.willChange() }
            change()
            for seeker in self { seeker.change.didChange() }
        }
    }
}
