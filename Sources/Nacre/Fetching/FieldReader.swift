internal import NacreEngine
internal import NacreFormat

/// Reads one field. Its location is resolved once, before the first record.
struct FieldReader<Member: FieldProtocol>: Sendable {
    private let field: Member
    /// The reader of the entity that has the attribute.
    private let reader: ObjectReader
    private let plan: RecordPlan
    /// The index of the path that leads to the object with the attribute; nil for the object
    /// itself.
    private let place: Int?
    private let optional: (any OptionalValue.Type)?

    /// Resolves a field.
    /// - Parameters:
    ///   - paths: The paths through references. The field's path is added if it is new.
    ///   - registry: The registry of the entities that references lead to.
    /// - Throws: `invalidValue` if the field cannot be used, `unknownAttribute` if the type has no
    ///   such attribute, `unknownEntity` if the store was opened without a type on the path.
    init(
        _ field: Member, _ binding: EntityBinding<some Entity>, _ registry: EntityRegistry,
        _ paths: inout [[String]]
    ) throws(StoreError) {
        let checked = field as? any CheckedField
        if let problem = checked?.problem { throw StoreError(.invalidValue, problem) }
        let path = field.fieldPath
        self.field = field
        reader = try registry.reader(behind: path.references, of: binding.reader)
        plan = try reader.plan(of: path, owner: checked?.optionalOwner)
        optional = Member.Value.self as? any OptionalValue.Type
        guard !path.references.isEmpty else {
            place = nil
            return
        }
        if !paths.contains(path.references) { paths.append(path.references) }
        place = paths.firstIndex(of: path.references)
    }

    /// Reads the field of one object.
    /// - Parameter reached: The records that the paths lead to.
    @inline(__always)
    func read(
        _ found: FoundRecord, _ reached: [FoundRecord?], in source: some RecordSource
    ) throws(StoreError) -> Member.Value {
        guard let place else {
            return try reader.read(found, in: source, by: plan, field.decode)
        }
        guard let target = reached[place] else { return try nothing() }
        return try reader.read(target, in: source, by: plan, field.decode)
    }

    /// Returns the value of the field if there is no object that has the attribute: nil, or an
    /// error if the type has no nil.
    private func nothing() throws(StoreError) -> Member.Value {
        guard let nothing = optional?.nothing as? Member.Value else {
            throw StoreError(
                .invalidValue,
                "'\(field.fieldPath.name)' leads to no object, and \(Member.Value.self) has no nil."
            )
        }
        return nothing
    }
}

extension ObjectReader {
    /// Returns the plan for reading a field alone. If the field is a required one within something
    /// optional, the plan starts with the leaf that records its presence: that of an optional
    /// embedded struct, or the id of an object that a reference leads to.
    fileprivate func plan(
        of path: FieldPath, owner: FieldPath?
    ) throws(StoreError) -> RecordPlan {
        guard let leaves = model.leaves(from: path.attribute) else {
            throw StoreError(
                .unknownAttribute, "'\(model.name)' has no attribute '\(path.attribute)'."
            ).about(model.name, [path.attribute])
        }
        let presence = owner.flatMap { model.leaves(from: $0.attribute)?.first }.map { leaf in
            leaf.isPresence ? leaf : leaf.asPresence
        }
        return RecordPlan(
            (presence.map { [$0] } ?? []) + leaves, definition, layout, stageContext)
    }
}
