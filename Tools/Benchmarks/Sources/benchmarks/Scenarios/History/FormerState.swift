/// The state of a store after a commit.
protocol FormerState {
    /// Returns the cities with some ids, each looked up by itself.
    func find(_ ids: [Int64]) throws -> [City]

    /// Returns the cities with a population in a range, by id.
    func cities(population range: Range<Int64>) throws -> [City]
}
