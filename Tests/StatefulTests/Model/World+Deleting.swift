#if Macros
    import Nacre

    /// Deleting, and its effects on all other objects.
    extension World {
        enum Name: Hashable {
            case person(Int), team(Int), thing(Int), desk(Int), leaflet(Int), note(Int)
        }

        func has(_ name: Name) -> Bool {
            switch name {
            case .person(let id): people[id] != nil
            case .team(let id): teams[id] != nil
            case .thing(let id): things[id] != nil
            case .desk(let id): desks[id] != nil
            case .leaflet(let id): leaflets[id] != nil
            case .note(let id): notes[id] != nil
            }
        }

        /// - Returns: The number of deleted objects among the requested ones.
        mutating func delete(_ names: Set<Name>) throws(Refusal) -> Int {
            let requested = names.filter(has)
            let gone = withCascades(requested)
            for person in people.values where !gone.contains(.person(person.id)) {
                if let mentor = person.mentor, gone.contains(.person(mentor.id)) {
                    throw Refusal(.deleteDenied)
                }
            }
            for name in gone {
                if case .person(let id) = name {
                    if people[id]?.name == stayingName { throw Refusal(.refused) }
                    tally.deaths += 1
                }
                if case .team(let id) = name, teams[id]?.name == stayingName {
                    throw Refusal(.refused)
                }
            }
            for name in gone { remove(name) }
            try nullify(gone)
            return requested.count
        }

        private func withCascades(_ names: Set<Name>) -> Set<Name> {
            var gone = names
            var pending = Array(names)
            while let next = pending.popLast() {
                guard case .person(let id) = next else { continue }
                let followers =
                    people.values.filter { $0.boss?.id == id }.map { Name.person($0.id) }
                    + desks.values.filter { $0.owner == id }.map { Name.desk($0.id) }
                for follower in followers where gone.insert(follower).inserted {
                    pending.append(follower)
                }
            }
            return gone
        }

        private mutating func remove(_ name: Name) {
            switch name {
            case .person(let id): people[id] = nil
            case .team(let id): teams[id] = nil
            case .thing(let id): things[id] = nil
            case .desk(let id): desks[id] = nil
            case .leaflet(let id): leaflets[id] = nil
            case .note(let id): notes[id] = nil
            }
        }

        /// Removes references to deleted objects. Each person that loses one is saved again, with
        /// its hook.
        private mutating func nullify(_ gone: Set<Name>) throws(Refusal) {
            for person in people.values {
                var left = person
                if let team = left.team, gone.contains(.team(team.id)) { left.team = nil }
                left.friends.removeAll { gone.contains(.person($0.id)) }
                if left != person { try write(left, as: .update) }
            }
            for id in notes.keys {
                let left = notes[id]?.readers.filter { !gone.contains(.person($0.id)) }
                notes[id]?.readers = left ?? []
            }
            for desk in desks.values {
                if let lamp = desk.lamp, gone.contains(.thing(lamp)) { desks[desk.id]?.lamp = nil }
            }
        }
    }
#endif
