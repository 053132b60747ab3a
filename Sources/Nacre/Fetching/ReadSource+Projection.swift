internal import NacreEngine
internal import NacreFormat

/// Fetching single attributes: each has a plan of what to visit, made before the first record.
extension ReadSource {
    func fetch<Owner: Entity, Member: FieldProtocol>(
        _ field: Member, _ request: FetchRequest<Owner>
    ) throws(StoreError) -> [Member.Value] {
        let binding = try registry.binding(Owner.self)
        let plan = try binding.plan(of: field)
        var values: [Member.Value] = []
        switch content {
        case .snapshot(let snapshot):
            try snapshot.forEach(request) { (found) throws(StoreError) in
                values.append(try binding.read(found, in: snapshot, by: plan, field.decode))
            }
        case .changes(let changes):
            try changes.forEach(request) { (found) throws(StoreError) in
                values.append(try binding.read(found, in: changes, by: plan, field.decode))
            }
        }
        return values
    }

    func fetch<Owner: Entity, each Member: FieldProtocol>(
        _ projection: Projection<Owner, repeat each Member>
    ) throws(StoreError) -> [(repeat (each Member).Value)] {
        let binding = try registry.binding(Owner.self)
        let readers = (repeat try FieldReader(each projection.fields, binding))
        var rows: [(repeat (each Member).Value)] = []
        switch content {
        case .snapshot(let snapshot):
            try snapshot.forEach(projection.request) { (found) throws(StoreError) in
                rows.append((repeat try binding.read(found, in: snapshot, by: each readers)))
            }
        case .changes(let changes):
            try changes.forEach(projection.request) { (found) throws(StoreError) in
                rows.append((repeat try binding.read(found, in: changes, by: each readers)))
            }
        }
        return rows
    }
}

/// A field, and where it stands: found once, before the first record.
struct FieldReader<Member: FieldProtocol>: Sendable {
    let field: Member
    let plan: RowPlan

    init(
        _ field: Member, _ binding: EntityBinding<some Entity>
    ) throws(StoreError) {
        self.field = field
        plan = try binding.plan(of: field)
    }
}

extension EntityBinding {
    func read<Member: FieldProtocol>(
        _ found: FoundRecord, in source: some RecordSource, by reader: FieldReader<Member>
    ) throws(StoreError) -> Member.Value {
        try read(found, in: source, by: reader.plan, reader.field.decode)
    }

    /// What to visit to read a field alone. What is required in an optional embedded struct comes
    /// behind the leaf that says whether the struct is there, as in an optional of its own.
    /// - Throws: `invalidValue` if the field cannot be used, `unknownAttribute` if it is none of
    ///   the type's.
    fileprivate func plan(of field: some FieldProtocol) throws(StoreError) -> RowPlan {
        let checked = field as? any CheckedField
        if let problem = checked?.problem { throw StoreError(.invalidValue, problem) }
        guard field.fieldPath.references.isEmpty else {
            throw StoreError(
                .invalidValue,
                "'\(field.fieldPath.name)' stands behind a reference: filters and sorts can go"
                    + " there, what asks for single values cannot yet. Fetch the objects.")
        }
        guard let leaves = model.leaves(from: field.fieldPath.name) else {
            throw StoreError(
                .unknownAttribute, "'\(model.name)' has no attribute '\(field.fieldPath.name)'.")
        }
        let owner = checked?.optionalOwner.flatMap { model.leaves(from: $0.name)?.first }
        return RowPlan((owner.map { [$0] } ?? []) + leaves, definition, layout)
    }
}
