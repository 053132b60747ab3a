internal import NacreEngine
internal import NacreFormat

extension ReadSource {
    func aggregate<Owner: Entity, Result>(
        _ aggregate: Aggregate<Owner, Result>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Result {
        let query = try self.query(aggregate, request)
        let values = try StoreError.typed {
            switch content {
            case .snapshot(let snapshot): try snapshot.aggregate([aggregate.content], query)
            case .changes(let changes): try changes.aggregate([aggregate.content], query)
            }
        }
        return try aggregate.result(values.first ?? .null)
    }

    func explain<Owner: Entity, Result>(
        _ aggregate: Aggregate<Owner, Result>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> QueryExplanation {
        let query = try self.query(aggregate, request)
        return try StoreError.typed {
            switch content {
            case .snapshot(let snapshot): try snapshot.explain(aggregate.content, query)
            case .changes(let changes): try changes.explain(aggregate.content, query)
            }
        }
    }

    /// Returns the query for the objects of an aggregate.
    private func query<Owner: Entity, Result>(
        _ aggregate: Aggregate<Owner, Result>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Query {
        if let problem = aggregate.problem { throw StoreError(.invalidValue, problem) }
        _ = try registry.binding(Owner.self)
        return try request.query(in: registry)
    }

    /// Returns the groups of a plan.
    /// - Parameter problems: The reasons why the fields to group by cannot be used.
    func groups<Owner: Entity, each Member>(
        _ plan: GroupPlan<Owner, repeat each Member>, _ problems: [String?]
    ) throws(StoreError) -> [Group] {
        let grouping = try grouping(plan, problems)
        return try StoreError.typed {
            switch content {
            case .snapshot(let snapshot): try snapshot.groups(grouping)
            case .changes(let changes): try changes.groups(grouping)
            }
        }
    }

    /// Returns how the groups of a plan would be computed.
    /// - Parameters:
    ///   - problems: The reasons why the fields to group by cannot be used.
    ///   - isTested: Whether `having` will filter the groups.
    func explain<Owner: Entity, each Member>(
        _ plan: GroupPlan<Owner, repeat each Member>, _ problems: [String?], isTested: Bool
    ) throws(StoreError) -> GroupExplanation {
        let grouping = try grouping(plan, problems)
        return try StoreError.typed {
            switch content {
            case .snapshot(let snapshot): try snapshot.explain(grouping, isTested: isTested)
            case .changes(let changes): try changes.explain(grouping, isTested: isTested)
            }
        }
    }

    private func grouping<Owner: Entity, each Member>(
        _ plan: GroupPlan<Owner, repeat each Member>, _ problems: [String?]
    ) throws(StoreError) -> Grouping {
        if let problem = problems.lazy.compactMap(\.self).first {
            throw StoreError(.invalidValue, problem)
        }
        _ = try registry.binding(Owner.self)
        return try plan.grouping(in: registry)
    }

    func distinct<Owner: Entity, Member: GroupField>(
        _ field: Member, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> [Member.Value] {
        let member = try checked(field, of: Owner.self)
        let query = try request.query(in: registry)
        let values = try StoreError.typed {
            switch content {
            case .snapshot(let snapshot): try snapshot.distinct(member.term, query)
            case .changes(let changes): try changes.distinct(member.term, query)
            }
        }
        var decoded: [Member.Value] = []
        decoded.reserveCapacity(values.count)
        for value in values {
            try check(after: decoded.count)
            decoded.append(try member.decode(value))
        }
        return decoded
    }

    func rank<Member: ComparableField>(
        of value: Member.Value, _ field: Member
    ) throws(StoreError) -> Int where Member.Root: Entity {
        let member = try indexed(field)
        let name = member.path.attribute
        return try StoreError.typed {
            let stored = try member.encode(value)
            return switch content {
            case .snapshot(let snapshot):
                try snapshot.rank(of: stored, by: name, in: Member.Root.entityName)
            case .changes(let changes):
                try changes.rank(of: stored, by: name, in: Member.Root.entityName)
            }
        }
    }

    /// Returns a percentile of the field's values.
    /// - Returns: The value, or nil if no object has one.
    func percentile<Member: ComparableField>(
        _ fraction: Double, _ field: Member
    ) throws(StoreError) -> Member.Value? where Member.Root: Entity {
        let member = try indexed(field)
        let name = member.path.attribute
        guard fraction >= 0, fraction <= 1 else {
            throw StoreError(
                .invalidValue,
                "A percentile of '\(name)' of '\(Member.Root.entityName)' needs a fraction from 0"
                    + " to 1, not \(fraction).")
        }
        let value = try StoreError.typed {
            switch content {
            case .snapshot(let snapshot):
                try snapshot.percentile(fraction, of: name, in: Member.Root.entityName)
            case .changes(let changes):
                try changes.percentile(fraction, of: name, in: Member.Root.entityName)
            }
        }
        return value.isNull ? nil : try member.decode(value)
    }

    func explain<Owner: Entity>(
        _ request: FetchRequest<Owner>
    ) throws(StoreError) -> QueryExplanation {
        _ = try registry.binding(Owner.self)
        let query = try request.query(in: registry)
        return try StoreError.typed {
            switch content {
            case .snapshot(let snapshot): try snapshot.explain(query)
            case .changes(let changes): try changes.explain(query)
            }
        }
    }

    /// Checks that a field is an attribute of the entity itself: no index holds the values of other
    /// objects.
    private func indexed<Member: ComparableField>(
        _ field: Member
    ) throws(StoreError) -> SingleCoding<Member.Value> where Member.Root: Entity {
        let member = try checked(field, of: Member.Root.self)
        guard member.path.hops.isEmpty else {
            throw StoreError(
                .schemaMismatch,
                "Rank and percentile need an attribute of '\(Member.Root.entityName)' itself, and"
                    + " '\(member.path)' belongs to another entity. Sort and fetch instead.")
        }
        return member
    }

    private func checked<Member: GroupField>(
        _ field: Member, of type: (some Entity).Type
    ) throws(StoreError) -> SingleCoding<Member.Value> {
        let member = field.singleCoding
        if let problem = member.problem { throw StoreError(.invalidValue, problem) }
        _ = try registry.binding(type)
        return member
    }
}
