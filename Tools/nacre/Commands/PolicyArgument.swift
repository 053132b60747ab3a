internal import ArgumentParser
internal import NacreEngine

/// A history policy as it is shown: `forever`, `30 days`, `1000 commits, 5000000 bytes`.
struct PolicyArgument: ExpressibleByArgument {
    let policy: HistoryPolicy

    init?(argument: String) {
        guard let policy = HistoryPolicy(argument) else { return nil }
        self.policy = policy
    }
}
