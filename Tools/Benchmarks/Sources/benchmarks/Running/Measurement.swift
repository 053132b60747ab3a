import Foundation

/// What one process measured: a line of the JSON file.
struct Measurement: Codable {
    let workload: String
    let engine: PeerName
    /// How many cities there are.
    let n: Int
    let round: Int
    /// The median of the repetitions.
    var seconds = 0.0
    /// The same of the time that processors worked for the process.
    var cpu = 0.0
    /// In those seconds.
    var operations = 0
    /// What bare writes took in the same process, in nanoseconds an operation.
    var bareWrite: Double?
    /// How many answers were compared, and their digest. The same for all engines.
    var answers: String?
    /// The most memory that the process ever had, in bytes.
    var peakRSS: Int?
    /// Memory at the end that is no file's: what is the store's own, and the answers.
    var anonymous: Int?
    /// The store's files, in bytes.
    var disk: Int?
    /// How the engine answered, if it tells.
    var plan: String?
    /// What the engine lacks for this row.
    var notYet: String?

    init(_ row: TableRow, _ engine: PeerName, _ settings: Settings) {
        workload = row.name
        self.engine = engine
        n = settings.cities.count
        round = settings.round
    }

    /// In one operation; nil if none was measured.
    func nanoseconds(_ clock: ClockKind) -> Double? {
        operations > 0 ? (clock == .wall ? seconds : cpu) * 1e9 / Double(operations) : nil
    }

    /// - Parameters:
    ///   - laps: the repetitions, each with so many operations.
    ///   - operations: more than 0.
    mutating func add(_ laps: [Lap], operations: Int) {
        seconds = laps.map(\.wall).median
        cpu = laps.map(\.cpu).median
        self.operations = operations
    }

    /// Measures what a log has to write in the row. Of several times the best one counts.
    /// - Parameter directory: on the disk that the store is on.
    mutating func addBareWrites(_ row: TableRow, in directory: String) throws {
        guard let writes = row.bareWrites else { return }
        bareWrite = min(bareWrite ?? .infinity, try writes.nanoseconds(in: directory))
    }

    /// Where the system tells.
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
    /// The upper one of two; 0 of none.
    fileprivate var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}
