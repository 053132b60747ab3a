package import NacreFormat

/// One stored attribute of an entity. A property is one, unless it is an ``Embedded`` struct, whose
/// properties are attributes of the owner.
package struct LeafAttribute: Sendable {
    /// In the store: "townHall.city".
    package let name: String
    package let type: StoredType
    package let isNullable: Bool
    package let isUnique: Bool
    package let reference: String?
    /// The stages' names.
    package let pipeline: [String]
    /// Whether it says only if an optional embedded struct is there: true, or null.
    package let isPresence: Bool
    /// How many leaves a nil stands for.
    package let span: Int
    /// The optional embedded struct that this stands in: where it is nil, so is this.
    let optionalOwner: String?
    /// Whether it can be nil by itself.
    let isOptional: Bool
    /// Of a property of an embedded struct whose leaves begin here: writes its default.
    let memberDefault: DefaultWriter?

    /// - Parameter defaultValue: what objects hold that are older than the attribute.
    func schema(id: AttributeID, defaultValue: Value? = nil) -> AttributeSchema {
        AttributeSchema(
            id: id, name: name, type: type, isNullable: isNullable, isUnique: isUnique,
            reference: reference, defaultValue: defaultValue, pipeline: pipeline)
    }
}

/// Why a property is no attribute, as the end of a sentence.
struct LeafError: Error {
    let reason: String
}

extension LeafAttribute {
    /// The leaves of a property.
    static func leaves(of attribute: AnyAttribute) throws(LeafError) -> [LeafAttribute] {
        var flattener = LeafFlattener(attribute)
        try flattener.add(attribute.name, attribute.type)
        if attribute.isUnique, flattener.leaves.count != 1 {
            throw LeafError(reason: "is an embedded struct, which cannot be unique")
        }
        return flattener.leaves
    }
}

/// Flattens one property.
private struct LeafFlattener {
    private let attribute: AnyAttribute
    private(set) var leaves: [LeafAttribute] = []

    init(_ attribute: AnyAttribute) { self.attribute = attribute }

    /// - Parameter owner: the optional struct that the property stands in, however deep.
    mutating func add(
        _ name: String, _ type: AttributeType, in owner: String? = nil,
        default writer: DefaultWriter? = nil
    ) throws(LeafError) {
        switch type.kind {
        case .stored(let stored, let reference):
            leaves.append(leaf(name, stored, reference, isOptional: false, owner, writer))
        case .embedded(let members): try add(members, of: name, in: owner)
        case .optional(let wrapped):
            switch wrapped.kind {
            case .stored(let stored, let reference):
                leaves.append(leaf(name, stored, reference, isOptional: true, owner, writer))
            case .optional:
                throw LeafError(reason: "is an optional of an optional; one of them can be stored")
            case .embedded(let members):
                let place = leaves.count
                try add(members, of: name, in: name)
                let span = leaves.count - place + 1
                leaves.insert(presence(name, span, owner, writer), at: place)
            }
        }
    }

    private mutating func add(
        _ members: [EmbeddedMember], of name: String, in owner: String?
    ) throws(LeafError) {
        for member in members {
            try add(
                "\(name).\(member.name)", member.type, in: owner, default: member.defaultValue)
        }
    }

    private func leaf(
        _ name: String, _ type: StoredType, _ reference: String?, isOptional: Bool,
        _ owner: String?, _ writer: DefaultWriter?
    ) -> LeafAttribute {
        LeafAttribute(
            name: name, type: type, isNullable: isOptional || owner != nil,
            isUnique: attribute.isUnique, reference: reference, pipeline: attribute.stages,
            isPresence: false, span: 1, optionalOwner: owner, isOptional: isOptional,
            memberDefault: writer)
    }

    private func presence(
        _ name: String, _ span: Int, _ owner: String?, _ writer: DefaultWriter?
    ) -> LeafAttribute {
        LeafAttribute(
            name: name, type: .scalar(.bool), isNullable: true, isUnique: false, reference: nil,
            pipeline: [], isPresence: true, span: span, optionalOwner: owner, isOptional: true,
            memberDefault: writer)
    }
}
