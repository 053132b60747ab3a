import Nacre

struct NacreReadings<Owner: Reading>: ReadingStore {
    let store: Store

    init(in directory: String) throws {
        store = try Store(at: directory + "/readings.nacre", Owner.self)
    }

    /// Writes each part with the type of its time, as programs did that were replaced since.
    static func create(in directory: String, _ history: ReadingHistory) throws {
        func write<Version: Reading>(_ type: Version.Type, _ ids: Range<Int>) throws {
            let store = try NacreReadings<Version>(in: directory).store
            try store.performChanges { try $0.insert(contentsOf: Version.samples(ids)) }
            try store.close()
        }
        try history.forEach { try write($0, $1) }
        // The first opening with a newer type changes the schema, which no row measures.
        try Self(in: directory).store.close()
    }

    func fetchAll() throws -> any Answer { try store.fetch(Owner.all) }

    func find(_ ids: [Int]) throws -> any Answer {
        let snapshot = try store.snapshot()
        return try ids.compactMap { try snapshot.find(Owner.self, $0) }
    }
}
