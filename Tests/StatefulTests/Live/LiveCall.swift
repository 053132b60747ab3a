#if Macros
    import NacreTestSupport

    /// One call of a context or of one of its live objects.
    enum LiveCall: Sendable {
        case find(World.Name)
        case fetch(minimumAge: Int)
        /// Makes a live object of a value that the store has now.
        case manage(World.Name)
        case insertPerson(Person)
        case insertTeam(Team)
        case insertThing(Thing)
        case insertNote(Note)
        case insertDesk(Desk)
        /// Replaces the whole value.
        case edit(id: Int, Operation.Edit)
        case setAge(id: Int, Int)
        case setWatts(id: Int, Int)
        case setReaders(id: Int, [Int])
        /// Changes the held things, or their set.
        case editDesk(id: Int, what: Int, Thing)
        /// Changes the team through the reference that leads to it.
        case setMotto(ofTeamOf: Int, String?)
        case setBoss(id: Int, Int?)
        case follow(id: Int)
        case delete(World.Name)
        /// Makes two people who deny each other's deletion, so that they can be deleted only
        /// together.
        case tie(Int, Int)
        case deleteAll(minimumAge: Int)
        case undo
        case redo
        case enableUndo(Bool)
        indirect case together([LiveCall])
        case save(LiveModel.Policy)
        case rollback
        case refresh
        /// Changes made by others.
        case meanwhile([Operation])
        /// A change by others of an object that was changed here.
        case contend(id: Int, Operation.Edit)
        /// A change by others of a thing that a desk holds.
        case contendHeld(Thing)

        /// The number of calls that it counts as.
        var count: Int {
            switch self {
            case .together(let inner): inner.reduce(1) { $0 + $1.count }
            case .meanwhile(let operations): operations.reduce(0) { $0 + $1.count }
            default: 1
            }
        }

        // MARK: Random calls

        static let calls = Generator<[LiveCall]>.frequency(
            (10, .array(of: generator(depth: 1), count: 1...10)), (1, knot))

        /// Ties people to each other, and deletes most of them, which chance would hardly do.
        private static let knot = Generator<[LiveCall]> { choices throws(Rejection) in
            [
                .tie(try choices.draw(Random.id), try choices.draw(Random.id)),
                .save(.contextWins), .deleteAll(minimumAge: try choices.draw(Random.age) / 3),
                .save(.contextWins),
            ]
        }

        private static func of<Value>(
            _ value: Generator<Value>, _ make: @escaping @Sendable (Int, Value) -> LiveCall
        ) -> Generator<LiveCall> {
            Generator { choices throws(Rejection) in
                make(try choices.draw(Random.id), try choices.draw(value))
            }
        }

        private static let editDesk = Generator<LiveCall> { choices throws(Rejection) in
            .editDesk(
                id: try choices.draw(Random.id), what: try choices.draw(.integer(in: 0...5)),
                try choices.draw(Random.thing))
        }

        private static let changes: [(Int, Generator<LiveCall>)] = [
            (2, Random.desk.map { .insertDesk($0) }), (4, editDesk),
            (3, Random.person.map { .insertPerson($0) }), (2, Random.team.map { .insertTeam($0) }),
            (1, Random.thing.map { .insertThing($0) }),
            (8, of(Operation.edit) { .edit(id: $0, $1) }),
            (3, of(Random.age) { .setAge(id: $0, $1) }),
            (2, of(Random.age) { .setWatts(id: $0, $1) }),
            (2, of(.optional(.element(of: ["on", "up"]))) { .setMotto(ofTeamOf: $0, $1) }),
            (2, of(.optional(Random.id)) { .setBoss(id: $0, $1) }),
            (1, Random.note.map { .insertNote($0) }),
            (2, of(.array(of: Random.id, count: 0...2)) { .setReaders(id: $0, $1) }),
            (3, Operation.name.map { .delete($0) }),
            (3, of(Random.id) { .tie($0, $1) }),
            (2, Random.age.map { .deleteAll(minimumAge: $0 / 3) }),
        ]

        private static let others: [(Int, Generator<LiveCall>)] = [
            (2, Operation.name.map { .find($0) }), (1, Random.age.map { .fetch(minimumAge: $0) }),
            (1, Operation.name.map { .manage($0) }), (2, Random.id.map { .follow(id: $0) }),
            (3, .just(.undo)), (2, .just(.redo)),
            (5, Generator<LiveModel.Policy>.anyCase().map { .save($0) }), (1, .just(.rollback)),
            (2, .just(.refresh)), (3, Operation.operations.map { .meanwhile($0) }),
            (4, of(Operation.edit) { .contend(id: $0, $1) }),
            (3, Random.thing.map { .contendHeld($0) }),
            (1, Generator<Int>.integer(in: 0...3).map { .enableUndo($0 > 0) }),
        ]

        private static func generator(depth: Int) -> Generator<LiveCall> {
            guard depth > 0 else { return .frequency(changes + others) }
            let inner = Generator<[LiveCall]>.array(of: generator(depth: depth - 1), count: 0...4)
            return .frequency(changes + others + [(2, inner.map { .together($0) })])
        }
    }
#endif
