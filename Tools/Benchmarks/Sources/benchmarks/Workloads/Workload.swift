/// A row of the table: an operation that every peer does and that is measured.
protocol Workload: Sendable {
    var row: TableRow { get }

    /// Measures one peer in this process, while no other measurement runs.
    func measure<Store: Peer>(_ type: Store.Type, _ settings: Settings) throws -> Measurement
}

/// The name of a row, and its target for Nacre.
struct TableRow: Sendable {
    /// The name, as in the table of goals: W4.
    let name: String
    let title: String
    /// The unit of one operation.
    var unit = "call"
    /// The target in nanoseconds per operation, for the number of cities of the goals.
    let target: Double
    /// The minimum writes of the log, or nil if nothing is written.
    var bareWrites: BareWrites?
    /// Whether the target is a multiple of the time of the bare writes instead.
    var isOfBareWrites = false
}

/// The settings of a measurement: the same for all peers of a run.
struct Settings: Sendable {
    let cities: Cities
    /// The directory of the peer's store.
    let directory: String
    /// The number of timed repetitions in a round; its result is their median.
    var repetitions = 5
    /// The intended duration of a repetition, if the number of operations is not given.
    var seconds = 0.2
    var round = 1
}
