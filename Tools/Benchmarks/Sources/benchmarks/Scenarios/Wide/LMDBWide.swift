struct LMDBWide: WideStore {
    let rows: LMDBRows

    init(in directory: String) throws {
        rows = try LMDBRows(in: directory, records: [Wide.table])
    }

    func two() throws -> [WidePair] {
        var pairs: [WidePair] = []
        try forEach { record in
            pairs.append(
                WidePair(
                    number: record.integer(WidePair.numberColumn),
                    text: record.text(WidePair.textColumn)))
        }
        return pairs
    }

    func numbers() throws -> [WideNumbers] {
        var numbers: [WideNumbers] = []
        try forEach { record in
            numbers.append(
                WideNumbers(
                    number: record.integer(WideNumbers.numberColumn),
                    fraction: record.double(WideNumbers.fractionColumn)))
        }
        return numbers
    }

    func all() throws -> [Wide] { try rows.fetchAll(Wide.self) }

    func sum() throws -> Int {
        var sum = 0
        try forEach { sum += $0.integer(WidePair.sumColumn) }
        return sum
    }

    private func forEach(_ body: (RawSpan) -> Void) throws {
        let database = try rows.database(Wide.table)
        try rows.environment.read { try $0.forEach(in: database) { body($1) } }
    }
}
