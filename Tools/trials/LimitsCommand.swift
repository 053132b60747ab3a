internal import ArgumentParser
internal import Foundation
internal import NacreTestSupport

/// Runs the tool's commands within limits of the system that are too small for some of them.
struct LimitsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits",
        abstract: "Runs the tool's commands with too few descriptors, too small files, little stack"
            + " or memory, and checks what is left.")

    @Option(help: "How many commands to run.") var rounds = 200
    @Option(help: "How many objects the store has.") var objects = 20_000
    @Option(help: "Decides about all of it.") var seed: UInt64 = 1
    @Option(help: "The tool; without it the one beside this program.") var tool: String?

    /// A limit, given by the option of the shell's `ulimit`.
    private struct Limit {
        let option: String
        let values: ClosedRange<UInt64>
        /// Whether reaching the limit is an error that the program gets. Without memory or stack,
        /// the system ends the program.
        let isTold: Bool
    }

    private static let limits = [
        Limit(option: "-f", values: 0...4000, isTold: true),
        Limit(option: "-n", values: 3...40, isTold: true),
        Limit(option: "-s", values: 64...1024, isTold: false),
        Limit(option: "-v", values: 50_000...600_000, isTold: false),
    ]

    func run() throws {
        let trial = try ToolTrial("limits", tool: tool, count: objects, seed: seed)
        defer { trial.remove() }
        var random = SplitMix64(seed: seed)
        var ends: [String: Int] = [:]
        for round in 0..<rounds {
            let command = ToolTrial.commands[round % ToolTrial.commands.count]
            let limit = Self.limits[Int(random.next(upTo: UInt64(Self.limits.count - 1)))]
            let spread = limit.values.upperBound - limit.values.lowerBound
            // Small values are more interesting.
            let value = limit.values.lowerBound + random.next(upTo: random.next(upTo: spread))
            let text = "\(limit.option) \(value)"
            do {
                try trial.reset()
                let end = try trial.run(command.arguments, limit: text)
                try check(end, limit)
                ends["\(limit.option) \(end)", default: 0] += 1
                var couldCleanUp = true
                if case .signalled = end { couldCleanUp = false }
                try trial.check(
                    command, isDone: end == .exited(0), couldCleanUp: couldCleanUp)
            } catch {
                throw TrialFailure(
                    "round \(round) of seed \(seed), ulimit \(text):"
                        + " '\(command.arguments.joined(separator: " "))': \(error)")
            }
        }
        let list = ends.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        report("limits: \(rounds) commands, \(list.joined(separator: ", "))")
    }

    private func check(_ end: ToolTrial.End, _ limit: Limit) throws {
        let isAllowed =
            switch end {
            // Done, or the system refused a request of the command.
            case .exited(0), .exited(74): true
            // The shell or the loader could not start it.
            case .exited(126), .exited(127): true
            case .exited: false
            case .signalled: !limit.isTold
            }
        guard isAllowed else { throw TrialFailure("it ended with \(end)") }
    }
}
