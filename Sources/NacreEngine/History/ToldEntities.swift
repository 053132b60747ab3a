internal import NacreFormat

/// The entities whose changes after a commit are told. Of an entity without history, compaction may
/// have dropped any of them. Those of the store itself concern nobody.
struct ToldEntities {
    /// The numbers of the others.
    private let untold: Set<EntityNumber>
    /// Whether compacted segments hold the commits after it.
    let isKept: Bool
    /// Whether no entity is told.
    let isEmpty: Bool
    /// Whether all are told, but the store's own.
    let isWhole: Bool
    /// The oldest commit after which any entity is told.
    let horizon: CommitNumber

    /// Makes the entities of commits that no compaction has copied: all but the store's own.
    init(of head: DatabaseSnapshot) {
        untold = Set(head.catalog.all.map(\.schema).filter(\.isOwn).map(\.number))
        isKept = false
        (isEmpty, isWhole) = (false, true)
        horizon = .none
    }

    /// - Parameters:
    ///   - head: The newest state.
    ///   - purged: The commit up to which compaction dropped replaced records while nothing was
    ///     kept.
    init(
        after commit: CommitNumber, in head: DatabaseSnapshot, purged: CommitNumber
    ) throws(StoreError) {
        let settings: HistorySettings
        do { settings = try HistorySettings(head) } catch {
            throw error as? StoreError ?? StoreError(.corrupt, "\(error)")
        }
        isKept = settings.isKept
        let own = head.catalog.all.map(\.schema).filter(\.isOwn).map(\.number)
        guard isKept else {
            untold = Set(own)
            horizon = max(purged, settings.lastHorizon)
            isEmpty = commit < horizon
            isWhole = !isEmpty
            return
        }
        let all = head.catalog.all.map(\.schema.number)
        let newest = head.commit
        let gone = all.filter { max(purged, settings.horizon(of: $0, newest: newest)) > commit }
        isEmpty = gone.count == all.count
        isWhole = Set(gone).subtracting(own).isEmpty
        untold = Set(gone + own)
        horizon = max(purged, settings.oldestHorizon(newest))
    }

    /// Returns whether the changes of an entity are told.
    func contains(_ entity: EntityNumber) -> Bool {
        untold.isEmpty || entity == .externalValue || !untold.contains(entity)
    }
}
