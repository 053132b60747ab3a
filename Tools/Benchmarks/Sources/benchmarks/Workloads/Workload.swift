/// A row of the table: something that every peer does and that is measured.
protocol Workload: Sendable {
    var row: TableRow { get }

    /// Measures one peer in this process, which is the only one of its kind that runs.
    func measure<Store: Peer>(_ type: Store.Type, _ settings: Settings) throws -> Measurement
}

/// What a row is called and what is asked of Nacre in it.
struct TableRow: Sendable {
    /// As in the table of goals: W4.
    let name: String
    let title: String
    /// What one operation is.
    var unit = "call"
    /// In nanoseconds an operation, with the number of cities that the goals are set for.
    let target: Double
    /// What a log has to write; nil where nothing is.
    var bareWrites: BareWrites?
    /// Whether the target is a multiple of what these take instead.
    var isOfBareWrites = false
}

/// How a measurement is made: the same for all peers of a run.
struct Settings: Sendable {
    let cities: Cities
    /// Where the peer has its store.
    let directory: String
    /// How often the clock runs in a round; its result is their median.
    var repetitions = 5
    /// How long a repetition is to last, if the number of operations is not given.
    var seconds = 0.2
    var round = 1
}
