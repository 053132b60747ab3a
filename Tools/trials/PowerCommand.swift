internal import ArgumentParser
internal import Foundation
internal import NacreTestSupport

/// Cuts the power of the disk below a real writer repeatedly, and checks the disk's content.
struct PowerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "power",
        abstract: "Cuts the power of an ext4 disk below a writer and checks what is on it.",
        discussion: "Needs root and loop devices. Without them all rounds are skipped, and with"
            + " --required that is a failure.")

    @Option(help: "How many times to cut the power.") var rounds = 300
    @Option(help: "Decides about all but the moments.") var seed: UInt64 = 1
    @Flag(help: "Fail where it cannot be done.") var required = false

    /// The mount options, used in turn: they determine the writes that may be lost, and the order
    /// of writes.
    private static let options = [
        "data=ordered", "data=writeback", "data=journal", "data=ordered,nodelalloc",
        "data=ordered,commit=1",
    ]
    /// The number of rounds on one disk, some of which share a store.
    private static let roundsPerDisk = 60
    private static let roundsPerStore = 15

    func run() throws {
        guard try LoopDisk.isAvailable(for: "power cuts", rounds, required: required) else {
            return
        }
        var tally = TrialTally()
        for first in stride(from: 0, to: rounds, by: Self.roundsPerDisk) {
            let disk = try LoopDisk(megabytes: 96)
            defer { disk.remove() }
            let end = min(first + Self.roundsPerDisk, rounds)
            for first in stride(from: first, to: end, by: Self.roundsPerStore) {
                try run(first..<min(first + Self.roundsPerStore, end), on: disk, &tally)
            }
        }
        tally.print("power cuts", rounds: rounds)
    }

    /// Runs the rounds of one store.
    private func run(
        _ rounds: Range<Int>, on disk: LoopDisk, _ tally: inout TrialTally
    ) throws {
        let path = disk.mountPoint.appending(path: "store.nacre").path
        let storeSeed = seed &* 1000 &+ UInt64(rounds.lowerBound)
        var oracle = TrialOracle(TrialPlan(seed: storeSeed))
        var random = SplitMix64(seed: storeSeed)
        for round in rounds {
            let options = Self.options[round % Self.options.count]
            do {
                try disk.mount(options: options)
                let (promised, log) = try cutPower(disk, path, storeSeed, round, &random)
                tally.count(log)
                try disk.mount(options: options)
                try oracle.judge(
                    path, promised: promised, begun: log.begun, mends: round % 3 != 2)
                if oracle.commit < log.durable { tally.countLate() }
                try disk.unmount()
            } catch {
                throw TrialFailure(
                    "round \(round) of seed \(seed), \(options), journal"
                        + " \(round % 2 == 1 ? "flushed" : "not flushed"): \(error)")
            }
        }
        tally.count(oracle)
        try disk.mount(options: "")
        try? FileManager.default.removeItem(atPath: path)
        try disk.unmount()
    }

    /// - Returns: The last commit that the writer had called durable before the cut, and all its
    ///   messages. The disk is unmounted.
    private func cutPower(
        _ disk: LoopDisk, _ path: String, _ storeSeed: UInt64, _ round: Int,
        _ random: inout SplitMix64
    ) throws -> (promised: UInt64, log: AcknowledgementLog) {
        let writer = try WriterProcess(store: path, seed: storeSeed, round: round)
        // Sometimes the store is not even open.
        let isEarly = random.next(upTo: 4) == 0
        writer.wait { isEarly ? $0.last != nil : $0.hasOpened }
        usleep(UInt32(random.next(upTo: 1 << (6 + random.next(upTo: 10)))))
        // A sync that is running while the power is cut may still report success. The cause may be
        // the writer or the simulated cut, so it is only counted.
        let promised = writer.log.durable
        try disk.cutPower(flushesJournal: round % 2 == 1)
        let log = try writer.kill(mayHaveEnded: true)
        try disk.unmount()
        return (promised, log)
    }
}
