import CLMDB
import Foundation

/// An environment of LMDB with databases of records by id, and of ids by a number.
struct LMDBRows {
    typealias Databases = [String: LMDBDatabase]

    let environment: LMDBEnvironment<Databases>

    /// Opens the environment, relaxed, or makes it.
    /// - Parameters:
    ///   - records: The names of the databases of records.
    ///   - indexes: The names of the databases in which a number has several ids.
    init(in directory: String, records: [String], indexes: [String] = []) throws {
        environment = try LMDBEnvironment(at: directory, isDurable: false) { transaction in
            var databases: Databases = [:]
            for name in records {
                databases[name] = try transaction.database(name, UInt32(MDB_INTEGERKEY))
            }
            let several = UInt32(MDB_DUPSORT | MDB_DUPFIXED | MDB_INTEGERDUP)
            for name in indexes {
                databases[name] = try transaction.database(
                    name, several | UInt32(MDB_INTEGERKEY))
            }
            return databases
        }
    }

    func close() throws { try environment.close() }

    /// Returns a database that was named when the environment was opened.
    func database(_ name: String) throws -> LMDBDatabase {
        guard let database = environment.databases[name] else {
            throw RunFailure(what: "LMDB has no database \(name).")
        }
        return database
    }

    /// Inserts in one transaction. Ids ascend.
    func insert<Owner: RowCoded>(_ objects: some Sequence<Owner>) throws {
        let database = try database(Owner.table)
        try environment.write { transaction in
            for object in objects {
                try transaction.put(
                    RecordWriter.record(of: object), for: Int64(object.id), in: database)
            }
        }
    }

    func fetchAll<Owner: RowCoded>(_ type: Owner.Type) throws -> [Owner] {
        let database = try database(Owner.table)
        return try environment.read { transaction in
            var objects: [Owner] = []
            try transaction.forEach(in: database) { _, record in objects.append(Owner(record)) }
            return objects
        }
    }

    /// Returns the objects with some ids, each looked up by itself, in one transaction.
    func find<Owner: RowCoded>(_ ids: [Int], _ type: Owner.Type) throws -> [Owner] {
        let database = try database(Owner.table)
        return try environment.read { transaction in
            try ids.compactMap { id in
                try transaction.withValue(of: Int64(id), in: database) { Owner($0) }
            }
        }
    }
}
