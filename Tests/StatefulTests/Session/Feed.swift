#if Macros
    import Nacre
    import NacreTestSupport

    /// A consumer of the commits of a store, and their expected content.
    final class Feed {
        private var inbox: Inbox<Commit>
        private var token: CommitToken
        /// The commit after which the feed begins.
        private let start: UInt64
        private var expected: [(number: UInt64, difference: WorldDifference)] = []
        /// Whether compaction may have joined commits that were not read yet.
        var mayBeGone = false

        init(_ store: Store) throws {
            let snapshot = try store.snapshot()
            (token, start) = (snapshot.token, snapshot.commitNumber)
            inbox = Inbox(store.commits)
        }

        func expect(_ number: UInt64, _ difference: WorldDifference) {
            if number > start { expected.append((number, difference)) }
        }

        func cancel() { inbox.cancel() }

        /// Checks every commit up to now.
        func drain() throws {
            let commits = try inbox.take("the feed") { $0.count >= expected.count }
            try requireEqual(commits.map(\.number), expected.map(\.number), "commits")
            for (commit, expected) in zip(commits, expected) {
                try expected.difference.check(commit, "in commit \(commit.number)")
            }
            if let last = commits.last { (token, mayBeGone) = (last.token, false) }
            expected = []
        }

        /// Continues a former feed from its token, with its expected commits.
        private init(_ store: Store, behind former: Feed, _ generation: Generation) throws {
            (token, start) = (former.token, 0)
            inbox = Inbox(try store.commits(since: token))
            mayBeGone = former.mayBeGone
            expected = former.expected.map { number, difference in
                let before = difference.before.kept(by: generation)
                let after = difference.after.kept(by: generation)
                return (number, WorldDifference(before: before, after: after, held: nil))
            }
        }

        /// Returns the feed from the last checked commit on, in the store opened again.
        /// - Parameter generation: The program that reads it now.
        func continued(in store: Store, _ generation: Generation) throws -> Feed {
            do {
                return try Feed(store, behind: self, generation)
            } catch let error as StoreError where error.code == .historyGone {
                try require(mayBeGone, "\(error)")
                return try Feed(store)
            }
        }
    }
#endif
