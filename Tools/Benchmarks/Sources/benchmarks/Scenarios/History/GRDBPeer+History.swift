import GRDB

extension GRDBPeer: HistoryPeer {
    func keepHistory() throws { try pool.write { try $0.execute(sql: HistorySQL.schema) } }

    func growKept(ids: [Int64], inCommitsOf size: Int) throws {
        for batch in ids.batches(of: size) {
            try pool.write { database in
                try database.cachedStatement(sql: HistorySQL.begin).execute()
                let statement = try database.cachedStatement(sql: SQL.grow)
                for id in batch {
                    statement.setUncheckedArguments([id])
                    try statement.execute()
                }
            }
        }
    }

    func newestCommit() throws -> Int { try pool.read { try Self.newestCommit($0) } }

    private static func newestCommit(_ database: Database) throws -> Int {
        try Int.fetchOne(database.cachedStatement(sql: HistorySQL.newest)) ?? 0
    }

    func state(after commit: Int) throws -> any FormerState {
        GRDBFormerState(pool: pool, commit: commit, isPresent: try commit == newestCommit())
    }

    func revisions(of id: Int64) throws -> [CityRevision] {
        try pool.read { database in
            var revisions: [CityRevision] = []
            let newest = try Self.newestCommit(database)
            var city = try City.fetchOne(
                database.cachedStatement(sql: SQL.byID), arguments: [id])
            let rows = try Row.fetchCursor(
                database.cachedStatement(sql: HistorySQL.revisions), arguments: [id])
            while let row = try rows.next() {
                let number: Int = row[HistorySQL.numberColumn]
                revisions.append(CityRevision(age: newest - number, city: city))
                city = row[HistorySQL.existedColumn] ? try City(row: row) : nil
            }
            if let city { revisions.append(CityRevision(age: nil, city: city)) }
            return revisions
        }
    }

    func compact() throws {
        try pool.writeWithoutTransaction { database in
            try database.execute(sql: HistorySQL.compaction)
            _ = try database.checkpoint(.truncate)
        }
    }
}
