/// The calls of the scenario, which each peer answers.
protocol ReadingStore {
    func fetchAll() throws -> any Answer

    /// Fetches by id, all in one snapshot.
    func find(_ ids: [Int]) throws -> any Answer
}
