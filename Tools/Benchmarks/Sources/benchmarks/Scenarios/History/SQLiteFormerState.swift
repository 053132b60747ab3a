struct SQLiteFormerState: FormerState {
    let connection: SQLiteConnection
    let commit: Int
    /// Whether the state is the present one, for which no history is read.
    let isPresent: Bool

    func find(_ ids: [Int64]) throws -> [City] {
        var cities: [City] = []
        let former = try connection.statement(HistorySQL.byID)
        let present = try connection.statement(SQL.byID)
        try connection.transaction {
            for id in ids {
                if !isPresent {
                    former.bind(id, at: 1)
                    former.bind(Int64(commit), at: 2)
                    defer { former.reset() }
                    if try former.step() {
                        if let city = try former.formerCity() { cities.append(city) }
                        continue
                    }
                }
                if let city = try present.city(id) { cities.append(city) }
            }
        }
        return cities
    }

    func cities(population range: Range<Int64>) throws -> [City] {
        let statement = try connection.statement(
            isPresent ? HistorySQL.byPopulation : HistorySQL.byPopulationThen)
        defer { statement.reset() }
        statement.bind(range.lowerBound, at: 1)
        statement.bind(range.upperBound, at: 2)
        if !isPresent { statement.bind(Int64(commit), at: 3) }
        var cities: [City] = []
        while try statement.step() { cities.append(try statement.city()) }
        return cities
    }
}
