#if Macros
    import Nacre

    /// Makes most references lead to an object, as otherwise no change would ever be committed.
    extension World {
        /// Returns the id of an existing person instead of a missing one. One id in eight is left
        /// unchanged.
        func somebody(_ id: Int) -> Int {
            guard people[id] == nil, id != 7, !people.isEmpty else { return id }
            return people.keys.sorted()[id % people.count]
        }

        /// Returns the person with references that mostly lead to an object.
        func connected(_ person: Person) -> Person {
            var person = person
            if let boss = person.boss, people[boss.id] == nil, boss.id != 7 { person.boss = nil }
            if let team = person.team, teams[team.id] == nil, team.id != 7 { person.team = nil }
            if !people.isEmpty {
                person.mentor = person.mentor.map { Ref(id: somebody($0.id)) }
                person.friends = person.friends.map { Ref(id: somebody($0.id)) }
            } else {
                (person.mentor, person.friends) = (nil, [])
            }
            return person
        }

        /// Returns the desk with an owner who mostly exists.
        func connected(_ desk: Desk) -> Desk {
            let owner = Ref<Person>(id: somebody(desk.owner.id))
            return Desk(id: desk.id, owner: owner, lamp: desk.lamp, books: desk.books)
        }
    }

    extension Desk {
        mutating func rearrange(_ watts: Int) {
            books.reverse()
            lamp?.watts = watts
            if watts.isMultiple(of: 3) { lamp = books.popLast() }
        }
    }

    extension World.Name {
        func delete(
            in changes: WriteTransaction, _ generation: Generation
        ) throws -> Bool {
            switch self {
            case .person(let id): try changes.delete(Person.self, id)
            case .team(let id): try changes.delete(Team.self, id)
            case .thing(let id): try changes.delete(Thing.self, id)
            case .desk(let id): try changes.delete(Desk.self, id)
            case .note(let id): try changes.delete(Note.self, id)
            case .leaflet(let id): try delete(id, generation.leaflet, in: changes)
            }
        }

        private func delete<Leaflet: LeafletType>(
            _ id: Int, _ type: Leaflet.Type, in changes: WriteTransaction
        ) throws -> Bool {
            try changes.delete(type, id)
        }
    }

    extension World.Unique {
        func upsert(
            _ person: Person, _ conflict: UpsertConflict<Person>?, in changes: WriteTransaction
        ) throws -> Person {
            switch self {
            case .email: try changes.upsert(person, on: \.email, conflict: conflict)
            case .badge: try changes.upsert(person, on: \.badge, conflict: conflict)
            case .seat: try changes.upsert(person, on: \.hall, \.seat, conflict: conflict)
            }
        }
    }

    extension World.Policy {
        var conflict: UpsertConflict<Person> {
            switch self {
            case .error: .error
            case .replace: .replace
            case .keepExisting: .keepExisting
            case .merge: .merge
            case .fields: .merge(\.age, \.address, \.tags)
            case .closure: .merge { World.mix(&$0, $1) }
            }
        }

        var teamConflict: UpsertConflict<Team> {
            switch self {
            case .error: .error
            case .replace: .replace
            case .keepExisting: .keepExisting
            case .merge: .merge
            case .fields: .merge(\.motto)
            case .closure: .merge { World.mix(&$0, $1) }
            }
        }
    }
#endif
