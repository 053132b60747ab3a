#if Macros
    import Nacre

    /// Saving people: the hook, the rules, the unique values, and upserts.
    extension World {
        /// - Returns: The person as stored.
        @discardableResult
        mutating func write(_ person: Person, as kind: Kind) throws(Refusal) -> Person {
            let old = kind == .insert ? nil : people[person.id]
            guard person.name != refusedName else { throw Refusal(.refused) }
            var person = person
            person.revision = (old?.revision ?? 0) + 1
            if old == nil { tally.births += 1 }
            let broken = Self.violations(of: person)
            guard broken == 0 else { throw Refusal(.invalidObject, violations: broken) }
            try Self.check(people[person.id] != nil, kind)
            let others = people.values.filter { $0.id != person.id }
            for unique in Unique.allCases where comparesAtOnce {
                // Values that the object has already are not compared.
                if let old = people[person.id], unique.isShared(by: person, old) { continue }
                if others.contains(where: { unique.isShared(by: person, $0) }) {
                    throw Refusal(.uniqueViolation)
                }
            }
            people[person.id] = person
            return person
        }

        static func violations(of person: Person) -> Int {
            var count = 0
            if !(1...6).contains(person.name.count) { count += 1 }
            if !(0...99).contains(person.age) { count += 1 }
            if person.rank == .low, person.age == 50 { count += 1 }
            return count
        }

        /// The values that no two people share.
        enum Unique: CaseIterable {
            case email, badge, seat

            func isShared(by one: Person, _ other: Person) -> Bool {
                switch self {
                case .email: one.email != nil && one.email == other.email
                case .badge: one.badge != nil && one.badge == other.badge
                case .seat: one.seat != nil && one.seat == other.seat && one.hall == other.hall
                }
            }
        }

        // MARK: Upserts

        func holder(_ unique: Unique, of person: Person) throws(Refusal) -> Person? {
            let holders = people.values.filter { unique.isShared(by: person, $0) }
            if holders.count > 1 { throw Refusal(.uniqueViolation) }
            return holders.first
        }

        /// Saves by id, and then by the declared conflicts: the email merges, the seat replaces.
        mutating func save(_ person: Person) throws(Refusal) -> Person {
            guard people[person.id] == nil else { return try write(person, as: .update) }
            return try comparingAtOnce { (world) throws(Refusal) in try world.saveNew(person) }
        }

        private mutating func saveNew(_ person: Person) throws(Refusal) -> Person {
            let byEmail = try holder(.email, of: person)
            let bySeat = try holder(.seat, of: person)
            if let byEmail, let bySeat, byEmail.id != bySeat.id {
                throw Refusal(.uniqueViolation)
            }
            if let byEmail { return try resolve(person, over: byEmail, .merge) }
            if let bySeat { return try resolve(person, over: bySeat, .replace) }
            return try write(person, as: .insert)
        }

        mutating func upsert(
            _ person: Person, on unique: Unique, _ policy: Policy?
        ) throws(Refusal) -> Person {
            try comparingAtOnce { (world) throws(Refusal) in
                guard let holder = try world.holder(unique, of: person) else {
                    return try world.write(person, as: .insert)
                }
                let declared: Policy = unique == .email ? .merge : .replace
                return try world.resolve(person, over: holder, policy ?? declared)
            }
        }

        /// The conflict policies of an upsert.
        enum Policy: CaseIterable {
            case error, replace, keepExisting, merge, fields, closure
        }

        private mutating func resolve(
            _ new: Person, over stored: Person, _ policy: Policy
        ) throws(Refusal) -> Person {
            switch policy {
            case .error: throw Refusal(.uniqueViolation)
            case .keepExisting: return stored
            case .replace: return try write(Self.replacing(stored, by: new), as: .update)
            case .merge:
                var merged = Self.replacing(stored, by: new)
                merged.email = new.email ?? stored.email
                merged.badge = new.badge ?? stored.badge
                merged.seat = new.seat ?? stored.seat
                merged.address = new.address ?? stored.address
                merged.team = new.team ?? stored.team
                merged.boss = new.boss ?? stored.boss
                merged.mentor = new.mentor ?? stored.mentor
                return try write(merged, as: .update)
            case .fields:
                var merged = stored
                (merged.age, merged.address, merged.tags) = (new.age, new.address, new.tags)
                return try write(merged, as: .update)
            case .closure:
                var merged = stored
                Self.mix(&merged, new)
                return try write(merged, as: .update)
            }
        }

        /// Does the same as the closure of an upsert.
        static func mix(_ stored: inout Person, _ new: Person) {
            stored.name = new.name
            stored.scores += new.scores
            stored.state = new.state
        }

        private static func replacing(_ stored: Person, by new: Person) -> Person {
            Person(
                id: stored.id, email: new.email, badge: new.badge, hall: new.hall, seat: new.seat,
                name: new.name, age: new.age, rank: new.rank, state: new.state,
                address: new.address, tags: new.tags, scores: new.scores, facts: new.facts,
                team: new.team, boss: new.boss, mentor: new.mentor, friends: new.friends)
        }
    }

    extension Person {
        /// Whether both have a value that is to be unique.
        func shares(with other: Person) -> Bool {
            World.Unique.allCases.contains { $0.isShared(by: self, other) }
        }
    }
#endif
