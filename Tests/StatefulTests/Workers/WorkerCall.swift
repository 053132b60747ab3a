#if Macros
    import NacreTestSupport

    /// One call of a worker: each is a snapshot or a commit.
    enum WorkerCall: Sendable {
        case getBulbs(minimumWatts: Int)
        case getTeams(limit: Int)
        case upsertPeople([Person])
        case upsertBulbs([Bulb])
        case removePeople(minimumAge: Int)
        case removeTeams([Int])
        case replaceBulbs(minimumWatts: Int, [Bulb])
        case replacePeople(minimumAge: Int, [Person])
        case findOrCreateTeam(id: Int, Team)

        private static let bulbs = Generator<[Bulb]>.array(
            of: .init { choices throws(Rejection) in
                Bulb(id: try choices.draw(Random.id), light: try choices.draw(Random.age))
            }, count: 0...3)

        private static let people = Generator<[Person]>.array(of: Random.person, count: 0...3)

        private static func pair<A, B>(
            _ first: Generator<A>, _ second: Generator<B>,
            _ make: @escaping @Sendable (A, B) -> WorkerCall
        ) -> Generator<WorkerCall> {
            Generator { choices throws(Rejection) in
                make(try choices.draw(first), try choices.draw(second))
            }
        }

        static let generator = Generator<WorkerCall>.frequency(
            (2, Random.age.map { .getBulbs(minimumWatts: $0) }),
            (1, Generator<Int>.integer(in: 0...3).map { .getTeams(limit: $0) }),
            (3, people.map { .upsertPeople($0) }), (2, bulbs.map { .upsertBulbs($0) }),
            (1, Generator<Int>.integer(in: 85...99).map { .removePeople(minimumAge: $0) }),
            (1, Generator<[Int]>.array(of: Random.id, count: 0...2).map { .removeTeams($0) }),
            (2, pair(Random.age, bulbs) { .replaceBulbs(minimumWatts: $0, $1) }),
            (1, pair(Random.age, people) { .replacePeople(minimumAge: $0, $1) }),
            (2, pair(Random.id, Random.team) { .findOrCreateTeam(id: $0, $1) }))
    }
#endif
