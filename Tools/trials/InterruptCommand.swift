internal import ArgumentParser
internal import Foundation
internal import NacreTestSupport

/// Ends the tool's commands by signals at random moments, and runs them in pairs on one store and
/// one destination.
struct InterruptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "interrupt",
        abstract: "Ends the tool's commands by signals, runs them in pairs, checks what is left.")

    @Option(help: "How many commands to end.") var rounds = 300
    @Option(help: "How many pairs to run.") var pairs = 100
    @Option(help: "How many objects the store has.") var objects = 20_000
    @Option(help: "Decides about all but the moments.") var seed: UInt64 = 1
    @Option(help: "The tool; without it the one beside this program.") var tool: String?

    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGKILL]

    func run() throws {
        let trial = try ToolTrial("interrupt", tool: tool, count: objects, seed: seed)
        defer { trial.remove() }
        var random = SplitMix64(seed: seed)
        let durations = try measure(trial)
        var ends: [String: Int] = [:]
        for round in 0..<rounds {
            let place = round % ToolTrial.commands.count
            let command = ToolTrial.commands[place]
            let signal = Self.signals[Int(random.next(upTo: 3))]
            do {
                try trial.reset()
                let process = try trial.start(command.arguments)
                usleep(UInt32(random.next(upTo: durations[place])))
                process.send(signal)
                let end = process.wait()
                guard end == .signalled(signal) || end == .exited(0) else {
                    throw TrialFailure("it ended with \(end)")
                }
                ends["\(end)", default: 0] += 1
                try trial.check(
                    command, isDone: end == .exited(0), couldCleanUp: signal != SIGKILL)
                try goOn(with: command, trial, isDone: end == .exited(0))
            } catch {
                throw TrialFailure(
                    "round \(round) of seed \(seed), signal \(signal) to"
                        + " '\(command.arguments.joined(separator: " "))': \(error)")
            }
        }
        report("interrupted: \(rounds) commands, \(list(ends))")
        try runPairs(trial, &random)
    }

    /// Returns the duration of each command in microseconds.
    private func measure(_ trial: ToolTrial) throws -> [UInt64] {
        try ToolTrial.commands.map { command in
            try trial.reset()
            let start = ContinuousClock.now
            let end = try trial.run(command.arguments)
            guard end == .exited(0) else {
                throw TrialFailure("'\(command.arguments.joined(separator: " "))': \(end)")
            }
            try trial.check(command, isDone: true, couldCleanUp: true)
            return UInt64((ContinuousClock.now - start) / .microseconds(1))
        }
    }

    /// Checks that an interrupted command can be repeated without any repair.
    private func goOn(with command: ToolTrial.Command, _ trial: ToolTrial, isDone: Bool) throws {
        // A signal can come after the output is complete.
        let isMade = isDone || trial.hasMade(command)
        guard !isMade || command.effect == .backup || command.effect == .change else { return }
        var arguments = command.arguments
        // A killed command may have taken the report's name already.
        if arguments[0] == "salvage" { arguments += ["--report", "again.json"] }
        let end = try trial.run(arguments)
        guard end == .exited(0) else { throw TrialFailure("again it ended with \(end)") }
    }

    // MARK: Pairs

    /// Runs two commands on one store and one destination, started almost at the same time. Each
    /// succeeds or is refused, and the result is the work of those that report success.
    private func runPairs(_ trial: ToolTrial, _ random: inout SplitMix64) throws {
        var ends: [String: Int] = [:]
        for round in 0..<pairs {
            let both = randomPair(&random)
            do {
                try trial.reset()
                let first = try trial.start(both[0].arguments)
                usleep(UInt32(random.next(upTo: 1 << (4 + random.next(upTo: 15)))))
                let second = try trial.start(both[1].arguments)
                let outcomes = [first.wait(), second.wait()]
                for (place, end) in outcomes.enumerated() {
                    let isAllowed = Self.canEnd(
                        both[place], with: end, beside: both[1 - place], outcomes[1 - place])
                    guard isAllowed else {
                        throw TrialFailure("\(both[place].arguments[0]) ended with \(end)")
                    }
                    ends["\(end)", default: 0] += 1
                }
                guard outcomes.contains(.exited(0)) else {
                    throw TrialFailure("both were refused: \(outcomes)")
                }
                try check(both, outcomes, trial)
            } catch {
                let names = both.map { $0.arguments.joined(separator: " ") }
                throw TrialFailure("pair \(round) of seed \(seed), \(names): \(error)")
            }
        }
        report("pairs: \(pairs), \(list(ends))")
    }

    private func randomPair(_ random: inout SplitMix64) -> [ToolTrial.Command] {
        let last = UInt64(ToolTrial.commands.count - 1)
        while true {
            let both = [0, 1].map { _ in ToolTrial.commands[Int(random.next(upTo: last))] }
            // A store must not be written to while it is salvaged.
            let isSalvaged = both.contains { $0.arguments[0] == "salvage" }
            if !isSalvaged || !both.contains(where: { $0.effect == .change }) { return both }
        }
    }

    /// Returns whether a command that runs beside another one may end in this way.
    private static func canEnd(
        _ command: ToolTrial.Command, with end: ToolTrial.End,
        beside other: ToolTrial.Command, _ otherEnd: ToolTrial.End
    ) -> Bool {
        switch end {
        // Refused: the path is taken by a finished store, another maker or a file.
        case .exited(0), .exited(66), .exited(73), .exited(74), .exited(75): true
        // `import` infers a schema, and `load` refuses to change the schema of a store.
        case .exited(65):
            command.arguments[0] == "load" && other.arguments[0] == "import"
                && command.arguments[1] == other.arguments[1] && otherEnd == .exited(0)
        default: false
        }
    }

    private func check(
        _ both: [ToolTrial.Command], _ outcomes: [ToolTrial.End], _ trial: ToolTrial
    ) throws {
        let isChanged = both.contains { $0.effect == .change }
        for (command, end) in zip(both, outcomes) where end == .exited(0) {
            // A dump beside a writer may be of any commit, and another command may have made 'out'.
            if isChanged && command.effect == .file { continue }
            try trial.check(
                command, isDone: true, couldCleanUp: false, isStoreChanged: isChanged)
        }
    }

    private func list(_ counts: [String: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    }
}
