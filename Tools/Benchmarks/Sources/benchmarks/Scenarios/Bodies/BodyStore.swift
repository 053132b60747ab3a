/// The call of the scenario, which each peer answers.
protocol BodyStore {
    /// Returns the number of texts that contain a word.
    func count(containing word: String) throws -> Int
}
