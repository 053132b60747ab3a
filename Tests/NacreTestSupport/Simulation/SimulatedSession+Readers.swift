internal import NacreEngine

/// Processes that read a store while this one writes to it.
extension SimulatedSession {
    /// Runs steps, and then once more readers that see their changes happen one after another.
    func readBeside(_ steps: () throws -> Void) throws {
        guard database != nil else { return try steps() }
        let (first, formerlyTakenBack) = (lastCommit, takenBack)
        let view = disk.beginTrace()
        try steps()
        let trace = disk.takeTrace()
        // What a failure has left undecided, and what was taken back, is no reader's matter here.
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
            // Whatever the writer does to the files: what was opened stays as it was.
            files.advance()
            try check(snapshot, commit...commit)
        } catch {
            throw Wrong("a reader beside a writer, \(done) of \(trace.count) changes in: \(error)")
        }
    }
}
