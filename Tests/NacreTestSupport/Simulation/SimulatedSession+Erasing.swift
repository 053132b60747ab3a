internal import NacreEngine
internal import NacreFormat

/// Erases objects, and searches the files for what is left of them.
extension SimulatedSession {
    func erase() throws {
        guard let database, plan.erases else { return }
        let former = history[lastCommit]
        guard !former.entities.isEmpty else { return }
        activity = .erase
        tally.figures.erases += 1
        var noted = former
        let objects = (0...random.next(upTo: random.oneIn(4) ? 3 : 0)).map { _ in
            Erasure(
                entity: entity(former), id: Int64(random.next(upTo: 15)), commit: lastCommit + 1)
        }
        for object in objects { noted.entities[object.entity]?.objects[object.id] = nil }
        noted.erasures += objects
        noted.isErasing = true
        noted.turns.end()
        let isShown = isKept(objects)
        do {
            _ = try database.erase(objects.map { ($0.entity, .int($0.id)) })
        } catch let error as StoreError {
            throw Wrong("an erase failed: \(error)")
        }
        // The first commit notes what to erase, and the second one that it is done. An erase of
        // objects that are not in the log needs none.
        let count = try Int(database.snapshot().commit.rawValue) - lastCommit
        guard count == 2 || count == 0 && !isShown else {
            throw Wrong("\(count) commits of an erase")
        }
        var done = noted
        done.isErasing = false
        if count == 2 { history += [noted, done] }
        try cutPower(acknowledged...lastCommit)
        if count == 0 { history[lastCommit].erasures = done.erasures }
        acknowledged = lastCommit
        erased = lastCommit
        try checkErased(lastCommit)
        try cutPower(acknowledged...lastCommit)
    }

    /// Returns whether any state that is kept shows one of some objects.
    private func isKept(_ objects: [Erasure]) -> Bool {
        let first = history[lastCommit].keptFrom ?? lastCommit
        return (first...lastCommit).contains { commit in
            let state = seen(commit, from: lastCommit)
            return objects.contains { state.entities[$0.entity]?.objects[$0.id] != nil }
        }
    }

    /// Returns the state of a commit as a later commit shows it: without the objects that were
    /// erased since.
    func seen(_ commit: Int, from newest: Int) -> ModelState {
        var state = history[commit]
        for erasure in history[newest].erasures where erasure.commit > commit {
            state.entities[erasure.entity]?.objects[erasure.id] = nil
        }
        return state
    }

    /// Checks that a store that is open for changes has nothing left to erase.
    func checkErased(_ commit: Int) throws {
        guard plan.erases else { return }
        guard !history[commit].isErasing else {
            throw Wrong("the erase of commit \(commit) is not finished")
        }
        try checkErased(in: disk.point.state.shown.durableImage, history[commit])
    }

    /// Checks that no file of the store holds anything of the objects that were erased before a
    /// commit.
    func checkErased(in image: CrashImage, _ model: ModelState) throws {
        let traces = ErasedTraces(model.erasures, isErasing: model.isErasing)
        if traces.isEmpty { return }
        for file in image.alone(.store).files {
            guard let trace = traces.first(in: file.state.bytes) else { continue }
            throw Wrong("\(file.name) of \(image) holds the erased \(trace)")
        }
    }
}
