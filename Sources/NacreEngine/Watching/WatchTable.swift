internal import NacreFormat

/// The watchers of a store, each in a slot. A commit finds those that it can affect by its changed
/// objects, not by looking at each watcher.
///
/// Invariants:
/// 1. Each watcher is in exactly the place that its bound interest names.
/// 2. Interests are bound to the schemas of `catalog`.
struct WatchTable: Sendable {
    /// A signal that a watcher has something to take.
    typealias Signal = @Sendable () -> Void

    private struct Entry {
        let interest: Interest
        let signal: Signal
        /// The holds of the history, if the watcher reads the commits that touch it one by one.
        let holds: HistoryHolds?
        var bound: BoundInterest
        /// The news that the watcher has not taken yet.
        var news: News?
    }

    /// The effect of commits on the result of one watcher.
    struct News {
        var touched: TouchedRows
        /// Keeps the commits in the log.
        let hold: HistoryHold?
    }

    private var entries: [Entry?] = []
    private var free: [Int] = []
    private var byEntity: [EntityNumber: EntityWatches] = [:]
    private var ofEverything: Set<Int> = []
    private var catalog: Catalog
    private let idKey: IDKey

    init(_ catalog: Catalog, _ idKey: IDKey) {
        self.catalog = catalog
        self.idKey = idKey
    }

    var isEmpty: Bool { free.count == entries.count }
    var signals: [Signal] { entries.compactMap { $0?.signal } }

    /// Adds a watcher and returns its slot.
    mutating func add(
        _ interest: Interest, _ holds: HistoryHolds?, _ signal: @escaping Signal
    ) -> Int {
        let bound = BoundInterest(interest, in: catalog, idKey)
        let entry = Entry(interest: interest, signal: signal, holds: holds, bound: bound)
        let slot = free.popLast() ?? entries.count
        if slot == entries.count { entries.append(entry) } else { entries[slot] = entry }
        insert(slot, bound)
        return slot
    }

    mutating func remove(_ slot: Int) {
        guard let bound = entries[slot]?.bound else { return }
        erase(slot, bound)
        entries[slot] = nil
        free.append(slot)
    }

    /// Returns the news of a watcher since the last call.
    mutating func take(_ slot: Int) -> News? {
        let news = entries[slot]?.news
        if news != nil { entries[slot]?.news = nil }
        return news
    }

    private mutating func insert(_ slot: Int, _ bound: BoundInterest) {
        if case .everything = bound.place {
            ofEverything.insert(slot)
        } else {
            byEntity[bound.entity, default: EntityWatches()].insert(slot, bound)
        }
    }

    private mutating func erase(_ slot: Int, _ bound: BoundInterest) {
        if case .everything = bound.place {
            ofEverything.remove(slot)
        } else {
            byEntity[bound.entity]?.remove(slot, bound)
            if byEntity[bound.entity]?.isEmpty == true { byEntity[bound.entity] = nil }
        }
    }

    // MARK: Commits

    /// Notes a commit for the watchers that it can affect.
    /// - Parameter base: A state before the commit, and not before any watcher's last news.
    /// - Returns: The signals of the watchers that had nothing to take before.
    mutating func note(_ commit: LoggedCommit, after base: DatabaseSnapshot) -> [Signal] {
        var touched = rebind(to: commit.after.catalog)
        touched.formUnion(search(commit))
        if touched.isEmpty { return [] }
        let batch = (commit.changes + commit.moves).flatMap { change in
            change.rows.map { RowKey(change.entity, $0) }
        }
        var signals: [Signal] = []
        for slot in touched {
            guard let entry = entries[slot] else { continue }
            if entry.news == nil {
                signals.append(entry.signal)
                entries[slot]?.news = News(
                    touched: TouchedRows(since: base),
                    hold: entry.holds.map { HistoryHold(after: base.commit, in: $0) })
            }
            entries[slot]?.news?.touched.append(batch)
        }
        return signals
    }

    /// Returns the slots of the watchers that the commit's changes can affect.
    private func search(_ commit: LoggedCommit) -> Set<Int> {
        var searches: [EntityNumber: EntityWatches.Search] = [:]
        let changes = [commit.changes, commit.moves].joined()
        for change in changes {
            guard let watches = byEntity[change.entity],
                let schema = catalog[change.entity]?.schema
            else { continue }
            var search = searches[change.entity] ?? EntityWatches.Search(watches)
            searches[change.entity] = nil
            do {
                var object = try ChangedObject(change, in: commit, schema)
                try search.add(&object) { entries[$0]?.bound.ordinals }
            } catch {
                search.addAll()
            }
            searches[change.entity] = search
        }
        let found = changes.isEmpty ? [] : ofEverything
        return searches.values.reduce(into: found) { $0.formUnion($1.found) }
    }

    /// Binds the interests again if the schemas have changed.
    /// - Returns: The slots of the watchers of entities with another definition.
    private mutating func rebind(to catalog: Catalog) -> Set<Int> {
        if catalog === self.catalog { return [] }
        let former = self.catalog
        self.catalog = catalog
        var changed = ofEverything
        for (slot, entry) in entries.enumerated() {
            guard let entry else { continue }
            let name = entry.interest.entity
            guard former[name] !== catalog[name] else { continue }
            erase(slot, entry.bound)
            let bound = BoundInterest(entry.interest, in: catalog, idKey)
            entries[slot]?.bound = bound
            insert(slot, bound)
            changed.insert(slot)
        }
        return changed
    }
}
