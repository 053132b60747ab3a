#if Macros
    import Nacre

    /// Saving teams, which have no hook for it.
    extension World {
        @discardableResult
        mutating func write(_ team: Team, as kind: Kind) throws(Refusal) -> Team {
            guard (1...6).contains(team.name.count) else {
                throw Refusal(.invalidObject, violations: 1)
            }
            try Self.check(teams[team.id] != nil, kind)
            if comparesAtOnce, team.code != teams[team.id]?.code,
                teams.values.contains(where: { $0.code == team.code && team.code != nil })
            {
                throw Refusal(.uniqueViolation)
            }
            teams[team.id] = team
            return team
        }

        func holder(of code: String?) throws(Refusal) -> Team? {
            guard let code else { return nil }
            let holders = teams.values.filter { $0.code == code }
            if holders.count > 1 { throw Refusal(.uniqueViolation) }
            return holders.first
        }

        mutating func save(_ team: Team) throws(Refusal) -> Team {
            guard teams[team.id] == nil else { return try write(team, as: .update) }
            return try upsert(team, .merge)
        }

        mutating func upsert(_ team: Team, _ policy: Policy?) throws(Refusal) -> Team {
            try comparingAtOnce { (world) throws(Refusal) in
                try world.upsertAtOnce(team, policy)
            }
        }

        private mutating func upsertAtOnce(
            _ team: Team, _ policy: Policy?
        ) throws(Refusal) -> Team {
            guard let stored = try holder(of: team.code) else {
                return try write(team, as: .insert)
            }
            switch policy ?? .merge {
            case .error: throw Refusal(.uniqueViolation)
            case .keepExisting: return stored
            case .replace:
                let new = Team(
                    id: stored.id, code: team.code, name: team.name, motto: team.motto)
                return try write(new, as: .update)
            case .merge:
                let merged = Team(
                    id: stored.id, code: team.code, name: team.name,
                    motto: team.motto ?? stored.motto)
                return try write(merged, as: .update)
            case .fields:
                let merged = Team(
                    id: stored.id, code: stored.code, name: stored.name, motto: team.motto)
                return try write(merged, as: .update)
            case .closure:
                var merged = stored
                Self.mix(&merged, team)
                return try write(merged, as: .update)
            }
        }

        /// Does the same as the closure of an upsert.
        static func mix(_ stored: inout Team, _ new: Team) {
            stored.motto = "\(stored.motto ?? "")+\(new.motto ?? "")"
        }
    }
#endif
