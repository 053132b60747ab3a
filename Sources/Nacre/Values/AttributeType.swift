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
    /// Whether its elements stand in an order of their own: it is that of a set.
    private(set) var isSorted = false
    /// How to recognize stored values that the type does not know; nil if it knows all of them.
    private(set) var unknown: UnknownValues?
    /// Whether the members are an enum's case, and what each case carries.
    private(set) var isChoice = false
    /// The names of the stages of a ``Storable`` type's own transformer; of a collection those of
    /// elements. A store that has others is refused: it would be read wrongly.
    private(set) var stages: [String] = []
    /// Of the structs that a collection consists of.
    private(set) var members: [MemberSchema] = []
    /// Whether the target's objects are meant and not only references to them: a property of theirs
    /// is an entity by value.
    private(set) var isHeld = false
    /// Whether there are references in its elements where no delete rule can follow them.
    private var hidesInElements = false

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
    /// - Parameter isHeld: whether its objects are meant.
    init(_ type: StoredType, reference target: any Entity.Type, isHeld: Bool = false) {
        kind = .stored(type, reference: target.entityName)
        self.target = target
        self.isHeld = isHeld
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
    /// - Parameter isSorted: whether it is a set.
    static func list(of element: AttributeType, isSorted: Bool = false) -> AttributeType {
        let type: StoredType
        var target = element.target
        switch element.kind {
        case .stored(.scalar(let scalar), _): type = .array(of: scalar)
        case .stored(.string, _), .stored(.data, _): type = .json
        case .stored, .optional, .embedded: (type, target) = (.json, nil)
        }
        var list = target.map { AttributeType(type, reference: $0) } ?? AttributeType(type)
        list.isList = true
        list.stages = element.elementStages
        list.members = element.elementMembers
        if case .stored(let type, _) = element.kind { list.listElement = type }
        list.isSorted = isSorted
        list.isHeld = element.holdsObjects
        list.hidesInElements = element.hidesReferences || target == nil && !element.targets.isEmpty
        return list
    }

    /// The same of raw values, or of a collection, of which not all is known.
    func knowingNot(_ unknown: UnknownValues?) -> AttributeType {
        var type = self
        type.unknown = unknown
        return type
    }

    /// The same of an enum, whose parts these members are.
    var asChoice: AttributeType {
        var type = self
        type.isChoice = true
        return type
    }

    /// Whether there are references in the value that no delete rule can follow.
    var hidesReferences: Bool {
        switch kind {
        case .stored: hidesInElements
        case .optional(let wrapped): wrapped.hidesReferences
        case .embedded(let members): members.contains { $0.type.hidesReferences }
        }
    }

    /// The entities that the value, or a part of it, leads to.
    var targets: [any Entity.Type] {
        switch kind {
        case .stored: target.map { [$0] } ?? []
        case .optional(let wrapped): wrapped.targets
        case .embedded(let members): members.flatMap(\.type.targets)
        }
    }

    /// The entities whose objects are in the value.
    var held: [any Entity.Type] {
        switch kind {
        case .stored: isHeld ? target.map { [$0] } ?? [] : []
        case .optional(let wrapped): wrapped.held
        case .embedded(let members): members.flatMap(\.type.held)
        }
    }

    /// Whether objects by value are in it.
    var holdsObjects: Bool {
        switch kind {
        case .stored: isHeld
        case .optional(let wrapped): wrapped.holdsObjects
        case .embedded(let members): members.contains { $0.type.holdsObjects }
        }
    }

    /// The type of a dictionary, in which no reference can be followed.
    static func dictionary(of value: AttributeType, by key: AttributeType) -> AttributeType {
        var type = AttributeType(.json)
        type.isHeld = value.holdsObjects
        type.hidesInElements = [key, value].contains { $0.hidesReferences || !$0.targets.isEmpty }
        type.stages = key.elementStages.map { "key." + $0 } + value.elementStages
        type.members = value.elementMembers
        return type
    }

    /// The type of values that a transformer of their own brings to this one.
    /// - Parameter stages: of the transformer. What has no name says nothing, and that every
    ///   `Codable` type is JSON goes without saying.
    func behind(_ stages: [String]) -> AttributeType {
        let named = stages.filter { $0 != Pipeline.unnamedStage }
        guard named != ["json"] else { return self }
        var type = self
        type.stages = named + self.stages
        return type
    }

    /// Those of an element of a collection.
    private var elementStages: [String] {
        switch kind {
        case .stored: stages
        case .optional(let wrapped): wrapped.elementStages
        case .embedded: []
        }
    }

    /// Of the structs that it is, or consists of.
    private var elementMembers: [MemberSchema] {
        switch kind {
        case .stored: members
        case .optional(let wrapped): wrapped.elementMembers
        case .embedded(let members): members.map(\.schema)
        }
    }

    /// A property of this type, in a collection of structs.
    fileprivate func member(_ name: String, isOptional: Bool) -> MemberSchema {
        switch kind {
        case .stored(let type, _):
            MemberSchema(
                name, type, isOptional: isOptional, pipeline: stages, members: members)
        case .optional(let wrapped): wrapped.member(name, isOptional: true)
        case .embedded:
            MemberSchema(name, nil, isOptional: isOptional, members: elementMembers)
        }
    }

    /// The properties of an embedded struct, and of an optional one.
    var embeddedMembers: [EmbeddedMember] {
        switch kind {
        case .stored: []
        case .optional(let wrapped): wrapped.embeddedMembers
        case .embedded(let members): members
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
    /// The property's own.
    let valueType: any AttributeValue.Type
    /// Writes what older records are taken to hold; nil if the property has no default.
    let defaultValue: DefaultWriter?
    /// The same in a collection.
    let nestedDefault: (@Sendable () throws -> NestedValue)?

    /// In a collection.
    fileprivate var schema: MemberSchema {
        type.member(name, isOptional: nestedDefault != nil)
    }

    /// - Parameters:
    ///   - name: as stored.
    ///   - type: of the property.
    public init<Value: AttributeValue>(_ name: String, _ type: Value.Type) {
        self.name = name
        self.type = Value.attributeType
        valueType = type
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
        valueType = type
        self.defaultValue = { row in try defaultValue.encode(into: &row) }
        nestedDefault = { try defaultValue.nested() }
    }
}
