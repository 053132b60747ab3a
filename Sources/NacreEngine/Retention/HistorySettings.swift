package import NacreFormat

/// A named state that is kept however long ago it was.
public struct HistoryMark: Sendable, Hashable {
    /// The name, which no other mark of the store has.
    public let name: String
    /// The number of the commit after which the store was in that state.
    public let commit: UInt64

    package init(name: String, commit: UInt64) {
        self.name = name
        self.commit = commit
    }
}

/// The history that a store is to keep, as stored in entities of its own.
package struct HistorySettings: Sendable {
    /// The policy of entities without one of their own.
    package private(set) var policy = HistoryPolicy.none
    /// The policies of single entities.
    private var policies: [EntityNumber: HistoryPolicy] = [:]
    /// The oldest commits whose states are kept, as stored, by entity number; 0 is the store's.
    private var horizons: [EntityNumber: CommitNumber] = [:]
    /// The commits from which on marks hold for entities with a policy of their own.
    private var starts: [EntityNumber: CommitNumber] = [:]
    /// The marks, oldest first.
    package private(set) var marks: [HistoryMark] = []
    /// The consumers of commits, by name.
    package private(set) var consumers: [StoredConsumer] = []
    /// The entity of the consumers, whose own past is not kept.
    private var consumersEntity: EntityNumber?

    /// The settings of a store that keeps no history.
    package init() {}

    /// Reads the settings of a version, or of a pending change.
    package init(_ source: some RecordSource & DatabaseReader) throws {
        if source.catalog[Format.historyEntity] != nil {
            try source.forEach(in: Format.historyEntity) { object in
                add(object)
                return true
            }
        }
        try readConsumers(source)
        guard source.catalog[Format.marksEntity] != nil else { return }
        try source.forEach(in: Format.marksEntity) { object in
            // The entity may have been made by another program, with any attributes.
            if object.values.count == 2, case .string(let name) = object.values[0],
                case .int(let commit) = object.values[1]
            {
                marks.append(HistoryMark(name: name, commit: UInt64(clamping: commit)))
            }
            return true
        }
        marks.sort { ($0.commit, $0.name) < ($1.commit, $1.name) }
    }

    private mutating func readConsumers(_ source: some RecordSource & DatabaseReader) throws {
        guard let entity = source.catalog[Format.consumersEntity] else { return }
        consumersEntity = entity.schema.number
        try source.forEach(in: Format.consumersEntity) { object in
            if let consumer = StoredConsumer(object) { consumers.append(consumer) }
            return true
        }
        consumers.sort { $0.name < $1.name }
    }

    private mutating func add(_ object: StoredObject) {
        let values = object.values
        guard values.count == 7, case .int(let number) = values[0],
            let entity = UInt16(exactly: number).map({ EntityNumber($0) })
        else { return }
        let policy = HistoryPolicy(stored: values[1...4])
        if entity == .externalValue { self.policy = policy } else { policies[entity] = policy }
        if case .int(let commit) = values[5] {
            horizons[entity] = CommitNumber(UInt64(clamping: commit))
        }
        if case .int(let commit) = values[6] {
            starts[entity] = CommitNumber(UInt64(clamping: commit))
        }
    }

    // MARK: Reading

    /// Whether compaction has to keep any former state.
    package var isKept: Bool {
        policy.isKept || policies.values.contains(where: \.isKept) || !marks.isEmpty
            || consumers.contains(where: \.isKept)
    }

    /// The place of the slowest consumer; nil if there is none. What has died after it is kept.
    private var consumersHorizon: CommitNumber? {
        consumers.lazy.filter(\.isKept).map(\.commit).min()
    }

    /// The policies as they are stored, in the order of their entities. A store that was told to
    /// keep any history has one of its own, which comes first.
    package var stored: [StoredHistoryPolicy] {
        horizons.keys.sorted().map { entity in
            StoredHistoryPolicy(
                entity: entity, policy: policy(of: entity), horizon: horizons[entity] ?? .none,
                since: starts[entity] ?? .none)
        }
    }

    /// Returns the policy that holds for an entity.
    package func policy(of entity: EntityNumber) -> HistoryPolicy { policies[entity] ?? policy }

    /// Whether the store's own horizon counts. If there are only marks, it says up to which commit
    /// the states between them are gone.
    private var hasHorizon: Bool { policy.isKept || !marks.isEmpty }

    /// Returns the oldest commit whose state of an entity is kept, besides marks.
    /// - Parameter newest: The newest commit: that of an entity without history.
    func horizon(of entity: EntityNumber, newest: CommitNumber) -> CommitNumber {
        if entity == .externalValue { return oldestHorizon(newest) }
        if entity == consumersEntity { return newest }
        let isKept = policies[entity].map(\.isKept) ?? hasHorizon
        let own = isKept ? storedHorizon(of: entity) : newest
        return isMarked(entity) ? min(own, consumersHorizon ?? own) : own
    }

    /// Returns the stored horizon of the policy that applies to an entity. Pass entity 0 for the
    /// store's default policy.
    func storedHorizon(of entity: EntityNumber) -> CommitNumber {
        horizons[policies[entity] == nil ? .externalValue : entity] ?? .none
    }

    /// Returns the oldest of the entities' horizons. The external values of all entities are kept
    /// from there on.
    func oldestHorizon(_ newest: CommitNumber) -> CommitNumber {
        let own = kept.map(\.horizon).min() ?? newest
        return min(own, consumersHorizon ?? own)
    }

    /// Returns the newest of the entities' horizons. Records that died after it are kept, whatever
    /// their entity.
    func newestHorizon(_ newest: CommitNumber) -> CommitNumber {
        guard policies.values.allSatisfy(\.isKept) else { return newest }
        let own = hasHorizon ? kept.map(\.horizon).max() ?? newest : newest
        return min(own, consumersHorizon ?? own)
    }

    /// Returns the oldest commit whose state of an entity can be read, besides marks.
    /// - Parameter purged: The commit up to which compaction dropped replaced records while nothing
    ///   was kept.
    func horizon(
        of entity: EntityNumber, newest: CommitNumber, purged: CommitNumber
    ) -> CommitNumber {
        // If no policy keeps anything, the states before the last horizon may be gone. A compaction
        // drops nothing after the place of a consumer, which is part of `purged`.
        let isBound =
            hasHorizon || policies.values.contains(where: \.isKept)
            || isKept && !isMarked(entity)
        if isBound { return max(purged, horizon(of: entity, newest: newest)) }
        let last = horizons.values.max() ?? .none
        return max(purged, min(last, consumersHorizon ?? last))
    }

    /// Returns whether marks and consumers hold for an entity: for all but those whose own policy
    /// is to keep nothing.
    func isMarked(_ entity: EntityNumber) -> Bool {
        entity != consumersEntity && policies[entity]?.isKept ?? true
    }

    /// Returns the commit from which on marks hold for an entity.
    func since(_ entity: EntityNumber) -> CommitNumber {
        policies[entity] == nil ? .none : starts[entity] ?? .none
    }

    /// Returns whether the state of an entity after a commit can be read.
    /// - Parameter purged: As for the horizon.
    func keeps(
        _ entity: EntityNumber, at commit: CommitNumber, newest: CommitNumber, purged: CommitNumber
    ) -> Bool {
        commit >= horizon(of: entity, newest: newest, purged: purged)
            || isMarked(entity) && commit >= since(entity)
                && marks.contains { $0.commit == commit.rawValue }
    }

    /// The commits whose states are kept although former ones are not.
    var moments: Set<CommitNumber> {
        Set(marks.map { CommitNumber($0.commit) })
            .union(kept.map(\.horizon)).union(consumers.filter(\.isKept).map(\.commit))
    }

    /// A policy, and the oldest commit that it keeps.
    struct Kept {
        /// The entity; 0 for all without a policy of their own.
        let entity: EntityNumber
        let policy: HistoryPolicy
        let horizon: CommitNumber
    }

    /// The policies that keep anything.
    var kept: [Kept] {
        var kept = policies.filter(\.value.isKept).map { entity, policy in
            Kept(entity: entity, policy: policy, horizon: horizons[entity] ?? .none)
        }
        if hasHorizon {
            let own = horizons[.externalValue] ?? .none
            kept.append(Kept(entity: .externalValue, policy: policy, horizon: own))
        }
        return kept
    }
}
