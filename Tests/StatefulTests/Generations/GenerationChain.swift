#if Macros
    import Nacre
    import NacreEngine
    import NacreTestSupport

    /// A store under a series of programs, with its expected content and history.
    struct GenerationChain {
        private let files = MemoryFileSystem()
        private var program = Program(
            first: Form(kind: .required, width: 0), second: Form(kind: .optional, width: 0))
        private var store: Store
        private var items: [Int: PlainItem] = [:]
        /// The states before and after each commit since the token, as the present program has
        /// them.
        private var history: [(before: [Int: PlainItem], after: [Int: PlainItem])] = []
        private var token: CommitToken

        init() throws {
            store = try Self.open(files, program.type)
            token = try store.snapshot().token
        }

        private static func open(
            _ files: MemoryFileSystem, _ type: any Entity.Type
        ) throws -> Store {
            try Store(
                at: TestStore.path, Store.Options(), [type], fileSystem: files,
                environment: .repeatable())
        }

        mutating func run(_ step: RandomGenerationTests.Step) throws {
            switch step {
            case .save(let plain): try save(plain.kept(program), program.type)
            case .delete(let id): try delete(id, program.type)
            case .advance(let next): try advance(next)
            case .compact:
                try store.compact()
                // The commits before are no longer listed one by one.
                (token, history) = (try store.snapshot().token, [])
            }
            try check(program.type)
        }

        func end() throws {
            try checkHistory(program.type)
            try store.close()
            let report = try IntegrityChecker(
                path: TestStore.path, isDeep: true, fileSystem: files
            ).run()
            try require(report.isSound, "defects: \(report.defects)")
        }

        private mutating func save<Type: ItemType>(_ plain: PlainItem, _ type: Type.Type) throws {
            let commit = try store.snapshot().commitNumber
            try store.performChanges { try $0.save(Type(plain)) }
            if try store.snapshot().commitNumber == commit {
                try requireEqual(items[plain.id], plain, "what a save without a commit leaves")
            } else {
                note { $0[plain.id] = plain }
            }
        }

        private mutating func delete<Type: ItemType>(_ id: Int, _ type: Type.Type) throws {
            let isGone = try store.performChanges { try $0.delete(type, id) }
            try requireEqual(isGone, items[id] != nil, "deleted \(id)")
            if isGone { note { $0[id] = nil } }
        }

        private mutating func note(_ change: (inout [Int: PlainItem]) -> Void) {
            let before = items
            change(&items)
            history.append((before, items))
        }

        /// Opens the store as another program, if there is a way from this one to it.
        private mutating func advance(_ next: Program) throws {
            var next = next
            if !program.first.canBecome(next.first) { next.first = program.first }
            if !program.second.canBecome(next.second) { next.second = program.second }
            guard next != program else { return }
            let commit = try store.snapshot().commitNumber
            try store.close()
            store = try Self.open(files, next.type)
            program = next
            items = items.mapValues { $0.kept(next) }
            history = history.map { before, after in
                (before.mapValues { $0.kept(next) }, after.mapValues { $0.kept(next) })
            }
            for _ in commit..<(try store.snapshot().commitNumber) { history.append((items, items)) }
        }

        private func check<Type: ItemType>(_ type: Type.Type) throws {
            let found = try store.fetch(type.all)
            try requireEqual(
                Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0.plain) }), items,
                "objects of \(type)")
        }

        /// Checks every commit, whichever program wrote it, read with the newest program's objects.
        private func checkHistory<Type: ItemType>(_ type: Type.Type) throws {
            let inbox = Inbox(try store.commits(since: token))
            let commits = try inbox.take("the commits") { $0.count >= history.count }
            try requireEqual(commits.count, history.count, "commits")
            for (commit, expected) in zip(commits, history) {
                try requireEqual(
                    try Difference(commit, type) { $0.plain },
                    Difference(from: expected.before, to: expected.after),
                    "commit \(commit.number) as \(type)")
            }
        }
    }
#endif
