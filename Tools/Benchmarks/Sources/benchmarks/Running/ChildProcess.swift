import Foundation

/// Runs this program once more, to measure one peer and one workload in a fresh process.
struct ChildProcess {
    let peer: PeerName
    let workload: any Workload
    let settings: Settings

    func measure() throws -> Measurement {
        let process = Process()
        let output = Pipe()
        process.executableURL = try ChildProcess.executable()
        process.arguments = [
            "measure", "--peer", peer.rawValue, "--workload", workload.row.name, "--n",
            String(settings.cities.count), "--directory", settings.directory, "--round",
            String(settings.round), "--repetitions", String(settings.repetitions), "--seconds",
            String(settings.seconds),
        ]
        process.environment = Heap.environment
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw RunFailure(
                what: "\(peer.title) failed in \(workload.row.name); its message is above.")
        }
        return try JSONDecoder().decode(Measurement.self, from: data)
    }

    private static func executable() throws -> URL {
        guard let url = Bundle.main.executableURL else {
            throw RunFailure(what: "The program's path is unknown: start it with its full path.")
        }
        return url
    }
}
