import Foundation

/// Runs this program once more, to measure one peer and one workload in a fresh process.
struct ChildProcess {
    let peer: PeerName
    let workload: any Workload
    let settings: Settings

    func measure() throws -> Measurement {
        let data = try Self.output(of: arguments, title)
        return try JSONDecoder().decode(Measurement.self, from: data)
    }

    /// Runs a workload that may kill its process.
    func runToEnd() throws {
        let (_, process) = try Self.run(arguments)
        guard
            process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
                || process.terminationReason == .exit && process.terminationStatus == 0
        else { throw RunFailure(what: "\(title) failed; the message is above.") }
    }

    private var title: String { "\(peer.title) in \(workload.row.name)" }

    private var arguments: [String] {
        [
            "measure", "--peer", peer.rawValue, "--workload", workload.row.name, "--n",
            String(settings.cities.count), "--directory", settings.directory, "--round",
            String(settings.round), "--repetitions", String(settings.repetitions), "--seconds",
            String(settings.seconds),
        ]
    }

    /// Runs this program with some arguments and returns its output.
    /// - Parameters:
    ///   - work: The work, for a message.
    ///   - environment: The environment, with settings of the heap for measurements of time.
    static func output(
        of arguments: [String], _ work: String,
        environment: [String: String] = Heap.environment
    ) throws -> Data {
        let (data, process) = try run(arguments, environment)
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw RunFailure(what: "\(work) failed; the message is above.")
        }
        return data
    }

    /// - Returns: The output, and the process after its end.
    private static func run(
        _ arguments: [String], _ environment: [String: String] = Heap.environment
    ) throws -> (Data, Process) {
        let process = Process()
        let output = Pipe()
        process.executableURL = try executable()
        process.arguments = arguments
        process.environment = environment
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (data, process)
    }

    private static func executable() throws -> URL {
        guard let url = Bundle.main.executableURL else {
            throw RunFailure(what: "The program's path is unknown: start it with its full path.")
        }
        return url
    }
}
