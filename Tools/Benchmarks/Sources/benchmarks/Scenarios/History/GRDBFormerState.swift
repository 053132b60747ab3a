import GRDB

struct GRDBFormerState: FormerState {
    let pool: DatabasePool
    let commit: Int
    /// Whether the state is the present one, for which no history is read.
    let isPresent: Bool

    func find(_ ids: [Int64]) throws -> [City] {
        try pool.read { database in
            let former = try database.cachedStatement(sql: HistorySQL.byID)
            let present = try database.cachedStatement(sql: SQL.byID)
            return try ids.compactMap { id in
                if !isPresent {
                    former.setUncheckedArguments([id, commit])
                    let rows = try Row.fetchCursor(former)
                    if let row = try rows.next() {
                        return row[HistorySQL.existedColumn] ? try City(row: row) : nil
                    }
                }
                present.setUncheckedArguments([id])
                return try City.fetchOne(present)
            }
        }
    }

    func cities(population range: Range<Int64>) throws -> [City] {
        try pool.read { database in
            let sql = isPresent ? HistorySQL.byPopulation : HistorySQL.byPopulationThen
            let statement = try database.cachedStatement(sql: sql)
            let bounds: StatementArguments = [range.lowerBound, range.upperBound]
            return try City.fetchAll(
                statement, arguments: isPresent ? bounds : bounds + [commit])
        }
    }
}
