internal import NacreEngine
internal import NacreFormat

/// Follows the result of a request: which rows it has, and the object of each. For one consumer.
struct RequestWatch<Owner: Entity> {
    private let query: Query
    private let binding: EntityBinding<Owner>
    private let subscription: CommitSubscription
    private var signals: AsyncStream<Void>.AsyncIterator
    /// Of the last result; nil before the first.
    private var rows: [RowNumber]?
    private var objects: [Owner] = []

    init(
        _ request: FetchRequest<Owner>, _ database: Database, _ registry: EntityRegistry
    ) throws(StoreError) {
        binding = try registry.binding(Owner.self)
        query = try request.query()
        subscription = try CommitSubscription(database, registry)
        signals = subscription.signals.makeAsyncIterator()
    }

    mutating func next(
        isolation actor: isolated (any Actor)?
    ) async throws(StoreError) -> ResultChange<Owner>? {
        while !Task.isCancelled {
            let touched = try takeTouched()
            if rows == nil || touched != nil, let snapshot = subscription.feed.snapshot {
                if let change = try follow(touched ?? [], in: snapshot) { return change }
            }
            if subscription.feed.isEnded { return nil }
            guard await signals.next(isolation: actor) != nil else { return nil }
        }
        return nil
    }

    /// Takes every commit that there is by now.
    /// - Returns: the rows of the entity that they touched; nil if the result is as it was.
    private func takeTouched() throws(StoreError) -> Set<RowNumber>? {
        let entity = binding.definition.schema.number
        var rows: Set<RowNumber> = []
        var isTouched = false
        while let commit = try subscription.feed.next() {
            for change in commit.changes {
                if change.entity == entity {
                    rows.formUnion(change.rows)
                    isTouched = true
                } else if query.reachesOtherObjects {
                    isTouched = true
                }
            }
        }
        return isTouched ? rows : nil
    }

    /// Runs the request again.
    /// - Parameter touched: the rows whose objects are no longer what they were.
    /// - Returns: nil if nothing of the result has changed.
    private mutating func follow(
        _ touched: Set<RowNumber>, in snapshot: NacreEngine.Snapshot
    ) throws(StoreError) -> ResultChange<Owner>? {
        var found: [FoundRecord] = []
        try StoreError.typed {
            try snapshot.forEachRecord(query) { record in
                found.append(record)
                return true
            }
        }
        let new = found.map(\.row)
        let isFirst = rows == nil
        let old = rows ?? []
        let updates = new.indices.filter { touched.contains(new[$0]) }
        guard isFirst || old != new || !updates.isEmpty else { return nil }
        objects = try decode(found, reusing: old, except: touched, in: snapshot)
        rows = new
        let difference = ResultDifference(from: old, to: new)
        let inserted = Set(difference.insertions)
        return ResultChange(
            objects: objects, removals: difference.removals, insertions: difference.insertions,
            moves: difference.moves, updates: updates.filter { !inserted.contains($0) })
    }

    private func decode(
        _ found: [FoundRecord], reusing old: [RowNumber], except touched: Set<RowNumber>,
        in snapshot: NacreEngine.Snapshot
    ) throws(StoreError) -> [Owner] {
        var former: [RowNumber: Int] = [:]
        for (place, row) in old.enumerated() where !touched.contains(row) { former[row] = place }
        var result: [Owner] = []
        result.reserveCapacity(found.count)
        for record in found {
            if let place = former[record.row] {
                result.append(objects[place])
            } else {
                result.append(try binding.decode(record, in: snapshot))
            }
        }
        return result
    }
}
