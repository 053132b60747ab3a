internal import NacreEngine
internal import NacreFormat

/// Fetching single attributes: a decoder is set on each in turn.
extension ReadSource {
    func fetch<Owner: Entity, Member: FieldProtocol>(
        _ field: Member, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> [Member.Value] {
        let binding = try registry.binding(Owner.self)
        let ordinal = try binding.ordinal(of: field)
        var values: [Member.Value] = []
        switch content {
        case .snapshot(let snapshot):
            try snapshot.forEach(request) { (found) throws(StoreError) in
                values.append(try binding.read(found, in: snapshot, at: ordinal, field.decode))
            }
        case .changes(let changes):
            try changes.forEach(request) { (found) throws(StoreError) in
                values.append(try binding.read(found, in: changes, at: ordinal, field.decode))
            }
        }
        return values
    }

    func fetch<Owner: Entity, each Member: FieldProtocol>(
        _ projection: Projection<Owner, repeat each Member>
    ) throws(StoreError) -> [(repeat (each Member).Value)] {
        let binding = try registry.binding(Owner.self)
        for field in repeat each projection.fields {
            _ = try binding.ordinal(of: field)
        }
        var rows: [(repeat (each Member).Value)] = []
        switch content {
        case .snapshot(let snapshot):
            try snapshot.forEach(projection.request) { (found) throws(StoreError) in
                rows.append(
                    (repeat try binding.read(each projection.fields, of: found, in: snapshot)))
            }
        case .changes(let changes):
            try changes.forEach(projection.request) { (found) throws(StoreError) in
                rows.append(
                    (repeat try binding.read(each projection.fields, of: found, in: changes)))
            }
        }
        return rows
    }
}

extension EntityBinding {
    /// - Throws: `invalidValue` if the field cannot be used, `unknownAttribute` if it is none of the
    ///   type's.
    func ordinal(of field: some FieldProtocol) throws(StoreError) -> Int {
        if let problem = (field as? any CheckedField)?.problem {
            throw StoreError(.invalidValue, problem)
        }
        guard let ordinal = model.ordinal(of: field.fieldPath.name) else {
            throw StoreError(
                .unknownAttribute, "'\(model.name)' has no attribute '\(field.fieldPath.name)'.")
        }
        return ordinal
    }

    func read<Member: FieldProtocol>(
        _ field: Member, of found: FoundRecord, in source: some RecordSource
    ) throws(StoreError) -> Member.Value {
        try read(found, in: source, at: try ordinal(of: field), field.decode)
    }
}
