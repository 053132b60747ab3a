internal import Foundation
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
    /// The number of former states that were compared.
    private(set) var past = 0

    init(_ plan: TrialPlan) { history = TrialHistory(plan) }

    /// The number of objects that were erased.
    var erased: Int { history.erasures.count }

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
        var last = max(begun, commit)
        // An opening finishes an erase with another commit.
        if history.plan.isErasing(at: last) { last += 1 }
        guard found <= last else {
            throw TrialFailure("commit \(found) was never begun, only \(begun)")
        }
        history.advance(to: found)
        let objects = try TestStore.contents(of: snapshot)[CityEntity.name] ?? [:]
        guard objects == history.objects else {
            throw TrialFailure("commit \(found) is half there")
        }
        commit = found
        try checkErased(path, mends: mends)
        try checkPast(store)
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

    /// Checks that an opening for changes has finished an erase, and that no file holds anything of
    /// what was erased.
    private func checkErased(_ path: String, mends: Bool) throws {
        let isErasing = history.plan.isErasing(at: commit)
        guard !mends || !isErasing else {
            throw TrialFailure("the erase of commit \(commit) is not finished")
        }
        let traces = ErasedTraces(history.erasures, isErasing: isErasing)
        if traces.isEmpty { return }
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            let file = URL(filePath: path).appending(path: name)
            if let trace = traces.first(in: [UInt8](try Data(contentsOf: file))) {
                throw TrialFailure("\(name) holds the erased \(trace) at commit \(commit)")
            }
        }
    }

    /// Compares some former states: all of them are kept.
    private mutating func checkPast(_ store: Database) throws {
        let plan = history.plan
        guard plan.keepsHistory, commit > 0, !plan.isErasing(at: commit) else { return }
        var random = SplitMix64(seed: plan.seed ^ commit)
        var choices = (0..<3).map { _ in 1 + random.next(upTo: commit - 1) }
        if let erasure = history.erasures.last { choices.append(UInt64(erasure.commit) - 1) }
        for choice in choices {
            past += 1
            let state = try store.snapshot(at: CommitNumber(choice))
            let objects = try TestStore.contents(of: state)[CityEntity.name] ?? [:]
            guard objects == history.seen(choice) else {
                throw TrialFailure("the former state \(choice) of commit \(commit) is wrong")
            }
        }
    }

    private mutating func count(_ recovery: RecoveryReport?, _ mends: Bool) {
        let way = mends ? "as a writer" : "as a reader"
        opens["\(recovery == nil ? "clean" : "after a crash"), \(way)", default: 0] += 1
    }
}
