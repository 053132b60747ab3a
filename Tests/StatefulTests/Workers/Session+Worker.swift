#if Macros
    import Nacre
    import NacreObjects
    import NacreTestSupport

    /// The calls of a worker, beside their expected results.
    extension Session {
        /// - Parameter isCalledBack: Whether the form with a completion is used.
        func run(_ call: WorkerCall, isCalledBack: Bool) throws {
            Outcomes.note(isCalledBack ? "called back" : "awaited")
            let direct = Worker(store)
            let worker: any WorkerProtocol = isCalledBack ? CalledBack(worker: direct) : direct
            switch call {
            case .getBulbs, .getTeams: try get(call, worker)
            case .upsertPeople(let people):
                let people = people.map(world.connected)
                try expect("workerUpsert", { try await worker.upsert(people) }) {
                    world throws(World.Refusal) in
                    try world.saveAll(people)
                }
            case .upsertBulbs(let bulbs):
                try expect("workerUpsert", { try await worker.upsert(bulbs) }) {
                    world throws(World.Refusal) in
                    try world.collect(bulbs) { (world, bulb) throws(World.Refusal) in
                        try world.write(try world.thing(bulb), as: .save)
                    }
                }
            case .findOrCreateTeam(let id, let team):
                try expect("workerCreate", { try await worker.findOrCreate(id) { team } }) {
                    world throws(World.Refusal) in
                    if let found = world.teams[id] { return found }
                    if team.id != id { throw World.Refusal(.refused) }
                    return try world.write(team, as: .insert)
                }
            default: try remove(call, worker)
            }
        }

        private func get(_ call: WorkerCall, _ worker: any WorkerProtocol) throws {
            switch call {
            case .getBulbs(let watts):
                try expect(
                    "workerGet",
                    { try await worker.get(Thing.where { $0.watts >= watts }) as [Bulb] }
                ) { world throws(World.Refusal) in
                    var bulbs: [Bulb] = []
                    for thing in world.things.values where thing.watts >= watts {
                        bulbs.append(try world.bulb(thing))
                    }
                    return bulbs.sorted { $0.id < $1.id }
                }
            case .getTeams(let limit):
                try expect(
                    "workerGet",
                    {
                        try await worker.get(
                            where: { $0.name != "Bo" }, sort: [\.id.descending], limit: limit)
                            as [Team]
                    }
                ) { world throws(World.Refusal) in
                    let teams = world.teams.values.filter { $0.name != "Bo" }
                    return Array(teams.sorted { $0.id > $1.id }.prefix(limit))
                }
            default: break
            }
        }

        private func remove(_ call: WorkerCall, _ worker: any WorkerProtocol) throws {
            switch call {
            case .removePeople(let age):
                try expect(
                    "workerRemove", { try await worker.remove(Person.self) { $0.age >= age } }
                ) { world throws(World.Refusal) in
                    let old = world.people.values.filter { $0.age >= age }
                    return try world.delete(Set(old.map { .person($0.id) }))
                }
            case .removeTeams(let ids):
                try expect(
                    "workerRemove", { try await worker.remove(Team.self, ids: ids) }
                ) { world throws(World.Refusal) in
                    var count = 0
                    for id in ids { count += try world.delete([.team(id)]) }
                    return count
                }
            case .replaceBulbs(let watts, let bulbs):
                let request = Thing.where { $0.watts >= watts }
                try expect(
                    "workerReplace", { try await worker.replaceAll(request, with: bulbs) }
                ) { world throws(World.Refusal) in
                    var things: [Thing] = []
                    for bulb in bulbs { things.append(try world.thing(bulb)) }
                    for (id, thing) in world.things where thing.watts >= watts {
                        if things.contains(where: { $0.id == id }) { continue }
                        _ = try world.delete([.thing(id)])
                    }
                    try world.collect(things) { (world, thing) throws(World.Refusal) in
                        try world.write(thing, as: .save)
                    }
                }
            case .replacePeople(let age, let people):
                let people = people.map(world.connected)
                let request = Person.where { $0.age >= age }
                try expect(
                    "workerReplace", { try await worker.replaceAll(request, with: people) }
                ) { world throws(World.Refusal) in
                    let kept = Set(people.map(\.id))
                    let old = world.people.values.filter { $0.age >= age }.map(\.id)
                    let gone = Set(old).subtracting(kept)
                    _ = try world.delete(Set(gone.map { .person($0) }))
                    try world.saveAll(people)
                }
            default: break
            }
        }

        // MARK: Calls and results

        /// Makes one call, in a task while this thread waits.
        private func expect<Result: Equatable & Sendable>(
            _ what: String, _ call: @escaping @Sendable () async throws -> Result,
            _ inWorld: (inout World) throws(World.Refusal) -> Result
        ) throws {
            _ = try commit(
                what,
                {
                    let inbox = Inbox<Swift.Result<Result, any Error>>()
                    _ = Task.detached(executorPreference: QueueExecutor()) {
                        do { inbox.put(.success(try await call())) } catch {
                            inbox.put(.failure(error))
                        }
                    }
                    // Completions are called on the shared threads of tasks.
                    let results = try inbox.take(what, within: 600) { !$0.isEmpty }
                    do { return try results[0].get() } catch let error as WorkerError {
                        // Errors of the types' own code have no code.
                        if error.underlying is MappingError { throw World.Refusal(.refused) }
                        throw error.underlying
                    }
                }, inWorld)
        }

        private func expect(
            _ what: String, _ call: @escaping @Sendable () async throws -> Void,
            _ inWorld: (inout World) throws(World.Refusal) -> Void
        ) throws {
            try expect(
                what,
                {
                    try await call()
                    return true
                }
            ) { world throws(World.Refusal) in
                try inWorld(&world)
                return true
            }
        }
    }

    extension World {
        fileprivate mutating func saveAll(_ people: [Person]) throws(Refusal) {
            try collect(people) { (world, person) throws(Refusal) in
                _ = try world.save(person)
            }
        }
    }
#endif
