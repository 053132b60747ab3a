package import NacreFormat

/// What the store keeps for a value of a Swift type. Opaque: each type gives its own, made of those
/// of the types that it consists of.
public struct AttributeType: Sendable {
    package let kind: Kind
    /// The entity that a reference leads to.
    private(set) var target: (any Entity.Type)?
    /// Whether it is that of an array or a set, whose elements can have an index.
    private(set) var isList = false
    /// What an element would be stored as by itself; nil where that may be null or is a struct.
    private(set) var listElement: StoredType?

    package enum Kind: Sendable {
        /// One value; a reference names the entity whose ids are stored.
        case stored(StoredType, reference: String?)
        indirect case optional(AttributeType)
        /// A struct whose members are attributes of its owner.
        case embedded([EmbeddedMember])
    }

    package init(_ kind: Kind) { self.kind = kind }

    package init(_ type: StoredType) { kind = .stored(type, reference: nil) }

    /// The type of a reference to an entity, whose ids have the type.
    init(_ type: StoredType, reference target: any Entity.Type) {
        kind = .stored(type, reference: target.entityName)
        self.target = target
    }

    /// The type of an ``Embedded`` struct.
    /// - Parameter members: in declared order, which is that of encoding.
    public static func embedded(_ members: [EmbeddedMember]) -> AttributeType {
        AttributeType(.embedded(members))
    }

    static func optional(_ wrapped: AttributeType) -> AttributeType {
        AttributeType(.optional(wrapped))
    }

    /// The type of a list of these: scalars of a fixed width stand packed one after another,
    /// anything else is JSON text. A list of references is one of references, too.
    static func list(of element: AttributeType) -> AttributeType {
        let type: StoredType
        var target = element.target
        switch element.kind {
        case .stored(.scalar(let scalar), _): type = .array(of: scalar)
        case .stored(.string, _), .stored(.data, _): type = .json
        case .stored, .optional, .embedded: (type, target) = (.json, nil)
        }
        var list = target.map { AttributeType(type, reference: $0) } ?? AttributeType(type)
        list.isList = true
        if case .stored(let type, _) = element.kind { list.listElement = type }
        return list
    }

    /// The entities that the value, or a part of it, leads to.
    var targets: [any Entity.Type] {
        switch kind {
        case .stored: target.map { [$0] } ?? []
        case .optional(let wrapped): wrapped.targets
        case .embedded(let members): members.flatMap(\.type.targets)
        }
    }

    /// The scalar, for values that are one and nothing else.
    var scalar: ScalarType? {
        if case .stored(.scalar(let type), _) = kind { type } else { nil }
    }
}

/// Writes a default where a value would be written.
package typealias DefaultWriter = @Sendable (inout RowEncoder) throws -> Void

/// One property of an ``Embedded`` struct.
public struct EmbeddedMember: Sendable {
    package let name: String
    package let type: AttributeType
    /// Writes what older records are taken to hold; nil if the property has no default.
    let defaultValue: DefaultWriter?
    /// The same in a collection.
    let nestedDefault: (@Sendable () throws -> NestedValue)?

    /// - Parameters:
    ///   - name: as stored.
    ///   - type: of the property.
    public init<Value: AttributeValue>(_ name: String, _ type: Value.Type) {
        self.name = name
        self.type = Value.attributeType
        defaultValue = nil
        nestedDefault = nil
    }

    /// - Parameters:
    ///   - name: as stored.
    ///   - type: of the property.
    ///   - defaultValue: what objects hold that were stored before the property existed.
    public init<Value: AttributeValue>(
        _ name: String, _ type: Value.Type, default defaultValue: Value
    ) {
        self.name = name
        self.type = Value.attributeType
        self.defaultValue = { row in try defaultValue.encode(into: &row) }
        nestedDefault = { try defaultValue.nested() }
    }
}
