import Foundation

/// The measurement of one process: a line of the JSON file.
struct Measurement: Codable {
    let workload: String
    let engine: PeerName
    /// The number of cities.
    let n: Int
    let round: Int
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
    /// The missing feature of the engine for this row.
    var notYet: String?

    init(_ row: TableRow, _ engine: PeerName, _ settings: Settings) {
        workload = row.name
        self.engine = engine
        n = settings.cities.count
        round = settings.round
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
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
            return
        }
        func bytes(_ key: String) -> Int? {
            let line = text.split(separator: "\n").first { $0.hasPrefix(key + ":") }
            let words = line?.split(whereSeparator: \.isWhitespace) ?? []
            return words.count > 1 ? Int(words[1]).map { $0 * 1024 } : nil
        }
        peakRSS = bytes("VmHWM")
        anonymous = bytes("RssAnon")
    }
}

extension [Double] {
    /// The median: the upper one of two; 0 for an empty array.
    var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}
