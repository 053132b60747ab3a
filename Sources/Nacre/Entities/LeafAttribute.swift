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
        try flattener.add(attribute.name, attribute.type, isNullable: false)
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

    mutating func add(
        _ name: String, _ type: AttributeType, isNullable: Bool,
        default writer: DefaultWriter? = nil
    ) throws(LeafError) {
        switch type.kind {
        case .stored(let stored, let reference):
            leaves.append(leaf(name, stored, isNullable, reference, writer))
        case .embedded(let members): try add(members, of: name, isNullable: isNullable)
        case .optional(let wrapped):
            switch wrapped.kind {
            case .stored: try add(name, wrapped, isNullable: true, default: writer)
            case .optional:
                throw LeafError(reason: "is an optional of an optional; one of them can be stored")
            case .embedded(let members):
                let place = leaves.count
                try add(members, of: name, isNullable: true)
                let span = leaves.count - place + 1
                leaves.insert(presence(name, span, writer), at: place)
            }
        }
    }

    private mutating func add(
        _ members: [EmbeddedMember], of name: String, isNullable: Bool
    ) throws(LeafError) {
        for member in members {
            try add(
                "\(name).\(member.name)", member.type, isNullable: isNullable,
                default: member.defaultValue)
        }
    }

    private func leaf(
        _ name: String, _ type: StoredType, _ isNullable: Bool, _ reference: String?,
        _ writer: DefaultWriter?
    ) -> LeafAttribute {
        LeafAttribute(
            name: name, type: type, isNullable: isNullable, isUnique: attribute.isUnique,
            reference: reference, pipeline: attribute.stages, isPresence: false, span: 1,
            memberDefault: writer)
    }

    private func presence(
        _ name: String, _ span: Int, _ writer: DefaultWriter?
    ) -> LeafAttribute {
        LeafAttribute(
            name: name, type: .scalar(.bool), isNullable: true, isUnique: false, reference: nil,
            pipeline: [], isPresence: true, span: span, memberDefault: writer)
    }
}
