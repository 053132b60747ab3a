#if Macros
    import Nacre
    import NacreObjects
    import NacreTestSupport

    /// Contexts beside all other changes of the store.
    extension Session {
        func run(_ calls: [LiveCall], inContext index: Int) throws {
            let session = try contexts[index] ?? LiveSession(store, world)
            contexts[index] = session
            for call in calls {
                let watches = try session.watch()
                try run(call, in: session)
                try watches.check(session.model.changes)
                try session.check()
            }
        }

        private func run(_ call: LiveCall, in session: LiveSession) throws {
            Outcomes.note("live \(Mirror(reflecting: call).children.first?.label ?? "\(call)")")
            switch call {
            case .save(let policy): try save(session, policy)
            case .refresh:
                try session.run(call, world)
                try session.checkUpToDate(with: store)
            case .together(let inner):
                session.model.beginGroup()
                defer { session.model.endGroup() }
                try session.context.asOneChange {
                    for call in inner { try run(call, in: session) }
                }
            case .meanwhile(let operations): try change(operations, .commit)
            case .contend(let id, let edit):
                let contended = session.changedPeople.filter { world.people[$0] != nil }
                guard !contended.isEmpty else { return }
                let chosen = contended[id % contended.count]
                try change([.edit(id: chosen, edit)], .commit)
            case .contendHeld(let thing):
                let contended = session.heldThings.filter { world.things[$0] != nil }
                guard !contended.isEmpty else { return }
                let id = contended[thing.id % contended.count]
                let other = Thing(
                    id: id, title: thing.title, watts: thing.watts, level: thing.level)
                try change([.saveThing(other)], .commit)
            default: try session.run(call, world)
            }
        }

        private func save(_ session: LiveSession, _ policy: LiveModel.Policy) throws {
            session.context.mergePolicy = policy.mergePolicy
            var model = session.model
            let hasChanges = model.hasChanges
            let isDone = try commit(
                "saveLive",
                {
                    try session.context.save()
                    return session.context.hasChanges
                },
                { world throws(World.Refusal) in
                    try model.save(policy, in: &world)
                    return model.hasChanges
                })
            guard isDone else { return }
            session.model = model
            if hasChanges { try session.checkUpToDate(with: store) }
        }

        /// Makes one commit by another way than a change of the store.
        /// - Returns: False if it is rightly refused.
        func commit<Result: Equatable>(
            _ what: String, _ inStore: () throws -> Result,
            _ inWorld: (inout World) throws(World.Refusal) -> Result
        ) throws -> Bool {
            var next = world
            do {
                try next.both(what, inStore) { world throws(World.Refusal) in
                    let result = try inWorld(&world)
                    if let code = world.refusalAtEnd { throw World.Refusal(code) }
                    return result
                }
                try committed(next)
            } catch is World.Refusal {
                let now = try store.snapshot().commitNumber
                try requireEqual(now, commitNumber, "the commit of what was refused")
                return false
            }
            try world.check(store, "behind \(what)")
            return true
        }
    }

    extension LiveModel.Policy {
        var mergePolicy: MergePolicy {
            switch self {
            case .error: .error
            case .storeWins: .storeWins
            case .contextWins: .contextWins
            case .mergeProperties: .mergeProperties
            }
        }
    }
#endif
