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
        guard !path.references.isEmpty else {
            place = nil
            return
        }
        if !paths.contains(path.references) { paths.append(path.references) }
        place = paths.firstIndex(of: path.references)
    }

    /// The number of attributes that are decoded for the field.
    var attributeCount: Int { reader.model.leafCount(of: field.fieldPath.attribute) }

    /// Whether the attributes are those of another object, to which references lead.
    var isBehindReferences: Bool { place != nil }

    /// Whether reading the field reads objects by value.
    var readsObjects: Bool { plan.holdsObjects }

    /// Reads the field of the objects of a block.
    /// - Parameters:
    ///   - held: The reader of held objects, if the field has some; otherwise nil.
    ///   - body: Receives each value, and the place of its object in the result.
    @inline(__always)
    func read(
        _ block: ProjectedBlock, in source: some RecordSource, _ held: HeldObjectReader?,
        _ body: (consuming Member.Value, Int) -> Void
    ) throws(StoreError) {
        var index = block.start
        var noValue: Member.Value?
        for found in block.found {
            let target = place.map { block.reached(index, by: $0) } ?? found
            if let target {
                try reader.read(target, in: source, by: plan, holding: held) { row in
                    body(try field.decode(from: &row), index)
                }
            } else {
                if case .none = noValue { noValue = try nothing() }
                if let noValue { body(noValue, index) }
            }
            index += 1
        }
    }

    /// The attribute of the object itself whose value is the field's, if the value is stored in a
    /// slot: a key may tell it.
    var keyedAttribute: LeafAttribute? { place == nil ? plan.slotAttribute : nil }

    /// Returns the table for ``read(_:by:in:_:)``; nil if no key tells the field's value.
    func keyedTable() -> SlotTable? { keyedAttribute == nil ? nil : plan.keyedTable() }

    /// Reads the field of the objects of a block from keys.
    /// - Parameters:
    ///   - table: The reader's table for keys.
    ///   - body: Receives each value, and the place of its object in the result.
    @inline(__always)
    func read(
        _ block: KeyedBlock, by table: SlotTable, in source: some RecordSource,
        _ body: (consuming Member.Value, Int) -> Void
    ) throws {
        guard let attribute = keyedAttribute else { return }
        let values = block.values(of: attribute.name)
        for (index, value) in values.enumerated() {
            // If the type refuses the value, reading the record makes the error.
            if !value.isUnknown, attribute.isNullable || !value.isNull,
                let decoded = try? value.decode(by: table, { try field.decode(from: &$0) })
            {
                body(decoded, block.start + index)
                continue
            }
            try reader.read(block.record(index), in: source, by: plan) { row in
                body(try field.decode(from: &row), block.start + index)
            }
        }
    }

    /// Returns a reader of the objects that the field holds; nil if it holds none.
    func heldReader(_ source: any RecordSource) throws(StoreError) -> HeldObjectReader? {
        try reader.heldReader(for: plan, source)
    }

    /// Returns the value of the field if there is no object that has the attribute: nil, or an
    /// error if the type has no nil.
    private func nothing() throws(StoreError) -> Member.Value {
        let optional = Member.Value.self as? any OptionalValue.Type
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
    func plan(of path: FieldPath, owner: FieldPath?) throws(StoreError) -> RecordPlan {
        let key = FieldPlanKey(attribute: path.attribute, owner: owner?.attribute)
        return try StoreError.typed {
            try fieldPlans.with({ PlanCache() }) { plans in
                try plans.plan(for: key) { () throws(StoreError) in try makePlan(key) }
            }
        }
    }

    private func makePlan(_ key: FieldPlanKey) throws(StoreError) -> RecordPlan {
        guard let following = model.leaves(from: key.attribute) else {
            throw StoreError(
                .unknownAttribute, "'\(model.name)' has no attribute '\(key.attribute)'."
            ).about(model.name, [key.attribute])
        }
        let leaves = following.prefix(model.leafCount(of: key.attribute))
        let presence = key.owner.flatMap { model.leaves(from: $0)?.first }.map { leaf in
            leaf.isPresence ? leaf : leaf.asPresence
        }
        return RecordPlan(
            (presence.map { [$0] } ?? []) + leaves, definition, layout, stageContext)
    }
}
