import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Forks the store at former states, and compares the forks with what the store shows of them.
extension PastSnapshotTests.World {
    func fork(_ choice: Int) throws {
        let noted = states[choice % states.count]
        let files = MemoryFileSystem()
        let before = try store.contents()
        let report: ForkReport
        do {
            report = try store.database.fork(
                at: noted.commit, to: "fork", verifies: true, files: files)
        } catch let error as StoreError where error.code == .historyGone {
            try require(try !isPromised(noted.commit), "\(error)")
            try require(files.contents(of: "fork").isEmpty, "nothing was made")
            return
        }
        try requireEqual(report.commit, noted.commit.rawValue, "the commit")
        try require(report.lastCommit <= report.commit + 1, "one commit more")
        let past = try store.database.snapshot(at: noted.commit)
        let fork = try TestStore(
            files: MemoryFileSystem(TestStore.path, files: files.contents(of: "fork")),
            segmentSizeNominal: 3000, seed: UInt64(choice) + 2)
        try require(fork.database.recovery == nil, "a fork is closed cleanly")
        let contents = try TestStore.contents(of: past)
        try requireEqual(fork.contents(), contents, "a fork at \(noted.commit)")
        try PastSnapshotTests.checkTrees(of: fork.database.snapshot())
        try requireEqual(
            fork.database.snapshot(at: noted.commit).digest, past.digest, "the digest")
        try compareHistory(fork, through: noted.commit, choice)
        try change(fork)
        try requireEqual(store.contents(), before, "the store")
        try requireEqual(
            TestStore.contents(of: store.database.snapshot(at: noted.commit)), contents,
            "the former state of the store")
    }

    /// Compares the former states of a fork with those of the store.
    private func compareHistory(
        _ fork: TestStore, through last: CommitNumber, _ choice: Int
    ) throws {
        let former = states.filter { $0.commit <= last }
        for place in 0..<min(4, former.count) {
            let commit = former[(choice + place * 7919) % former.count].commit
            guard let past = try? store.database.snapshot(at: commit) else {
                try require(
                    DatabaseTests.code { _ = try fork.database.snapshot(at: commit) }
                        == .historyGone, "\(commit) is gone in the store only")
                continue
            }
            let found: DatabaseSnapshot
            do { found = try fork.database.snapshot(at: commit) } catch {
                // The store may have kept it for its consumer only.
                let code = (error as? StoreError)?.code
                try require(consumer != nil && code == .historyGone, "\(commit): \(error)")
                continue
            }
            try requireEqual(found.digest, past.digest, "the digest of \(commit)")
            try requireEqual(found.time, past.time, "the time of \(commit)")
            try requireEqual(
                TestStore.contents(of: found), TestStore.contents(of: past),
                "\(commit) in a fork at \(last)")
        }
    }

    /// Changes and compacts a fork.
    private func change(_ fork: TestStore) throws {
        guard let schema = try fork.database.snapshot().catalog[PastSnapshotTests.entity]?.schema
        else { return }
        try fork.database.performChanges { changes in
            for id in 0..<10 as Range<Int64> {
                _ = try changes.delete(.int(id), from: schema.name)
                _ = try changes.save(values(id + 5, 1, 3), in: schema.name)
            }
        }
        let contents = try fork.contents()
        _ = try fork.database.compact()
        try fork.reopen()
        try requireEqual(fork.contents(), contents, "a fork after its compaction")
        try fork.checkIntegrity()
    }
}
