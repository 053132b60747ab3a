/// A group of rows that one process measures.
protocol Scenario {
    /// The name, which is a word for the command line and the first word of each row.
    var name: String { get }

    /// Measures all rows and compares the answers.
    /// - Parameter report: Gets each measurement as soon as it is made.
    func measure(_ settings: ScenarioSettings, _ report: (Measurement) throws -> Void) throws
}
