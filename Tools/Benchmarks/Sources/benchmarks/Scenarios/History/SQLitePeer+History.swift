extension SQLitePeer: HistoryPeer {
    func keepHistory() throws { try connection.execute(HistorySQL.schema) }

    func growKept(ids: [Int64], inCommitsOf size: Int) throws {
        let begin = try connection.statement(HistorySQL.begin)
        let grow = try connection.statement(SQL.grow)
        for batch in ids.batches(of: size) {
            try connection.transaction {
                try begin.run()
                for id in batch {
                    grow.bind(id, at: 1)
                    try grow.run()
                }
            }
        }
    }

    func newestCommit() throws -> Int {
        let statement = try connection.statement(HistorySQL.newest)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    func state(after commit: Int) throws -> any FormerState {
        SQLiteFormerState(
            connection: connection, commit: commit, isPresent: try commit == newestCommit())
    }

    func revisions(of id: Int64) throws -> [CityRevision] {
        var revisions: [CityRevision] = []
        let statement = try connection.statement(HistorySQL.revisions)
        try connection.transaction {
            let newest = try newestCommit()
            var city = try connection.statement(SQL.byID).city(id)
            statement.bind(id, at: 1)
            defer { statement.reset() }
            while try statement.step() {
                let number = statement.integer(HistorySQL.numberColumn)
                revisions.append(CityRevision(age: newest - number, city: city))
                city = try statement.formerCity()
            }
            if let city { revisions.append(CityRevision(age: nil, city: city)) }
        }
        return revisions
    }

    func compact() throws {
        try connection.execute(HistorySQL.compaction)
        try connection.execute(HistorySQL.checkpoint)
    }
}

extension SQLiteStatement {
    /// Returns the city in a row of the history; nil if there was none.
    func formerCity() throws -> City? {
        integer(HistorySQL.existedColumn) == 0 ? nil : try city()
    }
}
