#if Macros
    import Nacre
    import NacreTestSupport

    /// The error that ends a change or a savepoint that is to fail.
    struct Stop: Error {}

    /// Runs operations within a change, and on the world beside it.
    extension World {
        /// - Parameter isStrict: Whether the first error ends everything.
        mutating func run(
            _ operations: [Operation], in changes: WriteTransaction, isStrict: Bool
        ) throws {
            for operation in operations {
                do { try run(operation, in: changes, isStrict) } catch let refusal as Refusal {
                    if isStrict { throw refusal }
                }
            }
        }

        /// - Throws: A `Refusal` if store and world agree that it cannot be done; otherwise a
        ///   description of the difference.
        private mutating func run(
            _ operation: Operation, in changes: WriteTransaction, _ isStrict: Bool
        ) throws {
            switch operation {
            case .write, .writeAll, .edit, .editAll, .upsert:
                try runOnPeople(operation, in: changes)
            case .writeTeam, .upsertTeam, .findOrInsertTeam:
                try runOnTeams(operation, in: changes)
            case .saveThing, .writeDesk, .editDesk, .saveLeaflet:
                try runOnOthers(operation, in: changes)
            case .writeNote, .turnNotes, .deleteNotes:
                try runOnNotes(operation, in: changes)
            case .delete(let name):
                let generation = generation
                try both(
                    "delete \(name)", { try name.delete(in: changes, generation) ? 1 : 0 },
                    { world throws(Refusal) in try world.delete([name]) })
            case .deleteAll(let age):
                try both(
                    "delete from \(age)",
                    { try changes.delete(Person.where { $0.age >= age }) },
                    { world throws(Refusal) in
                        let old = world.people.values.filter { $0.age >= age }
                        return try world.delete(Set(old.map { .person($0.id) }))
                    })
            case .ask(let question): try question.ask(changes, self)
            case .savepoint(let inner, let fails):
                try savepoint(inner, fails, in: changes, isStrict)
            }
        }

        private mutating func savepoint(
            _ operations: [Operation], _ fails: Bool, in changes: WriteTransaction,
            _ isStrict: Bool
        ) throws {
            let before = self
            do {
                try changes.savepoint {
                    try run(operations, in: changes, isStrict: isStrict)
                    if fails { throw Stop() }
                }
            } catch let error where error is Stop || error is Refusal {
                self = before
                if error is Refusal { throw error }
            }
        }

        // MARK: Kinds

        private mutating func runOnPeople(
            _ operation: Operation, in changes: WriteTransaction
        ) throws {
            switch operation {
            case .write(let person, let kind):
                let person = connected(person)
                try both(
                    "\(kind) \(person)",
                    {
                        switch kind {
                        case .insert: try changes.insert(person)
                        case .update: try changes.update(person)
                        case .save: try changes.save(person)
                        }
                    },
                    { world throws(Refusal) in
                        kind == .save
                            ? try world.save(person) : try world.write(person, as: kind)
                    })
            case .writeAll(let all):
                let all = all.map(connected)
                try both(
                    "insert \(all.count)",
                    { try changes.savepoint { try changes.insert(contentsOf: all) } },
                    { world throws(Refusal) in
                        try world.collect(all) { (world, person) throws(Refusal) in
                            try world.write(person, as: .insert)
                        }
                    })
            case .edit(let id, let edit):
                let id = somebody(id)
                let edit = Operation.Edit(what: edit.what, person: connected(edit.person))
                try both(
                    "edit \(id)",
                    { try changes.update(Person.self, id) { edit(&$0) } },
                    { world throws(Refusal) in try world.edit(id, edit) })
            case .editAll(let age, let edit):
                let edit = Operation.Edit(what: edit.what, person: connected(edit.person))
                let request = Person.where { $0.age >= age }.sorted(\.id.ascending)
                try both(
                    "edit from \(age)",
                    { try changes.savepoint { try changes.update(request) { edit(&$0) } } },
                    { world throws(Refusal) in
                        let people = world.people.values.filter { $0.age >= age }
                        for id in people.map(\.id).sorted() { _ = try world.edit(id, edit) }
                        return people.count
                    })
            case .upsert(let person, let unique, let policy):
                let person = connected(person)
                try both(
                    "upsert \(person) on \(unique), \(policy.map { "\($0)" } ?? "as declared")",
                    { try unique.upsert(person, policy?.conflict, in: changes) },
                    { world throws(Refusal) in try world.upsert(person, on: unique, policy) })
            default: break
            }
        }

        private mutating func runOnTeams(
            _ operation: Operation, in changes: WriteTransaction
        ) throws {
            switch operation {
            case .writeTeam(let team, let kind):
                try both(
                    "\(kind) \(team)",
                    {
                        switch kind {
                        case .insert: try changes.insert(team)
                        case .update: try changes.update(team)
                        case .save: try changes.save(team)
                        }
                    },
                    { world throws(Refusal) in
                        kind == .save ? try world.save(team) : try world.write(team, as: kind)
                    })
            case .upsertTeam(let team, let policy):
                try both(
                    "upsert \(team), \(policy.map { "\($0)" } ?? "as declared")",
                    { try changes.upsert(team, on: \.code, conflict: policy?.teamConflict) },
                    { world throws(Refusal) in try world.upsert(team, policy) })
            case .findOrInsertTeam(let team):
                try both(
                    "find or insert \(team)",
                    { try changes.findOrInsert(Team.self, \.code, team.code) { team } },
                    { world throws(Refusal) in
                        if let found = try world.holder(of: team.code) { return found }
                        return try world.comparingAtOnce { (world) throws(Refusal) in
                            try world.write(team, as: .insert)
                        }
                    })
            default: break
            }
        }

        private mutating func runOnOthers(
            _ operation: Operation, in changes: WriteTransaction
        ) throws {
            switch operation {
            case .saveThing(let thing):
                try both(
                    "save \(thing.id)", { try changes.save(thing) },
                    { world throws(Refusal) in
                        try world.write(thing, as: .save)
                        return thing
                    })
            case .writeDesk(let desk, let kind):
                let desk = connected(desk)
                try both(
                    "\(kind) \(desk)",
                    {
                        switch kind {
                        case .insert: try changes.insert(desk)
                        case .update: try changes.update(desk)
                        case .save: try changes.save(desk)
                        }
                    },
                    { world throws(Refusal) in
                        try world.write(desk, as: kind)
                        return desk
                    })
            case .editDesk(let id, let watts):
                try both(
                    "edit desk \(id)",
                    { try changes.update(Desk.self, id) { $0.rearrange(watts) } },
                    { world throws(Refusal) in
                        guard let plain = world.desks[id] else { throw Refusal(.noSuchObject) }
                        var desk = world.desk(plain)
                        desk.rearrange(watts)
                        try world.write(desk, as: .update)
                        return desk
                    })
            case .saveLeaflet(let plain): try save(plain, generation.leaflet, in: changes)
            default: break
            }
        }

        private mutating func save<Leaflet: LeafletType>(
            _ plain: PlainLeaflet, _ type: Leaflet.Type, in changes: WriteTransaction
        ) throws {
            let leaflet = Leaflet(plain)
            try both(
                "save \(leaflet)", { try changes.save(leaflet) },
                { world throws(Refusal) in
                    world.leaflets[plain.id] = leaflet.plain
                    return leaflet
                })
        }

        // MARK: Comparison with the store

        /// Does the same in the store and in the world, and compares the results.
        mutating func both<Result: Equatable>(
            _ what: String, _ inStore: () throws -> Result,
            _ inWorld: (inout World) throws(Refusal) -> Result
        ) throws {
            var next = self
            let expected: Swift.Result<Result, Refusal>
            do throws(Refusal) { expected = .success(try inWorld(&next)) } catch {
                expected = .failure(error)
            }
            let found: Swift.Result<Result, Refusal>
            do { found = .success(try inStore()) } catch let error as StoreError {
                found = .failure(Refusal(error.code, violations: error.violations.count))
            } catch let error as Refusal {
                found = .failure(error)
            }
            try requireEqual(found, expected, what)
            Outcomes.note(what, expected)
            if case .failure(let refusal) = expected { throw refusal }
            self = next
        }

        mutating func both(
            _ what: String, _ inStore: () throws -> Void,
            _ inWorld: (inout World) throws(Refusal) -> Void
        ) throws {
            try both(
                what,
                {
                    try inStore()
                    return true
                },
                { world throws(Refusal) in
                    try inWorld(&world)
                    return true
                })
        }

        private mutating func edit(
            _ id: Int, _ edit: Operation.Edit
        ) throws(Refusal) -> Person {
            guard var person = people[id] else { throw Refusal(.noSuchObject) }
            edit(&person)
            return try write(person, as: .update)
        }

        /// Collects all broken rules, which are reported at once; any other error ends the call.
        mutating func collect<Element>(
            _ elements: [Element], _ body: (inout World, Element) throws(Refusal) -> Void
        ) throws(Refusal) {
            var violations = 0
            for element in elements {
                var next = self
                do throws(Refusal) {
                    try body(&next, element)
                    self = next
                } catch {
                    guard error.code == .invalidObject else { throw error }
                    violations += error.violations
                }
            }
            if violations > 0 { throw Refusal(.invalidObject, violations: violations) }
        }
    }
#endif
