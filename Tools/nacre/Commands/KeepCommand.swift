internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// `nacre keep`: shows and sets how long a store keeps former states.
struct KeepCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keep",
        abstract: "Shows or sets how long former states are kept.",
        discussion: """
            Without options it shows the policies, the oldest state that can be read, the marks \
            and the consumers of commits, for which commits are kept, too. The limits of a policy \
            work together: the earliest one wins. A shorter policy lets the next compaction drop \
            states for good.
            """)

    @Argument(help: "The store's directory.") var store: String
    @Option(help: "Set the policy of this entity instead of the store's.") var entity: String?
    @Option(help: "Keep the states of the last days.") var days: Double?
    @Option(help: "Keep the states after each of the last commits.") var commits: UInt64?
    @Option(help: "Keep former objects up to this size in bytes, approximately.") var bytes: UInt64?
    @Flag(help: "Keep all states from now on.") var forever = false
    @Flag(help: "Keep no former states.") var none = false
    @Option(help: "Let states go that are older than this commit, mark or time.")
    var before: String?
    @Option(help: "Remove this consumer of commits.") var removeConsumer: String?

    func validate() throws {
        let hasLimit = days != nil || commits != nil || bytes != nil
        if [hasLimit, forever, none].count(where: { $0 }) > 1 {
            throw ValidationError("Choose limits, --forever or --none.")
        }
        if let days, !(days >= 0) { throw ValidationError("--days must be 0 or more.") }
        if entity != nil, policy == nil {
            throw ValidationError("--entity needs limits, --forever or --none.")
        }
        if [policy != nil, before != nil, removeConsumer != nil].count(where: { $0 }) > 1 {
            throw ValidationError("Set a policy, use --before or use --remove-consumer.")
        }
    }

    /// The policy to set; nil to show what is set.
    private var policy: HistoryPolicy? {
        if none { return HistoryPolicy.none }
        if forever { return .forever }
        guard days != nil || commits != nil || bytes != nil else { return nil }
        var policy = days.map { HistoryPolicy.days($0) } ?? .forever
        if let commits { policy = policy.atMost(commits: commits) }
        if let bytes { policy = policy.atMost(bytes: bytes) }
        return policy
    }

    func run() throws {
        if policy != nil || before != nil || removeConsumer != nil {
            let database = try StoreAccess.write(store)
            if let policy { try database.setHistory(policy, of: entity) }
            if let before {
                let commit = try PointOption.commit(before, in: database)
                try database.forgetHistory(before: commit)
            }
            if let removeConsumer {
                try database.performChanges { try $0.removeConsumer(removeConsumer) }
            }
            try database.close()
        }
        try show()
    }

    private func show() throws {
        let database = try StoreAccess.read(store)
        let settings = try database.historySettings()
        let output = Output.standard()
        try output.line("policy: \(settings.policy)")
        for definition in try database.snapshot().catalog.all where !definition.schema.isOwn {
            let own = settings.policy(of: definition.schema.number)
            guard own != settings.policy else { continue }
            try output.line("policy of \(TerminalText.escaped(definition.schema.name)): \(own)")
        }
        let (horizon, time) = try database.horizon()
        let text = time.map { ", \(TimeText.text(microseconds: $0))" } ?? ""
        try output.line("oldest state: after commit \(horizon)\(text)")
        for mark in settings.marks {
            try output.line("mark: \(TerminalText.escaped(mark.name)), commit \(mark.commit)")
        }
        for consumer in settings.consumers {
            let limit =
                consumer.isKept ? "limit \(consumer.limit)" : "dropped: it fell too far behind"
            try output.line(
                "consumer: \(TerminalText.escaped(consumer.name)), after commit \(consumer.commit),"
                    + " \(limit)")
        }
        try output.flush()
    }
}
