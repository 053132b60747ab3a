internal import NacreEngine
internal import NacreFormat

/// A field, and where it stands: found once, before the first record.
struct FieldReader<Member: FieldProtocol>: Sendable {
    private let field: Member
    /// Of the entity that has the attribute.
    private let reader: ObjectReader
    private let plan: RowPlan
    /// Which of the paths leads to the object that has the attribute; nil for the object itself.
    private let place: Int?
    private let optional: (any OptionalValue.Type)?

    /// - Parameters:
    ///   - paths: through references, one of which may lead to the field.
    ///   - registry: has the entities that references lead to.
    /// - Throws: `invalidValue` if the field cannot be used, `unknownAttribute` if it is none of
    ///   the type's, `unknownEntity` if the store was opened without a type that it goes through.
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

    /// - Parameter reached: what the paths lead to.
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

    /// The value where there is no object to have one.
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

/// Any optional.
private protocol OptionalValue: SendableMetatype {
    static var nothing: Any { get }
}

extension Optional: OptionalValue {
    fileprivate static var nothing: Any { Self.none as Any }
}

extension ObjectReader {
    /// What to visit to read a field alone. What is required comes behind the leaf that says
    /// whether there is one, as in an optional of its own: that of an optional embedded struct, or
    /// of a whole object, which a reference leads to.
    fileprivate func plan(
        of path: FieldPath, owner: FieldPath?
    ) throws(StoreError) -> RowPlan {
        guard let leaves = model.leaves(from: path.attribute) else {
            throw StoreError(
                .unknownAttribute, "'\(model.name)' has no attribute '\(path.attribute)'.")
        }
        let presence = owner.flatMap { model.leaves(from: $0.attribute)?.first }.map { leaf in
            leaf.isPresence ? leaf : leaf.asPresence
        }
        return RowPlan((presence.map { [$0] } ?? []) + leaves, definition, layout)
    }
}
