internal import NacreEngine
internal import NacreFormat

extension ReadSource {
    func aggregate<Owner: Entity, Result>(
        _ aggregate: Aggregate<Owner, Result>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> Result {
        if let problem = aggregate.problem { throw StoreError(.invalidValue, problem) }
        _ = try registry.binding(Owner.self)
        let query = try request.query()
        let values = try StoreError.typed {
            switch content {
            case .snapshot(let snapshot): try snapshot.aggregate([aggregate.content], query)
            case .changes(let changes): try changes.aggregate([aggregate.content], query)
            }
        }
        return try aggregate.result(values.first ?? .null)
    }

    /// - Parameter problems: of the fields to group by.
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

    /// - Parameters:
    ///   - problems: of the fields to group by.
    ///   - isTested: whether groups are going to be left out.
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
        return try plan.grouping()
    }

    func distinct<Owner: Entity, Value: SingleValue>(
        _ field: Field<Owner, Value>, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> [Value] {
        let member = try checked(field)
        let query = try request.query()
        let values = try StoreError.typed {
            switch content {
            case .snapshot(let snapshot): try snapshot.distinct(member.path, query)
            case .changes(let changes): try changes.distinct(member.path, query)
            }
        }
        var decoded: [Value] = []
        decoded.reserveCapacity(values.count)
        for value in values { decoded.append(try member.decode(value)) }
        return decoded
    }

    func rank<Owner: Entity, Value: SingleValue>(
        of value: some Storable, _ field: Field<Owner, Value>
    ) throws(StoreError) -> Int {
        let name = try indexed(field).path.attribute
        return try StoreError.typed {
            let stored = try value.storedValue().value
            return switch content {
            case .snapshot(let snapshot):
                try snapshot.rank(of: stored, by: name, in: Owner.entityName)
            case .changes(let changes):
                try changes.rank(of: stored, by: name, in: Owner.entityName)
            }
        }
    }

    func percentile<Owner: Entity, Value: SingleValue, Wrapped: Storable>(
        _ fraction: Double, _ field: Field<Owner, Value>
    ) throws(StoreError) -> Wrapped? {
        let name = try indexed(field).path.attribute
        let value = try StoreError.typed {
            switch content {
            case .snapshot(let snapshot):
                try snapshot.percentile(fraction, of: name, in: Owner.entityName)
            case .changes(let changes):
                try changes.percentile(fraction, of: name, in: Owner.entityName)
            }
        }
        return try GroupField<Wrapped?>(AttributePath(name)).decode(value)
    }

    func explain<Owner: Entity>(
        _ request: FetchRequest<Owner>
    ) throws(StoreError) -> QueryExplanation {
        _ = try registry.binding(Owner.self)
        let query = try request.query()
        return try StoreError.typed {
            switch content {
            case .snapshot(let snapshot): try snapshot.explain(query)
            case .changes(let changes): try changes.explain(query)
            }
        }
    }

    /// An attribute of the entity itself: no index has the values of other objects.
    private func indexed<Owner: Entity, Value: SingleValue>(
        _ field: Field<Owner, Value>
    ) throws(StoreError) -> GroupField<Value> {
        let member = try checked(field)
        guard member.path.hops.isEmpty else {
            throw StoreError(
                .schemaMismatch,
                "Rank and percentile of '\(member.path)' need an index on it, and an index of"
                    + " '\(Owner.entityName)' has only its own attributes. Sort and fetch.")
        }
        return member
    }

    private func checked<Owner: Entity, Value: SingleValue>(
        _ field: Field<Owner, Value>
    ) throws(StoreError) -> GroupField<Value> {
        if let problem = field.problem { throw StoreError(.invalidValue, problem) }
        _ = try registry.binding(Owner.self)
        return GroupField(field)
    }
}
