#if Macros
    import Nacre
    import NacreTestSupport

    /// A read of a store, a snapshot or a change, compared with the world.
    struct Question: Sendable {
        let what: Int
        let number: Int
        let text: String

        static let generator = Generator<Question> { choices throws(Rejection) in
            Question(
                what: try choices.draw(.integer(in: 0...23)),
                number: try choices.draw(.integer(in: 0...99)),
                text: try choices.draw(.element(of: ["Ann", "Bo", "\u{e9}", "x", "A"])))
        }

        func ask(_ reader: some Reader & ~Escapable, _ world: World) throws {
            switch what {
            case 0...9: try filter(reader, world)
            case 10...12: try find(reader, world)
            case 13...15: try aggregate(reader, world)
            case 16, 17: try askOthers(reader, world)
            case 20...23: try askOfNotes(reader, world)
            default: try page(reader, world)
            }
        }

        private func expect(
            _ filter: Filter<Person>, _ reader: some Reader & ~Escapable, _ world: World,
            _ holds: (Person) -> Bool
        ) throws {
            let request = Person.where { _ in filter }
            let expected = world.people.values.filter(holds).sorted { $0.id < $1.id }
            try requireEqual(
                try reader.fetch(request.sorted(\.id.ascending)), expected, "\(filter)")
            try requireEqual(try reader.count(request), expected.count, "count of \(filter)")
            try requireEqual(
                try reader.fetch(\.label, request.sorted(\.id.ascending)), expected.map(\.label),
                "labels of \(filter)")
        }

        private func filter(_ reader: some Reader & ~Escapable, _ world: World) throws {
            let (number, text, id) = (number, text, number % 8)
            func boss(_ person: Person) -> Person? { person.boss.flatMap { world.people[$0.id] } }
            func team(_ person: Person) -> Team? { person.team.flatMap { world.teams[$0.id] } }
            switch what {
            case 0:
                try expect(Filter { $0.name == text }, reader, world) { $0.name == text }
            case 1:
                try expect(Filter { $0.age >= number && $0.rank >= .middle }, reader, world) {
                    $0.age >= number && $0.rank >= .middle
                }
            case 2:
                try expect(
                    Filter { $0.team.name == text || $0.boss.age > number }, reader, world
                ) { team($0)?.name == text || boss($0).map { $0.age > number } == true }
            case 3:
                try expect(
                    Filter { $0.state.case == .open || $0.state.closed.reason == "fire" }, reader,
                    world
                ) { person in
                    if case .open = person.state { return true }
                    return person.state == .closed(reason: "fire")
                }
            case 4:
                try expect(Filter { $0.state.open.since > id }, reader, world) { person in
                    if case .open(let since) = person.state { since > id } else { false }
                }
            case 5:
                try expect(
                    Filter { $0.address.floor >= id % 4 || $0.address.street == "Side" }, reader,
                    world
                ) { person in
                    guard let address = person.address else { return false }
                    return address.street == "Side" || address.floor.map { $0 >= id % 4 } == true
                }
            case 6:
                try expect(Filter { $0.tags.contains(text) }, reader, world) {
                    $0.tags.contains(text)
                }
            case 7:
                try expect(Filter { $0.label.hasPrefix(text) }, reader, world) {
                    $0.label.hasPrefix(text)
                }
            case 8:
                try expect(Filter { $0.friends.contains(Ref(id: id)) }, reader, world) {
                    $0.friends.contains(Ref(id: id))
                }
            default:
                try expect(
                    Filter { !($0.scores.contains(Int32(id))) && $0.boss == nil }, reader, world
                ) { !$0.scores.contains(Int32(id)) && $0.boss == nil }
            }
        }

        private func find(_ reader: some Reader & ~Escapable, _ world: World) throws {
            let id = number % 8
            switch what {
            case 10:
                try requireEqual(try reader.find(Person.self, id), world.people[id], "by id")
                try requireEqual(
                    try reader.find(Desk.self, id), world.desks[id].map(world.desk), "desk by id")
            case 11:
                let email = "\(["a", "b", "c", "d"][id % 4])@x"
                let holders = world.people.values.filter { $0.email == email }
                do {
                    let found = try reader.find(Person.self, \.email, email)
                    try requireEqual([found].compactMap { $0 }, holders, "by email")
                } catch let error as StoreError {
                    try requireEqual(error.code, .uniqueViolation, "\(error)")
                    try require(holders.count > 1, "one person has the email: \(error)")
                }
            default:
                let seat = id % 4
                let holders = world.people.values.filter { $0.hall == "A" && $0.seat == seat }
                do {
                    let found = try reader.only(Person.self) { $0.hall == "A" && $0.seat == seat }
                    try requireEqual([found].compactMap { $0 }, holders, "by seat")
                } catch let error as StoreError {
                    try requireEqual(error.code, .tooManyResults, "\(error)")
                    try require(holders.count > 1, "one person has the seat: \(error)")
                }
            }
        }

        private func aggregate(_ reader: some Reader & ~Escapable, _ world: World) throws {
            let number = number
            let request = Person.where { $0.age >= number }
            let people = world.people.values.filter { $0.age >= number }
            switch what {
            case 13:
                try requireEqual(
                    try reader.sum(\.age, request), people.map(\.age).reduce(0, +), "sum")
                try requireEqual(try reader.max(\.age, request), people.map(\.age).max(), "max")
            case 14:
                let groups = try reader.group(request, by: \.rank, .count, .sum(\.age))
                let expected = Dictionary(grouping: people, by: \.rank)
                    .sorted { $0.key.rawValue < $1.key.rawValue }
                try requireEqual(groups.map(\.key), expected.map(\.key), "groups")
                try requireEqual(groups.map(\.values.0), expected.map(\.value.count), "counts")
                try requireEqual(
                    groups.map(\.values.1),
                    expected.map { $0.value.map(\.age).reduce(0, +) }, "sums of groups")
            default:
                try requireEqual(
                    Set(try reader.distinct(\.hall, request)), Set(people.map(\.hall)),
                    "distinct")
            }
        }

        private func askOthers(_ reader: some Reader & ~Escapable, _ world: World) throws {
            let (number, id) = (number, number % 8)
            guard what == 16 else {
                try requireEqual(
                    Set(try reader.fetch(Desk.where { $0.lamp.watts > number }).map(\.id)),
                    Set(
                        world.desks.values.filter { world.desk($0).lamp?.watts ?? 0 > number }
                            .map(\.id)), "desks by their lamp")
                return
            }
            func members(_ team: Team) -> [Person] {
                world.people.values.filter { $0.team == Ref(team) }.sorted { $0.id < $1.id }
            }
            let large = Team.where { $0.members.count >= id % 3 }
            try requireEqual(
                Set(try reader.fetch(large).map(\.id)),
                Set(world.teams.values.filter { members($0).count >= id % 3 }.map(\.id)),
                "teams by their size")
            let old = Team.where { $0.members.contains { $0.age > number } }
            try requireEqual(
                Set(try reader.fetch(old).map(\.id)),
                Set(
                    world.teams.values.filter { members($0).contains { $0.age > number } }
                        .map(\.id)), "teams by their members")
            if let team = world.teams[id] {
                try requireEqual(try reader.fetch(team.members), members(team), "members")
            }
        }

        private func page(_ reader: some Reader & ~Escapable, _ world: World) throws {
            let sorted = Person.all.sorted(\.rank.descending, \.age.ascending, \.id.descending)
            let expected = world.people.values.sorted {
                ($1.rank.rawValue, $0.age, $1.id) < ($0.rank.rawValue, $1.age, $0.id)
            }
            try requireEqual(try reader.fetch(sorted), expected, "sorted")
            let (limit, offset) = (number % 5 + 1, number % 3)
            try requireEqual(
                try reader.fetch(sorted.limit(limit).offset(offset)),
                Array(expected.dropFirst(offset).prefix(limit)), "limit and offset")
            var cursor: Cursor<Person>?
            var paged: [Person] = []
            repeat {
                let page = try reader.page(sorted.limit(limit).after(cursor))
                paged += page.items
                cursor = page.cursor
            } while cursor != nil
            try requireEqual(paged, expected, "page by page")
        }
    }
#endif
