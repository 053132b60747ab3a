internal import NacreEngine
internal import NacreExchangeCore
internal import NacreFormat

/// Measures this machine's speed with one entity of a store. It changes nothing in the store.
struct StoreBenchmark {
    private let path: String
    private let snapshot: DatabaseSnapshot
    private let definition: EntityDefinition
    private let stopwatch: Stopwatch
    /// The ids of objects from all parts of the entity, in random order.
    private let ids: [Value]
    private let count: Int
    private var rows: [BenchRow] = []

    private static let sampleSize = 10_000
    private static let pageSize = 100

    /// - Parameter entity: The entity's name, or nil for the entity with the most objects.
    init(_ path: String, entity: String?, _ stopwatch: Stopwatch) throws {
        self.path = path
        self.stopwatch = stopwatch
        snapshot = try StoreAccess.read(path).snapshot()
        let name = try entity ?? Self.largestEntity(of: snapshot)
        definition = try snapshot.definition(name)
        count = try snapshot.count(name)
        guard count > 0 else {
            throw CommandFailure(
                .usage, "'\(name)' has no objects to measure with. Name another with --entity.")
        }
        ids = try Self.sample(of: definition, count, in: snapshot)
    }

    /// - Parameters:
    ///   - isWriting: Whether commits are measured, too.
    ///   - progress: Receives the number of finished rows and the total.
    mutating func run(
        writing isWriting: Bool, progress: (_ done: Int, _ total: Int) -> Void
    ) throws -> [BenchRow] {
        let name = definition.schema.name
        let orders = definition.indexes.filter(\.isInOrderOfObjects).map { $0.attributes[0].name }
        let total = 3 + 2 * orders.count + (isWriting ? 2 : 0)
        func report() { progress(rows.count, total) }
        report()
        try add("open the store, find one \(name) by id") { [path, ids] in
            let snapshot = try StoreAccess.read(path).snapshot()
            _ = try snapshot.find(ids[0], in: name)
        }
        report()
        try addFinding()
        report()
        let all = ByteCount.grouped(count)
        try add("read all \(all), per object", operations: count) { [snapshot] in
            try snapshot.forEach(in: name) { _ in true }
        }
        for order in orders {
            report()
            try addRange(order)
        }
        report()
        if isWriting { try addCommits() }
        return rows
    }

    private mutating func add(
        _ name: String, operations: Int = 1, _ body: () throws -> Void
    ) throws {
        rows.append(BenchRow(name, try stopwatch.duration(body), operations: operations))
    }

    // MARK: Choice of entity and objects

    private static func largestEntity(of snapshot: DatabaseSnapshot) throws -> String {
        let names = snapshot.catalog.all.map(\.schema.name)
        let counts = try names.map { try snapshot.count($0) }
        guard let largest = zip(names, counts).max(by: { $0.1 < $1.1 }) else {
            throw CommandFailure(.usage, "The store has no entities to measure with.")
        }
        return largest.0
    }

    /// Returns the ids of objects that are evenly spread over the entity, in random order.
    private static func sample(
        of definition: EntityDefinition, _ count: Int, in snapshot: DatabaseSnapshot
    ) throws -> [Value] {
        let step = max(1, count / sampleSize)
        var ids: [Value] = []
        var seen = 0
        try snapshot.forEachRecord(Query(entity: definition.schema.name)) { found in
            if seen.isMultiple(of: step) { ids.append(try snapshot.id(of: found)) }
            seen += 1
            return true
        }
        return ids.shuffled()
    }

    // MARK: Reads

    private mutating func addFinding() throws {
        let name = definition.schema.name
        var next = 0
        try add("find by id") { [snapshot, ids] in
            guard try snapshot.find(ids[next], in: name) != nil else {
                throw CommandFailure(.internalError, "An object of the snapshot is gone.")
            }
            next = (next + 1) % ids.count
        }
    }

    /// Adds a scan that starts in the middle of an index.
    private mutating func addRange(_ attribute: String) throws {
        let name = definition.schema.name
        let middle = try snapshot.percentile(0.5, of: attribute, in: name)
        guard !middle.isNull else { return }
        let query = Query(
            entity: name, filter: .comparison(attribute, .greaterOrEqual, middle),
            sorts: [SortTerm(attribute)])
        try add("count from the middle of '\(attribute)' up") { [snapshot] in
            _ = try snapshot.count(query)
        }
        var page = query
        page.limit = Self.pageSize
        try add("fetch a page of \(Self.pageSize) from there, by '\(attribute)'") { [snapshot] in
            _ = try snapshot.fetch(page)
        }
    }

    // MARK: Commits

    /// Adds the commits. A change without effect makes no commit, so each object is saved in two
    /// forms in turn. An object that has only its id and unique values is left out.
    private mutating func addCommits() throws {
        var forms: [[StoredObject]] = [[], []]
        for id in ids.prefix(1000) {
            guard let object = try snapshot.find(id, in: definition.schema.name),
                let variant = object.variant(definition)
            else { continue }
            forms[0].append(object)
            forms[1].append(variant)
        }
        let count = forms[0].count
        guard count > 0 else { return }
        let scratch = try ScratchStore(beside: path, definition.schema)
        defer { scratch.remove() }
        var (next, form) = (0, 0)
        try add("commit one object, durably") {
            try scratch.save([forms[form][next]])
            next += 1
            if next == count { (next, form) = (0, 1 - form) }
        }
        let many = ByteCount.grouped(count)
        try add("save \(many) in one commit, per object", operations: count) {
            form = 1 - form
            try scratch.save(forms[form])
        }
    }
}

extension IndexDefinition {
    /// Whether the index answers ranges, and pages in its order.
    fileprivate var isInOrderOfObjects: Bool { !isUnique && !isOfElements }
}
