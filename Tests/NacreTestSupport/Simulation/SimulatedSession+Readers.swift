internal import NacreEngine

/// Processes that read a store while this one writes to it.
extension SimulatedSession {
    /// Runs steps, and then repeats their changes beside readers that see them happen one after
    /// another.
    func readBeside(_ steps: () throws -> Void) throws {
        guard database != nil else { return try steps() }
        let (first, formerlyTakenBack) = (lastCommit, takenBack)
        let view = disk.beginTrace()
        try steps()
        let trace = disk.takeTrace()
        // Readers are not checked after a failure with an unknown outcome, nor after commits were
        // taken back.
        guard !disk.hasFailed, !trace.isEmpty, database != nil, takenBack == formerlyTakenBack
        else {
            return
        }
        for _ in 0..<3 { try read(view, trace, first) }
    }

    private func read(
        _ view: TracedDisk.View, _ trace: [TracedChange], _ first: Int
    ) throws {
        tally.figures.readers += 1
        let done = Int(random.next(upTo: UInt64(trace.count)))
        let published = trace.prefix(done).reduce(first) { newest, change in
            if case .published(let commit) = change { max(newest, commit) } else { newest }
        }
        let files = TracedDisk(view, changes: trace, done: done, seed: random.next())
        do {
            let reader = try Database(at: TestStore.path, options: .readOnly, fileSystem: files)
            let snapshot = try reader.snapshot()
            let commit = try check(snapshot, published...max(published, lastCommit))
            // An open snapshot stays unchanged, whatever the writer does to the files.
            files.advance()
            try check(snapshot, commit...commit)
        } catch {
            throw Wrong("a reader beside a writer, \(done) of \(trace.count) changes in: \(error)")
        }
    }
}
