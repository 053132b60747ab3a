internal import NacreFormat

/// The store's own objects as a fork has them: those of the present state, as far as they are about
/// the commits that the fork has. Consumers of commits are dropped, because they read those of the
/// store.
struct ForkedSettings {
    private var policies: [StoredHistoryPolicy] = []
    private let marks: [HistoryMark]
    private let consumers: [(name: String, commit: CommitNumber, digest: CommitDigest)]
    /// The commits that took back others, if the fork lacks the notes about them.
    private let undone: [UndoneCommit]

    /// - Parameters:
    ///   - head: The newest state of the store.
    ///   - commit: The newest commit of the fork, with its digest.
    ///   - kept: The entities whose objects at the commit the fork has.
    init(
        _ head: DatabaseSnapshot, at commit: CommitNumber, _ digest: CommitDigest,
        kept: Set<EntityNumber>
    ) throws {
        let settings = try HistorySettings(head)
        // The commit of these settings.
        let next = commit.next ?? commit
        let numbers = Set(settings.stored.map(\.entity))
        let others = head.catalog.all.map(\.schema.number).filter { !numbers.contains($0) }
        for policy in settings.stored {
            let isKept =
                policy.entity == .externalValue
                ? others.contains(where: kept.contains) : kept.contains(policy.entity)
            // Between marks and the old horizon, states are gone.
            policies.append(
                StoredHistoryPolicy(
                    entity: policy.entity, policy: policy.policy,
                    horizon: min(policy.horizon, isKept ? commit : next),
                    since: min(policy.since, next)))
        }
        marks = settings.marks.filter { $0.commit <= commit.rawValue }
        consumers = settings.consumers.map { consumer in
            consumer.commit < commit
                ? (consumer.name, consumer.commit, consumer.digest)
                : (consumer.name, commit, digest)
        }
        let number = head.catalog[Format.undoneEntity]?.schema.number
        let isKnown = number.map { kept.contains($0) } ?? true
        undone = isKnown ? [] : try UndoStack(head).all.filter { $0.commit <= commit }
    }

    /// Writes what differs in the newest state of the fork.
    func apply(to changes: Changes) throws {
        let present = try HistorySettings(changes)
        for policy in policies where !present.stored.contains(policy) { try changes.save(policy) }
        for mark in present.marks where !marks.contains(mark) { try changes.removeMark(mark.name) }
        try changes.restoreHistory([], marks: marks.filter { !present.marks.contains($0) })
        let names = Set(consumers.map(\.name))
        for consumer in present.consumers where !names.contains(consumer.name) {
            try changes.removeConsumer(consumer.name)
        }
        for consumer in consumers {
            try changes.setConsumer(
                consumer.name, at: consumer.commit, consumer.digest, limit: .none)
        }
        try changes.restoreUndone(undone)
    }
}
