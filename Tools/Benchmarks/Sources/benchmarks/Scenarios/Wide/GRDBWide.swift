import GRDB

struct GRDBWide: WideStore {
    let rows: GRDBRows

    func two() throws -> [WidePair] {
        try rows.pool.read { database in
            try GRDBRows.rows(database, WidePair.sql) { WidePair(number: $0[0], text: $0[1]) }
        }
    }

    func numbers() throws -> [WideNumbers] {
        try rows.pool.read { database in
            try GRDBRows.rows(database, WideNumbers.sql) {
                WideNumbers(number: $0[0], fraction: $0[1])
            }
        }
    }

    func all() throws -> [Wide] { try rows.fetchAll(Wide.self) }

    func sum() throws -> Int {
        try rows.pool.read {
            try Int.fetchOne($0.cachedStatement(sql: WidePair.sumSQL)) ?? 0
        }
    }
}
