/// The calls of the scenario, which each peer answers.
protocol DocumentStore {
    func titles() throws -> [String]

    /// Returns the bodies of some documents, each looked up by itself.
    func bodies(_ ids: [Int]) throws -> [String]

    /// Returns some documents, each looked up by itself.
    func documents(_ ids: [Int]) throws -> [Document]

    func all() throws -> [Document]

    /// Counts an edit of each document, in a transaction of its own.
    func edit(_ ids: [Int]) throws

    /// Counts an edit as `edit(_:)` does. A store that has a way to write a part of an object
    /// takes it.
    func editPart(_ ids: [Int]) throws
}

extension DocumentStore {
    func editPart(_ ids: [Int]) throws { try edit(ids) }
}
