internal import NacreFormat

/// The entities whose changes after a commit are reported. Compaction may have dropped changes of
/// an entity without history. The store's own entities are never reported.
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
        let newest = head.commit
        func horizon(of entity: EntityNumber) -> CommitNumber {
            settings.horizon(of: entity, newest: newest, purged: purged)
        }
        let schemas = head.catalog.all.map(\.schema)
        let gone = schemas.filter { horizon(of: $0.number) > commit }
        self.horizon = horizon(of: .externalValue)
        isEmpty = commit < self.horizon
        isWhole = gone.allSatisfy(\.isOwn)
        untold = Set((gone + schemas.filter(\.isOwn)).map(\.number))
    }

    /// Returns whether the changes of an entity are told.
    func contains(_ entity: EntityNumber) -> Bool {
        untold.isEmpty || entity == .externalValue || !untold.contains(entity)
    }
}
