internal import NacreEngine
internal import NacreFormat

/// Follows the result of a request for one consumer: the rows of the result and their objects.
struct RequestWatch<Owner: Entity> {
    private var query: FollowedQuery
    private let binding: EntityBinding<Owner>
    private let subscription: WatchSubscription
    private var signals: AsyncStream<Void>.AsyncIterator
    /// The rows of the last result; nil before the first.
    private var rows: [RowNumber]?
    private var objects: [Owner] = []
    private let registry: EntityRegistry
    /// Whether the last attempt has failed. The touched rows that it took are lost, so the next
    /// attempt reads all objects again, and all count as changed.
    private var isBehind = false
    /// The objects that each object of the last result holds by value, by its row.
    private var held: [RowNumber: Set<HeldRow>] = [:]

    init(
        _ request: FetchRequest<Owner>, _ database: Database, _ registry: EntityRegistry
    ) throws(StoreError) {
        self.registry = registry
        binding = try registry.binding(Owner.self)
        let asked = try request.query(in: registry)
        query = FollowedQuery(asked)
        subscription = try WatchSubscription(
            database, Interest(objectsOf: asked, holdsObjects: binding.model.holdsObjects))
        signals = subscription.signals.makeAsyncIterator()
    }

    /// Returns the current result. To be called before ``next(isolation:)``.
    mutating func first() throws(StoreError) -> ResultChange<Owner>? {
        try subscription.take().snapshot.flatMap { snapshot throws(StoreError) in
            try follow(nil, in: snapshot)
        }
    }

    mutating func next(
        isolation actor: isolated (any Actor)?
    ) async throws(StoreError) -> ResultChange<Owner>? {
        while !Task.isCancelled {
            let news = try subscription.take()
            if rows == nil || news.touched != nil, let snapshot = news.snapshot {
                let change: ResultChange<Owner>?
                do throws(StoreError) {
                    change = try follow(news.touched, in: snapshot)
                } catch {
                    isBehind = true
                    throw error
                }
                isBehind = false
                if let change { return change }
            }
            if news.isEnded { return nil }
            guard await signals.next(isolation: actor) != nil else { return nil }
        }
        return nil
    }

    /// Brings the result up to date.
    /// - Returns: The change of the result; nil if nothing in it has changed.
    private mutating func follow(
        _ news: TouchedRows?, in snapshot: DatabaseSnapshot
    ) throws(StoreError) -> ResultChange<Owner>? {
        var touched = news?.rows(of: binding.definition.schema.number) ?? []
        let answer = try answer(touched, after: isBehind ? nil : rows, in: snapshot)
        let new = answer.rows
        if binding.model.holdsObjects {
            let held = news?.held ?? []
            touched.formUnion(try holders(of: held, among: answer.records, in: snapshot))
        }
        if isBehind { touched = Set(new) }
        let isFirst = rows == nil
        let old = rows ?? []
        let updates = new.indices.filter { touched.contains(new[$0]) }
        guard isFirst || old != new || !updates.isEmpty else { return nil }
        let former = objects
        objects = try decode(answer, reusing: old, except: touched, in: snapshot)
        rows = new
        let places = formerPlaces(of: new, in: old, former, touched)
        let difference = ResultDifference(from: Array(old.indices), to: places)
        let inserted = Set(difference.insertions)
        return ResultChange(
            objects: objects, removals: difference.removals, insertions: difference.insertions,
            moves: difference.moves, updates: updates.filter { !inserted.contains($0) })
    }

    /// Returns the place of each object of the result in the former result. An object that was not
    /// in the former result gets a number of its own, past the end of the former result.
    ///
    /// A row identifies an object only if no commit has touched the row: several commits may have
    /// deleted an object and inserted another one in its row, or the same one in another row.
    private func formerPlaces(
        of new: [RowNumber], in old: [RowNumber], _ former: [Owner], _ touched: Set<RowNumber>
    ) -> [Int] {
        var byRow: [RowNumber: Int] = [:]
        var byID: [Owner.ID: Int] = [:]
        for (place, row) in old.enumerated() {
            if isBehind || touched.contains(row) {
                byID[former[place].id] = place
            } else {
                byRow[row] = place
            }
        }
        return new.enumerated().map { place, row in
            byRow[row] ?? byID[objects[place].id] ?? old.count + place
        }
    }

    /// - Parameter former: The rows of the last result, if the rows touched since are known.
    private mutating func answer(
        _ touched: Set<RowNumber>, after former: [RowNumber]?, in snapshot: DatabaseSnapshot
    ) throws(StoreError) -> FollowedQuery.Answer {
        // Held objects may have changed although the object that holds them was not touched, so
        // all objects are read.
        let former = binding.model.holdsObjects ? nil : former
        do {
            return try query.answer(snapshot, after: former, touched: touched)
        } catch {
            throw StoreError.wrapping(error)
        }
    }

    /// Returns the rows of the objects that hold, or held, an object that commits have touched.
    /// Only for objects that hold others.
    /// - Parameter found: All records of the result.
    private mutating func holders(
        of touched: Set<HeldRow>, among found: [FoundRecord?], in snapshot: DatabaseSnapshot
    ) throws(StoreError) -> Set<RowNumber> {
        var holders: Set<RowNumber> = []
        var now: [RowNumber: Set<HeldRow>] = [:]
        for case let record? in found {
            let graph = try HeldGraph(from: record, of: binding.reader, in: snapshot, registry)
            let rows = graph.rows
            let former = held[record.row] ?? []
            if !touched.isDisjoint(with: rows) || !touched.isDisjoint(with: former) {
                holders.insert(record.row)
            }
            now[record.row] = rows
        }
        held = now
        return holders
    }

    private func decode(
        _ answer: FollowedQuery.Answer, reusing old: [RowNumber], except touched: Set<RowNumber>,
        in snapshot: DatabaseSnapshot
    ) throws(StoreError) -> [Owner] {
        var former: [RowNumber: Int] = [:]
        for (place, row) in old.enumerated() where !touched.contains(row) { former[row] = place }
        var result: [Owner] = []
        result.reserveCapacity(answer.rows.count)
        for (row, record) in zip(answer.rows, answer.records) {
            if let place = former[row] {
                result.append(objects[place])
            } else if let record {
                result.append(try binding.decode(record, in: snapshot))
            }
        }
        return result
    }
}
