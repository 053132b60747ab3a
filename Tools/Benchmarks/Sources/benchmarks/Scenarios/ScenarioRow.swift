/// A row of a scenario: the same work for each peer.
struct ScenarioRow<Content> {
    let title: String
    /// The unit of an operation: "object", or "call" if the title says it.
    let unit: String
    /// The number of operations of a call of `run`.
    let operations: Int
    /// Does the work and returns its answer.
    let run: (Content) throws -> any Answer
    /// Returns the content after a change, or is nil for a row that changes nothing. Each turn of
    /// a changing row has a copy of the store.
    let changed: ((Content) throws -> any Answer)?

    /// Makes a row that reads.
    init(
        _ title: String, unit: String = "call", operations: Int = 1,
        _ run: @escaping (Content) throws -> any Answer
    ) {
        self.title = title
        self.unit = unit
        self.operations = operations
        self.run = run
        changed = nil
    }

    /// Makes a row that changes the store.
    init(
        _ title: String, unit: String = "call", operations: Int = 1,
        change: @escaping (Content) throws -> Void,
        content: @escaping (Content) throws -> any Answer
    ) {
        self.title = title
        self.unit = unit
        self.operations = operations
        run = {
            try change($0)
            return 0
        }
        changed = content
    }
}
