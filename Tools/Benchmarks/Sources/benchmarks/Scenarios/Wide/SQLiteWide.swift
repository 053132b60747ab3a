struct SQLiteWide: WideStore {
    let rows: SQLiteRows

    func two() throws -> [WidePair] {
        try rows.rows(WidePair.sql) {
            WidePair(number: $0.integer(0), text: $0.text(1 as Int))
        }
    }

    func numbers() throws -> [WideNumbers] {
        try rows.rows(WideNumbers.sql) {
            WideNumbers(number: $0.integer(0), fraction: $0.double(1 as Int))
        }
    }

    func all() throws -> [Wide] { try rows.fetchAll(Wide.self) }

    func sum() throws -> Int { try rows.rows(WidePair.sumSQL) { $0.integer(0) }.first ?? 0 }
}
