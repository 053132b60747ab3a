internal import NacreEngine
internal import NacreFormat
internal import NacreTestSupport

/// Checks the files that a writer has left: every promised commit is there, no commit is
/// incomplete, and the next writer can continue.
struct TrialOracle {
    private var history: TrialHistory
    /// The last commit at the last check: a commit that was once read after an end stays.
    private(set) var commit: UInt64 = 0
    private(set) var opens: [String: Int] = [:]

    init(seed: UInt64) { history = TrialHistory(seed: seed) }

    /// - Parameters:
    ///   - promised: The last commit that must be there.
    ///   - begun: The last commit that may be there.
    ///   - mends: Whether to open the store as a writer, who repairs it, or to leave it unchanged
    ///     for the next writer.
    mutating func judge(
        _ path: String, promised: UInt64, begun: UInt64, mends: Bool
    ) throws {
        guard try exists(path, promised, mends: mends) else { return }
        let report = try IntegrityChecker(path: path).run()
        guard report.isSound else { throw TrialFailure("defects: \(report.defects)") }
        let store = try Database(at: path, options: mends ? Database.Options() : .readOnly)
        let snapshot = try store.snapshot()
        let found = snapshot.commit.rawValue
        guard found >= max(promised, commit) else {
            throw TrialFailure(
                "commit \(promised) was acknowledged, commit \(commit) was there before,"
                    + " the last is \(found)")
        }
        guard found <= max(begun, commit) else {
            throw TrialFailure("commit \(found) was never begun, only \(begun)")
        }
        history.advance(to: found)
        let objects = try TestStore.contents(of: snapshot)[CityEntity.name] ?? [:]
        guard objects == history.objects else {
            throw TrialFailure("commit \(found) is half there")
        }
        commit = found
        count(store.recovery, mends)
        try store.close()
    }

    /// Returns whether there is a store. A writer that ended while it made the store leaves an
    /// unfinished one, which the next writer completes. If `mends` is set, this method completes
    /// it.
    private func exists(_ path: String, _ promised: UInt64, mends: Bool) throws -> Bool {
        do {
            try Database(at: path, options: .readOnly).close()
            return true
        } catch let error as StoreError where promised == 0 && commit == 0 {
            guard mends else { return false }
            guard [.storeNotFound, .notAStore, .corrupt].contains(error.code) else { throw error }
            try Database(at: path, options: .creating).close()
            return true
        }
    }

    private mutating func count(_ recovery: RecoveryReport?, _ mends: Bool) {
        let way = mends ? "as a writer" : "as a reader"
        opens["\(recovery == nil ? "clean" : "after a crash"), \(way)", default: 0] += 1
    }
}
