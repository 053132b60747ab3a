internal import ArgumentParser
internal import Foundation
internal import NacreEngine
internal import NacreTestSupport

/// Kills a real writer on the real file system repeatedly, and checks the files that it leaves.
struct KillCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kill", abstract: "Kills writers with signal 9 and checks what they leave.")

    @Option(help: "How many writers to kill.") var rounds = 500
    @Option(help: "Decides about all but the moments.") var seed: UInt64 = 1
    @Flag(help: "All stores keep history, erase and revert; otherwise every second pair does.")
    var keepsHistory = false
    /// The number of rounds per store. Old stores have many segments, new ones crash before their
    /// first commit.
    private static let roundsPerStore = 25

    func run() throws {
        let name = "nacre-kill-\(ProcessInfo.processInfo.processIdentifier)"
        // Half of the stores are in memory, where a sync costs nothing and so much more is in
        // flight.
        let memory = URL(filePath: "/dev/shm")
        let places =
            [FileManager.default.temporaryDirectory]
            + (FileManager.default.isWritableFile(atPath: memory.path) ? [memory] : [])
        let folders = places.map { $0.appending(path: name) }
        for folder in folders {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        defer { for folder in folders { try? FileManager.default.removeItem(at: folder) } }
        var tally = TrialTally()
        var random = SplitMix64(seed: seed)
        for first in stride(from: 0, to: rounds, by: Self.roundsPerStore) {
            let folder = folders[first / Self.roundsPerStore % folders.count]
            let path = folder.appending(path: "\(first).nacre").path
            let storeSeed = seed &* 1000 &+ UInt64(first)
            let keepsHistory = keepsHistory || first / Self.roundsPerStore / 2 % 2 == 1
            var oracle = TrialOracle(
                TrialPlan(seed: storeSeed, keepsHistory: keepsHistory))
            for round in first..<min(first + Self.roundsPerStore, rounds) {
                do {
                    let writer = try WriterProcess(
                        store: path, seed: storeSeed, round: round, keepsOpen: round % 10 == 9,
                        keepsHistory: keepsHistory)
                    // Erases are rare among the commits.
                    if keepsHistory, round % 10 != 9, random.next(upTo: 1) == 0 {
                        writer.wait { $0.last == .erasing }
                    }
                    let log = try end(writer, path, round, &random)
                    tally.count(log)
                    // In every third round, only the next writer repairs the store.
                    try oracle.judge(
                        path, promised: log.returned, begun: log.begun, mends: round % 3 != 2)
                } catch {
                    throw TrialFailure("round \(round) of seed \(seed): \(error)")
                }
            }
            tally.count(oracle)
            try? FileManager.default.removeItem(atPath: path)
        }
        tally.print("kill -9", rounds: rounds)
    }

    /// Kills the writer within the first hundredths of a second of its work. The time is drawn on a
    /// logarithmic scale, so short times are as likely as long ones.
    private func end(
        _ writer: WriterProcess, _ path: String, _ round: Int, _ random: inout SplitMix64
    ) throws -> AcknowledgementLog {
        // Sometimes the store is not even open.
        let isEarly = random.next(upTo: 4) == 0
        writer.wait { isEarly ? $0.last != nil : $0.hasOpened }
        if round % 10 == 9 {
            writer.wait { $0.returned > 0 }
            try checkLock(path, writer)
        }
        usleep(UInt32(random.next(upTo: 1 << (6 + random.next(upTo: 10)))))
        return try writer.kill()
    }

    /// Checks that a store with a writer refuses another one.
    private func checkLock(_ path: String, _ writer: WriterProcess) throws {
        do {
            try Database(at: path).close()
            throw TrialFailure("a second writer was let in")
        } catch let error as StoreError {
            guard error.code == .locked else { throw error }
        }
    }
}
