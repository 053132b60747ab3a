import CLMDB

/// LMDB, with a database for the records and one for each index.
struct LMDBPeer: KeyValuePeer {
    static let name = PeerName.lmdb
    private let environment: LMDBEnvironment<LMDBDatabases>

    init(at directory: String, isDurable: Bool) throws {
        environment = try LMDBEnvironment(at: directory, isDurable: isDurable) {
            try LMDBDatabases($0)
        }
    }

    func close() throws { try environment.close() }

    func read<Result>(_ body: (LMDBCities) throws -> Result) throws -> Result {
        try environment.read {
            try body(LMDBCities(transaction: $0, databases: environment.databases))
        }
    }

    func write<Result>(_ body: (LMDBCities) throws -> Result) throws -> Result {
        try environment.write {
            try body(LMDBCities(transaction: $0, databases: environment.databases))
        }
    }

    func find(_ id: Int64) throws -> City? { try read { try $0.find(id) } }
}
