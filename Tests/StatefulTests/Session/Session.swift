#if Macros
    import Nacre
    import NacreEngine
    import NacreTestSupport
    import Synchronization

    /// A store, its expected world, and all its followers.
    final class Session {
        private(set) var files = MemoryFileSystem()
        private(set) var store: Store
        var world = World()
        /// The number of the newest commit.
        private(set) var commitNumber: UInt64
        private(set) var feed: Feed
        private var observers: [Observer] = []
        private var followers: [Follower] = []
        var contexts: [Int: LiveSession] = [:]
        private var snapshots: [(Nacre.Snapshot, World)] = []
        /// The number of times that the store was left without being closed.
        private var uncleanEnds = 0
        private static let path = "stateful.nacre"

        init() throws {
            // A failed session may have left some.
            Person.saved.withLock { $0 = [] }
            store = try Self.open(files, .first)
            try store.performChanges { try $0.insert(Tally(id: 0)) }
            commitNumber = try store.snapshot().commitNumber
            feed = try Feed(store)
        }

        private static func open(
            _ files: MemoryFileSystem, _ generation: Generation
        ) throws -> Store {
            var options = Store.Options()
            options.schemaPlan = generation.plan
            return try Store(
                at: path, options,
                [
                    Person.self, Team.self, Thing.self, Desk.self, Tally.self, Note.self,
                    generation.leaflet,
                ], fileSystem: files, environment: .repeatable())
        }

        func run(_ steps: [Step]) throws {
            for step in steps { try run(step) }
            try drain()
            try checkSnapshots()
            try store.close()
            try checkSnapshots()
            let report = try IntegrityChecker(path: Self.path, isDeep: true, fileSystem: files)
                .run()
            try require(report.isSound, "defects: \(report.defects)")
        }

        private func run(_ step: Step) throws {
            switch step {
            case .change(let operations, let ending): try change(operations, ending)
            case .dryRun(let operations): try dryRun(operations)
            case .ask(let question): try question.ask(store, world)
            case .live(let index, let calls): try run(calls, inContext: index)
            case .work(let call, let isCalledBack): try run(call, isCalledBack: isCalledBack)
            case .snapshot:
                if snapshots.count == 3 { snapshots.removeFirst() }
                snapshots.append((try store.snapshot(), world))
            case .observe(let id): observers.append(try Observer(store, id))
            case .follow(let age): followers.append(try Follower(store, age, world))
            case .drain: try drain()
            case .compact:
                try store.compact()
                feed.mayBeGone = true
            case .checkpoint: _ = try store.database.checkpoint()
            case .reopen(let advances, let isKilled): try reopen(advances, isKilled)
            }
        }

        // MARK: Changing

        func change(_ operations: [Operation], _ ending: Step.Ending) throws {
            var next = world
            do {
                try store.performChanges { changes in
                    try next.run(operations, in: changes, isStrict: ending == .strict)
                    try next.check(changes, "inside of a change")
                    if ending == .fails { throw Stop() }
                }
                try requireEqual(next.refusalAtEnd, nil, "the end of the change")
                try committed(next)
            } catch let error as StoreError {
                try requireEqual(error.code, next.refusalAtEnd, "\(error)")
                Outcomes.note(error.code == .uniqueViolation ? "shared" : "dangling")
                try requireEqual(error.outcome, .notCommitted, "outcome")
            } catch let error where error is Stop || error is World.Refusal {}
            let now = try store.snapshot()
            try requireEqual(now.commitNumber, commitNumber, "the commit")
            try world.check(now, "behind a change")
        }

        /// Notes the changes of the world by a change.
        func committed(_ next: World) throws {
            let number = try store.snapshot().commitNumber
            let saved = Person.saved.withLock { saved in
                defer { saved = [] }
                return saved
            }
            let difference = WorldDifference(before: world, after: next, held: (next, next))
            if number == commitNumber {
                try requireEqual(world, next, "a change without a commit")
                try require(saved.isEmpty, "a hook without a commit")
                return
            }
            try requireEqual(number, commitNumber + 1, "the number of the commit")
            try require(world != next, "a commit of a change that changes nothing")
            commitNumber = number
            Outcomes.note("committed")
            feed.expect(number, WorldDifference(before: world, after: next, held: nil))
            for observer in observers { observer.expect(world, next) }
            world = next
            try require(saved.count < 2, "didSave was called \(saved.count) times")
            if saved.isEmpty {
                try requireEqual(difference.before.people, next.people, "people without didSave")
            }
            for saved in saved {
                try requireEqual(saved.commit.number, number, "the commit of didSave")
                try difference.check(saved.commit, "in didSave")
            }
        }

        private func dryRun(_ operations: [Operation]) throws {
            var next = world
            do {
                let preview = try store.dryRun { changes in
                    try next.run(operations, in: changes, isStrict: false)
                }
                try requireEqual(next.refusalAtEnd, nil, "the end of a dry run")
                try WorldDifference(before: world, after: next, held: (world, next))
                    .check(preview, "in a dry run")
            } catch let error as StoreError {
                try requireEqual(error.code, next.refusalAtEnd, "\(error)")
            }
            let now = try store.snapshot()
            try requireEqual(now.commitNumber, commitNumber, "the commit behind a dry run")
            try world.check(now, "behind a dry run")
            try require(Person.saved.withLock { $0.isEmpty }, "didSave in a dry run")
        }

        // MARK: Following

        /// Waits until all followers of the store have received everything.
        private func drain() throws {
            try feed.drain()
            for observer in observers { try observer.drain() }
            for follower in followers { try follower.drain(world) }
            try checkSnapshots()
        }

        private func checkSnapshots() throws {
            for (snapshot, world) in snapshots {
                try world.check(snapshot, "in the snapshot of \(snapshot.commitNumber)")
            }
        }

        // MARK: Opening

        /// - Parameter advances: The number of later programs that open it in turn.
        private func reopen(_ advances: Int, _ isKilled: Bool) throws {
            if advances == 0 { return try reopen(as: world, isKilled) }
            for _ in 0..<advances { try reopen(as: world.advanced, isKilled) }
        }

        /// - Parameter next: The world after opening.
        private func reopen(as next: World, _ isKilled: Bool) throws {
            for observer in observers { try observer.drain() }
            (observers, followers, contexts) = ([], [], [:])
            if isKilled {
                let left = MemoryFileSystem(Self.path, files: files.contents(of: Self.path))
                try store.close()
                files = left
                uncleanEnds += 1
            } else {
                try store.close()
            }
            feed.cancel()
            // Each of them leaves a small segment, and this many are merged in the background.
            if uncleanEnds >= CompactionPolicy().smallRunMax { feed.mayBeGone = true }
            let (former, generation) = (world, next.generation)
            store = try Self.open(files, generation)
            world = next
            feed = try feed.continued(in: store, generation)
            let number = try store.snapshot().commitNumber
            let isAdvanced = former.generation != generation
            try requireEqual(number, commitNumber + (isAdvanced ? 1 : 0), "the commit of opening")
            if isAdvanced {
                commitNumber = number
                Outcomes.note("opened as \(generation)")
                let before = former.kept(by: generation)
                feed.expect(number, WorldDifference(before: before, after: world, held: nil))
            }
            try world.check(store, "opened again")
        }
    }
#endif
