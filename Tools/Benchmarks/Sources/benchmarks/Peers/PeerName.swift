import ArgumentParser

/// The compared engines. To add one, add a case here, a type in a folder beside this file, and a
/// line in ``measure(_:_:)``.
enum PeerName: String, CaseIterable, Codable, ExpressibleByArgument {
    case nacre, grdb, sqlite, lmdb, leveldb, rocksdb

    /// The name in the table.
    var title: String {
        switch self {
        case .nacre: "Nacre"
        case .grdb: "GRDB 7"
        case .sqlite: "SQLite C"
        case .lmdb: "LMDB"
        case .leveldb: "LevelDB"
        case .rocksdb: "RocksDB"
        }
    }

    /// Measures with the peer's type. The compiler sees the concrete type: no call within a loop
    /// goes through a witness table.
    func measure(_ workload: some Workload, _ settings: Settings) throws -> Measurement {
        switch self {
        case .nacre: try workload.measure(NacrePeer.self, settings)
        case .grdb: try workload.measure(GRDBPeer.self, settings)
        case .sqlite: try workload.measure(SQLitePeer.self, settings)
        case .lmdb: try workload.measure(LMDBPeer.self, settings)
        case .leveldb: try workload.measure(MergeTreePeer<LevelDB>.self, settings)
        case .rocksdb: try workload.measure(MergeTreePeer<RocksDB>.self, settings)
        }
    }
}
