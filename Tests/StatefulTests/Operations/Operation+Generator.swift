#if Macros
    import NacreTestSupport

    extension World.Kind: CaseIterable {
        static let allCases: [World.Kind] = [.insert, .save, .update]
    }

    extension Operation {
        static let operations = Generator<[Operation]>.array(of: generator(depth: 2), count: 1...8)

        static let edit = Generator<Edit> { choices throws(Rejection) in
            Edit(
                what: try choices.draw(.integer(in: 0...7)),
                person: try choices.draw(Random.person))
        }

        static let name = Generator<World.Name> { choices throws(Rejection) in
            let id = try choices.draw(Random.id)
            let names: [World.Name] = [
                .person(id), .team(id), .thing(id), .desk(id), .leaflet(id), .note(id),
            ]
            return try choices.draw(.element(of: names))
        }

        private static func pair<A, B>(
            _ first: Generator<A>, _ second: Generator<B>,
            _ make: @escaping @Sendable (A, B) -> Operation
        ) -> Generator<Operation> {
            Generator { choices throws(Rejection) in
                make(try choices.draw(first), try choices.draw(second))
            }
        }

        private static let policy = Generator<Policy?>.optional(.anyCase())

        private static let upsert = Generator<Operation> { choices throws(Rejection) in
            .upsert(
                try choices.draw(Random.person), try choices.draw(.anyCase()),
                try choices.draw(policy))
        }

        private static let people: [(Int, Generator<Operation>)] = [
            (8, pair(Random.person, .anyCase()) { .write($0, $1) }),
            (1, Generator<[Person]>.array(of: Random.person, count: 0...3).map { .writeAll($0) }),
            (4, pair(Random.id, edit) { .edit(id: $0, $1) }),
            (1, pair(Random.age, edit) { .editAll(minimumAge: $0, $1) }),
            (4, upsert),
        ]

        private static let others: [(Int, Generator<Operation>)] = [
            (2, pair(Random.team, .anyCase()) { .writeTeam($0, $1) }),
            (2, pair(Random.team, policy) { .upsertTeam($0, $1) }),
            (1, Random.team.map { .findOrInsertTeam($0) }),
            (1, Random.thing.map { .saveThing($0) }),
            (2, pair(Random.desk, .anyCase()) { .writeDesk($0, $1) }),
            (1, pair(Random.id, Random.age) { .editDesk(id: $0, watts: $1) }),
            (2, Random.leaflet.map { .saveLeaflet($0) }),
            (4, pair(Random.note, .anyCase()) { .writeNote($0, $1) }),
            (1, pair(.integer(in: 0...3), .bool()) { .turnNotes(code: $0, isOfAll: $1) }),
            (1, pair(.integer(in: 0...3), .bool()) { .deleteNotes(code: $0, isOfAll: $1) }),
            (4, name.map { .delete($0) }),
            (1, Generator<Int>.integer(in: 85...99).map { .deleteAll(minimumAge: $0) }),
            (2, Question.generator.map { .ask($0) }),
        ]

        private static func generator(depth: Int) -> Generator<Operation> {
            guard depth > 0 else { return .frequency(people + others) }
            let inner = Generator<[Operation]>.array(
                of: generator(depth: depth - 1), count: 0...5)
            return .frequency(
                people + others + [(2, pair(inner, .bool()) { .savepoint($0, fails: $1) })])
        }
    }

    extension Step {
        static let steps = Generator<[Step]>.array(of: generator, count: 1...60)

        private static let change = Generator<Step> { choices throws(Rejection) in
            let ending = try choices.draw(
                Generator<Ending>.frequency((6, .just(.commit)), (1, .anyCase())))
            return .change(try choices.draw(Operation.operations), ending)
        }

        private static let reopen = Generator<Step> { choices throws(Rejection) in
            .reopen(
                advances: max(0, try choices.draw(.integer(in: 0...5)) - 2),
                isKilled: try choices.draw(.bool()))
        }

        private static let live = Generator<Step> { choices throws(Rejection) in
            .live(
                context: try choices.draw(.integer(in: 0...1)), try choices.draw(LiveCall.calls))
        }

        private static let work = Generator<Step> { choices throws(Rejection) in
            .work(
                try choices.draw(WorkerCall.generator), isCalledBack: try choices.draw(.bool()))
        }

        /// Mostly calls on live objects, since only many calls on the same objects test them well.
        static let liveSteps = Generator<[Step]>.array(
            of: .frequency((4, change), (12, live), (1, reopen), (1, .just(.drain))),
            count: 1...60)

        private static let generator = Generator<Step>.frequency(
            (24, change), (10, live),
            (5, work),
            (2, Operation.operations.map { .dryRun($0) }),
            (4, Question.generator.map { .ask($0) }), (2, .just(.snapshot)),
            (2, Random.id.map { .observe(id: $0) }),
            (1, Random.age.map { .follow(minimumAge: $0) }), (2, .just(.drain)),
            (1, .just(.compact)), (1, .just(.checkpoint)), (2, reopen))
    }
#endif
