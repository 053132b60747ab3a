internal import NacreEngine
package import NacreFormat

/// One stored attribute of an entity. A property is one leaf, unless it is an ``Embedded`` struct,
/// whose properties are attributes of the owner.
package struct LeafAttribute: Sendable {
    /// The stored name, such as "townHall.city".
    package let name: String
    package let type: StoredType
    package let isNullable: Bool
    package var isUnique: Bool
    package let isColumnar: Bool
    package let reference: String?
    /// The rule that applies when the object it refers to is deleted.
    let deleteRule: DeleteRule
    /// Whether it is an array or a set.
    let isList: Bool
    /// The ``AttributeType/listElement`` of a list.
    let listElement: StoredType?
    /// The former stored names, the newest first.
    let originalNames: [String]
    /// The entity of the objects it holds by value, or nil if it holds none.
    let heldType: (any Entity.Type)?
    /// Whether it is a set.
    let isSorted: Bool
    /// The stored values that the type may not know; nil if it knows all.
    let unknown: UnknownValues?
    /// Whether the transformer of a type in it may store equal values differently.
    fileprivate let variesByType: Bool
    /// The members of the structs in the collection.
    fileprivate let members: [MemberSchema]
    /// The names of all stages: first its own, then those of its type, then that of a derived
    /// attribute.
    package let pipeline: [String]
    /// Whether it only records if an optional embedded struct is present: true, or null.
    package let isPresence: Bool
    /// The number of leaves that one nil covers, including this leaf.
    package let span: Int
    /// The optional embedded struct that contains this leaf. If the struct is nil, so is the leaf.
    let optionalOwner: String?
    /// Whether it can be nil by itself.
    let isOptional: Bool
    /// The defaults of properties of embedded structs whose leaves begin here.
    var memberDefaults: [MemberDefault] = []

    /// Returns the declaration for the engine.
    /// - Parameter defaultValue: The value of objects that are older than the attribute.
    func declared(defaultValue: Value?) -> DeclaredAttribute {
        // The id has no meaning here.
        DeclaredAttribute(
            schema(id: AttributeID(1), defaultValue: defaultValue), originalNames: originalNames,
            listElement: listElement, knowsMembers: true)
    }

    /// Returns the declaration, including enum cases inside a collection that only the store knows.
    /// - Parameters:
    ///   - defaultValue: The value of objects that are older than the attribute.
    ///   - stored: The attribute in the store, if it exists.
    func declared(defaultValue: Value?, over stored: AttributeSchema?) -> DeclaredAttribute {
        let declared = declared(defaultValue: defaultValue)
        guard let unknown, let stored, !members.isEmpty else { return declared }
        let members = unknown.members(of: members, stored: stored.members)
        return DeclaredAttribute(
            declared.schema.with(members: members), originalNames: originalNames,
            listElement: listElement, knowsMembers: true)
    }

    func schema(id: AttributeID, defaultValue: Value? = nil) -> AttributeSchema {
        AttributeSchema(
            id: id, name: name, type: type, isNullable: isNullable, isUnique: isUnique,
            isColumnar: isColumnar, reference: reference, deleteRule: deleteRule.stored,
            defaultValue: defaultValue, pipeline: pipeline, members: members)
    }
}

extension LeafAttribute {
    /// A copy that serves as the presence leaf of a value that is nil only if the whole object is
    /// missing.
    var asPresence: LeafAttribute {
        LeafAttribute(
            name: name, type: type, isNullable: isNullable, isUnique: isUnique,
            isColumnar: isColumnar, reference: reference, deleteRule: deleteRule, isList: isList,
            listElement: listElement, originalNames: originalNames, heldType: nil,
            isSorted: isSorted, unknown: unknown, variesByType: variesByType, members: members,
            pipeline: pipeline,
            isPresence: true, span: 1, optionalOwner: optionalOwner,
            isOptional: isOptional)
    }
}

/// The default of a property of an embedded struct.
struct MemberDefault: Sendable {
    /// The number of structs that contain the property. A default of an outer struct overrides
    /// those of all inner ones.
    let depth: Int
    let write: DefaultWriter
}

/// The reason why a property cannot be an attribute, as the end of a sentence.
struct LeafError: Error {
    let reason: String
}

extension LeafAttribute {
    /// Whether equal values are stored equally.
    var keepsEquality: Bool { !hasPipeline { !Pipeline.keepsEquality($0) } }

    /// Whether a stage may store one value differently each time.
    var mayVary: Bool { hasPipeline(where: Pipeline.mayVary) }

    /// Whether a test holds for the name of a stage, also of its type or of inner values.
    fileprivate func hasStage(where test: (String) -> Bool) -> Bool {
        hasPipeline { $0.contains(where: test) }
    }

    /// Whether a test holds for its stages or for those of a property of structs in it.
    private func hasPipeline(where test: ([String]) -> Bool) -> Bool {
        func have(_ members: [MemberSchema]) -> Bool {
            members.contains { test($0.pipeline) || have($0.members) }
        }
        return test(pipeline) || have(members)
    }

    /// Returns the leaves of a property.
    /// - Parameter isAppendOnly: Whether objects that have the property never change.
    static func leaves(
        of attribute: AnyAttribute, isAppendOnly: Bool = false
    ) throws(LeafError) -> [LeafAttribute] {
        var flattener = LeafFlattener(attribute, isAppendOnly: isAppendOnly)
        let type = attribute.isID ? attribute.type.asID : attribute.type
        try flattener.add(attribute.name, type, stages: attribute.stages)
        if attribute.isUnique, flattener.leaves.count != 1 {
            throw LeafError(reason: "is an embedded struct, which cannot be unique")
        }
        guard !flattener.leaves.contains(where: \.variesByType) else {
            throw LeafError(
                reason: "has values of a type whose transformer does not store equal values"
                    + " equally. Give the stages to the attribute, by .transformed(by:), instead of"
                    + " to its type")
        }
        guard !flattener.leaves.contains(where: { $0.hasStage(where: Pipeline.isUnnamed) }) else {
            throw LeafError(
                reason: "has a stage without a name, so the store could not tell it from another"
                    + " one. Give it a name of its own: Transformer(\"name\", transform: ...)")
        }
        guard !flattener.leaves.contains(where: { $0.hasStage(where: Pipeline.isReserved) }) else {
            throw LeafError(
                reason: "has a stage whose name begins with"
                    + " \(Pipeline.reservedPrefixes.joined(separator: ", ")): the store writes that"
                    + " itself. Give the stage another name")
        }
        if attribute.isColumnar, flattener.leaves.count != 1 {
            throw LeafError(reason: "is an embedded struct, which has no column of its own")
        }
        return flattener.leaves
    }
}

/// Flattens one property into leaves.
private struct LeafFlattener {
    private let attribute: AnyAttribute
    private let isAppendOnly: Bool
    private(set) var leaves: [LeafAttribute] = []

    init(_ attribute: AnyAttribute, isAppendOnly: Bool) {
        self.attribute = attribute
        self.isAppendOnly = isAppendOnly
    }

    /// Adds the leaves of a property.
    /// - Parameters:
    ///   - owner: The innermost optional struct that contains the property, at any depth.
    ///   - stages: The property's own stages.
    ///   - depth: The number of structs that contain it.
    mutating func add(
        _ name: String, _ type: AttributeType, stages: [String], in owner: String? = nil,
        depth: Int = 0
    ) throws(LeafError) {
        switch type.kind {
        case .stored: leaves.append(try leaf(name, type, stages, isOptional: false, owner))
        case .embedded(let members):
            try add(members, of: name, behind: stages, in: owner, depth: depth + 1)
        case .optional(let wrapped):
            switch wrapped.kind {
            case .stored: leaves.append(try leaf(name, wrapped, stages, isOptional: true, owner))
            case .optional:
                throw LeafError(
                    reason: "is an optional of an optional, and only one of them can be stored")
            case .embedded(let members):
                let place = leaves.count
                try add(members, of: name, behind: stages, in: name, depth: depth + 1)
                let span = leaves.count - place + 1
                leaves.insert(presence(name, span, owner), at: place)
            }
        }
    }

    private mutating func add(
        _ members: [EmbeddedMember], of name: String, behind stages: [String],
        in owner: String?, depth: Int
    ) throws(LeafError) {
        for member in members {
            let place = leaves.count
            try add(
                "\(name).\(member.name)", member.type, stages: stages + member.stages,
                in: owner, depth: depth)
            if let write = member.defaultValue, place < leaves.count {
                leaves[place].memberDefaults.append(MemberDefault(depth: depth, write: write))
            }
        }
    }

    private func leaf(
        _ name: String, _ type: AttributeType, _ stages: [String], isOptional: Bool,
        _ owner: String?
    ) throws(LeafError) -> LeafAttribute {
        guard case .stored(let stored, let reference) = type.kind else {
            preconditionFailure("only what is stored as one value is a leaf")
        }
        guard reference != nil || !type.isHeld else {
            throw LeafError(
                reason: "holds objects in a place that does not support them: a property can be an"
                    + " object, or an optional, an array or a set of objects. Declare references"
                    + " instead, Ref")
        }
        guard !type.misplacesNeeds else {
            throw LeafError(
                reason: "has a stage that takes a value from the store, in a collection or in a"
                    + " type's own transformer, which have no store at hand. Give the stage to an"
                    + " attribute, or to a property of a struct that is one")
        }
        guard !type.hidesReferences || attribute.isUnguarded || attribute.derived != nil else {
            throw LeafError(
                reason: "has references in the elements of a collection, which no delete rule can"
                    + " reach: give the elements an entity of their own, or allow the references to"
                    + " lead nowhere with @Attribute(.unguarded)")
        }
        return LeafAttribute(
            name: name, type: stored,
            isNullable: isOptional || owner != nil || attribute.derived != nil,
            isUnique: attribute.isUnique, isColumnar: attribute.isColumnar, reference: reference,
            deleteRule: attribute.deleteRule ?? rule(type, isOptional: isOptional),
            isList: type.isList,
            listElement: type.listElement, originalNames: originalNames(of: name),
            heldType: type.held.first, isSorted: type.isSorted, unknown: type.unknown,
            variesByType: type.variesByType, members: stages.isEmpty ? type.members : [],
            pipeline: stages + type.stages + (attribute.derived.map { [$0.stage] } ?? []),
            isPresence: false, span: 1, optionalOwner: owner,
            isOptional: isOptional)
    }

    /// Returns the default rule, which keeps references from dangling: the reference becomes nil or
    /// is removed from its collection if that is possible; otherwise it prevents its object from
    /// being deleted.
    private func rule(_ type: AttributeType, isOptional: Bool) -> DeleteRule {
        guard case .stored(_, .some) = type.kind, attribute.derived == nil else {
            return .noAction
        }
        return (isOptional || type.isList) && !isAppendOnly ? .nullify : .deny
    }

    /// Returns the former names of a leaf. A property of an embedded struct belonged to that struct
    /// under its former name.
    private func originalNames(of leaf: String) -> [String] {
        attribute.originalNames.map { $0 + leaf.dropFirst(attribute.name.count) }
    }

    private func presence(
        _ name: String, _ span: Int, _ owner: String?
    ) -> LeafAttribute {
        LeafAttribute(
            name: name, type: .scalar(.bool), isNullable: true, isUnique: false, isColumnar: false,
            reference: nil, deleteRule: .noAction, isList: false, listElement: nil,
            originalNames: originalNames(of: name), heldType: nil, isSorted: false, unknown: nil,
            variesByType: false, members: [], pipeline: [], isPresence: true, span: span,
            optionalOwner: owner,
            isOptional: true)
    }
}
