import Foundation

/// The measurement of one process: a line of the JSON file.
struct Measurement: Codable {
    private(set) var workload: String
    let engine: PeerName
    /// The number of cities.
    let n: Int
    private(set) var round: Int
    /// The median of the repetitions' elapsed time, in seconds.
    var seconds = 0.0
    /// The median of the repetitions' processor time, in seconds.
    var cpu = 0.0
    /// The number of operations in those seconds.
    var operations = 0
    /// The time of bare writes in the same process, in nanoseconds per operation.
    var bareWrite: Double?
    /// The number of compared answers, and their digest. It is the same for all engines.
    var answers: String?
    /// The peak memory of the process, in bytes.
    var peakRSS: Int?
    /// The memory at the end that is not mapped from files: the store's own, and the answers.
    var anonymous: Int?
    /// The size of the store's files, in bytes.
    var disk: Int?
    /// The engine's plan, if it reports it.
    var plan: String?
    /// The latencies that half, 99 of 100 and 999 of 1,000 calls do not exceed, in seconds.
    var percentiles: [Double]?
    /// The missing feature of the engine for this row.
    var notYet: String?

    init(_ row: TableRow, _ engine: PeerName, _ settings: Settings) {
        workload = row.name
        self.engine = engine
        n = settings.cities.count
        round = settings.round
    }

    /// Makes the measurement of a row that has no cities.
    init(_ workload: String, _ engine: PeerName, n: Int, round: Int) {
        self.workload = workload
        self.engine = engine
        self.n = n
        self.round = round
    }

    /// Returns the measurement as that of another row and round.
    func renamed(_ workload: String, round: Int) -> Measurement {
        var measurement = self
        measurement.workload = workload
        measurement.round = round
        return measurement
    }

    /// Returns the time of one operation, or nil if none was measured.
    func nanoseconds(_ clock: ClockKind) -> Double? {
        operations > 0 ? (clock == .wall ? seconds : cpu) * 1e9 / Double(operations) : nil
    }

    /// - Parameters:
    ///   - laps: The repetitions, each with this number of operations.
    ///   - operations: The number of operations, more than 0.
    mutating func add(_ laps: [Lap], operations: Int) {
        seconds = laps.map(\.wall).median
        cpu = laps.map(\.cpu).median
        self.operations = operations
    }

    /// Measures the minimum writes of the row. The best of several measurements counts.
    /// - Parameter directory: A directory on the store's disk.
    mutating func addBareWrites(_ row: TableRow, in directory: String) throws {
        guard let writes = row.bareWrites else { return }
        bareWrite = min(bareWrite ?? .infinity, try writes.nanoseconds(in: directory))
    }

    /// Adds the memory of the process, if the system reports it.
    mutating func addMemory() {
        guard let peak = ProcessMemory.peak, let bytes = ProcessMemory.anonymous else { return }
        peakRSS = peak
        anonymous = bytes
    }
}

extension [Double] {
    /// The median: the upper one of two; 0 for an empty array.
    var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}
