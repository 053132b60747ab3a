package import NacreFormat

/// The stored form of a Swift type. Opaque: each type makes its stored form from those of the types
/// that it consists of.
public struct AttributeType: Sendable {
    package let kind: Kind
    /// The entity that a reference leads to.
    private(set) var target: (any Entity.Type)?
    /// Whether it is an array or a set, whose elements can have an index.
    private(set) var isList = false
    /// The stored type of an element by itself; nil if the element may be null or is a struct.
    private(set) var listElement: StoredType?
    /// Whether its elements are stored in sorted order, because it is a set.
    private(set) var isSorted = false
    /// The recognizer of stored values that the type does not know; nil if it knows all of them.
    private(set) var unknown: UnknownValues?
    /// Whether the members are an enum's case and the payloads of its cases.
    private(set) var isChoice = false
    /// The names of the stages of a ``Storable`` type's own transformer; for a collection, those of
    /// its elements. A store with other names is refused, because its values would be decoded
    /// wrongly.
    private(set) var stages: [String] = []
    /// Whether the transformer of a type in it may store equal values differently.
    private(set) var variesByType = false
    /// Whether a stage in it takes a value from the store, in a place that has no store: in a
    /// type's own transformer, or in a collection.
    private(set) var misplacesNeeds = false
    /// The members of the structs that a collection consists of.
    private(set) var members: [MemberSchema] = []
    /// Whether the value holds the target's objects and not only references to them: the property
    /// is an entity by value.
    private(set) var isHeld = false
    /// Whether its elements contain references that no delete rule can follow.
    private var hidesInElements = false

    package enum Kind: Sendable {
        /// A single value; a reference names the entity whose ids are stored.
        case stored(StoredType, reference: String?)
        indirect case optional(AttributeType)
        /// A struct whose members are attributes of its owner.
        case embedded([EmbeddedMember])
    }

    package init(_ kind: Kind) { self.kind = kind }

    package init(_ type: StoredType) { kind = .stored(type, reference: nil) }

    /// Makes the type of a reference to an entity, whose ids have the given type.
    /// - Parameter isHeld: Whether the value holds the entity's objects.
    init(_ type: StoredType, reference target: any Entity.Type, isHeld: Bool = false) {
        kind = .stored(type, reference: target.entityName)
        self.target = target
        self.isHeld = isHeld
    }

    /// Returns the type of an ``Embedded`` struct.
    /// - Parameter members: The members in declared order, which is the order of encoding.
    public static func embedded(_ members: [EmbeddedMember]) -> AttributeType {
        AttributeType(.embedded(members))
    }

    static func optional(_ wrapped: AttributeType) -> AttributeType {
        AttributeType(.optional(wrapped))
    }

    /// Returns the type of a list. Scalars of a fixed width are packed one after another; other
    /// elements are JSON text. A list of references is a reference attribute, too.
    /// - Parameter isSorted: Whether the list is a set.
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
        list.variesByType = element.elementsVaryByType
        list.misplacesNeeds = element.hasNeeds
        list.members = element.elementMembers
        if case .stored(let type, _) = element.kind { list.listElement = type }
        list.isSorted = isSorted
        list.isHeld = element.holdsObjects
        list.hidesInElements = element.hidesReferences || target == nil && !element.targets.isEmpty
        return list
    }

    /// Returns the type with another kind of stored value.
    func with(kind: Kind) -> AttributeType {
        var type = AttributeType(kind)
        type.stages = stages
        type.variesByType = variesByType
        type.misplacesNeeds = misplacesNeeds
        return type
    }

    /// Returns the type with a recognizer of stored values that it does not know.
    func knowingNot(_ unknown: UnknownValues?) -> AttributeType {
        var type = self
        type.unknown = unknown
        return type
    }

    /// This type, marked as that of an enum whose parts are the members.
    var asChoice: AttributeType {
        var type = self
        type.isChoice = true
        return type
    }

    /// Whether the value contains references that no delete rule can follow.
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

    /// The entities whose objects the value holds.
    var held: [any Entity.Type] {
        switch kind {
        case .stored: isHeld ? target.map { [$0] } ?? [] : []
        case .optional(let wrapped): wrapped.held
        case .embedded(let members): members.flatMap(\.type.held)
        }
    }

    /// Whether the value holds objects.
    var holdsObjects: Bool {
        switch kind {
        case .stored: isHeld
        case .optional(let wrapped): wrapped.holdsObjects
        case .embedded(let members): members.contains { $0.type.holdsObjects }
        }
    }

    /// Returns the type of a dictionary, in which no reference can be followed.
    static func dictionary(of value: AttributeType, by key: AttributeType) -> AttributeType {
        var type = AttributeType(.json)
        type.isHeld = value.holdsObjects
        type.hidesInElements = [key, value].contains { $0.hidesReferences || !$0.targets.isEmpty }
        type.stages = key.elementStages.map { Pipeline.keyPrefix + $0 } + value.elementStages
        type.variesByType = key.elementsVaryByType || value.elementsVaryByType
        type.misplacesNeeds = key.hasNeeds || value.hasNeeds
        type.members = value.elementMembers
        return type
    }

    /// Returns the type of values that a transformer of their own converts to this type.
    /// - Parameters:
    ///   - stages: The transformer's stages. Unnamed stages are dropped. So is `json` if it is the
    ///     only stage, because every `Codable` type has it.
    ///   - takesFromStore: Whether one of them takes a value from the store.
    func behind(_ stages: [String], takesFromStore: Bool = false) -> AttributeType {
        let named = stages.filter { $0 != Pipeline.unnamedStage }
        guard named != ["json"] else { return self }
        var type = self
        type.misplacesNeeds = misplacesNeeds || takesFromStore
        type.stages = named + self.stages
        type.variesByType = !Pipeline.keepsEquality(type.stages)
        return type
    }

    /// The types of the values that the stages of the embedded struct's properties take from the
    /// store.
    var memberNeeds: [any Sendable.Type] {
        switch kind {
        case .stored: []
        case .optional(let wrapped): wrapped.memberNeeds
        case .embedded(let members): members.flatMap { $0.needs + $0.type.memberNeeds }
        }
    }

    /// Whether a stage in the value takes a value from the store.
    private var hasNeeds: Bool {
        switch kind {
        case .stored: misplacesNeeds
        case .optional(let wrapped): wrapped.hasNeeds
        case .embedded(let members):
            members.contains { !$0.needs.isEmpty || $0.type.hasNeeds }
        }
    }

    /// Whether a type of the value, or of its elements, may store equal values differently.
    private var elementsVaryByType: Bool {
        switch kind {
        case .stored: variesByType
        case .optional(let wrapped): wrapped.elementsVaryByType
        case .embedded(let members): members.contains { $0.type.elementsVaryByType }
        }
    }

    /// The stages of an element of a collection.
    private var elementStages: [String] {
        switch kind {
        case .stored: stages
        case .optional(let wrapped): wrapped.elementStages
        case .embedded: []
        }
    }

    /// The members of the structs that the value is, or consists of.
    private var elementMembers: [MemberSchema] {
        switch kind {
        case .stored: members
        case .optional(let wrapped): wrapped.elementMembers
        case .embedded(let members): members.map(\.schema)
        }
    }

    /// Returns the schema of a property of this type, in a collection of structs.
    /// - Parameter ownStages: The names of the property's own stages.
    fileprivate func member(
        _ name: String, isOptional: Bool, behind ownStages: [String]
    ) -> MemberSchema {
        switch kind {
        case .stored(let type, _):
            MemberSchema(
                name, type, isOptional: isOptional, pipeline: ownStages + stages,
                members: ownStages.isEmpty ? members : [])
        case .optional(let wrapped): wrapped.member(name, isOptional: true, behind: ownStages)
        case .embedded:
            MemberSchema(name, nil, isOptional: isOptional, members: elementMembers)
        }
    }

    /// The properties of an embedded struct, optional or not.
    var embeddedMembers: [EmbeddedMember] {
        switch kind {
        case .stored: []
        case .optional(let wrapped): wrapped.embeddedMembers
        case .embedded(let members): members
        }
    }

    /// The scalar type, for values that are a single scalar.
    var scalar: ScalarType? {
        if case .stored(.scalar(let type), _) = kind { type } else { nil }
    }
}

/// Writes a default in place of a value.
package typealias DefaultWriter = @Sendable (inout ObjectEncoder) throws -> Void

/// A property of an ``Embedded`` struct.
public struct EmbeddedMember: Sendable {
    package let name: String
    package let type: AttributeType
    /// The property's type.
    let valueType: any AttributeValue.Type
    /// Writes the value that older records are read with; nil if the property has no default.
    let defaultValue: DefaultWriter?
    /// Returns that value as an element of a collection.
    let nestedDefault: (@Sendable () throws -> NestedValue)?

    /// The names of the property's own stages.
    let stages: [String]
    /// The types of the values that these take from the store.
    let needs: [any Sendable.Type]

    /// The property's schema within a collection.
    fileprivate var schema: MemberSchema {
        type.member(name, isOptional: nestedDefault != nil, behind: stages)
    }

    /// Makes a property without a default.
    /// - Parameters:
    ///   - name: The stored name.
    ///   - type: The property's type.
    public init<Value: AttributeValue>(_ name: String, _ type: Value.Type) {
        self.name = name
        self.type = Value.attributeType
        valueType = type
        defaultValue = nil
        nestedDefault = nil
        stages = []
        needs = []
    }

    /// Makes a property with a default.
    /// - Parameters:
    ///   - name: The stored name.
    ///   - type: The property's type.
    ///   - defaultValue: The value for objects that were stored before the property existed.
    public init<Value: AttributeValue>(
        _ name: String, _ type: Value.Type, default defaultValue: Value
    ) {
        self.name = name
        self.type = Value.attributeType
        valueType = type
        self.defaultValue = { row in try defaultValue.encode(into: &row) }
        nestedDefault = { try defaultValue.nested() }
        stages = []
        needs = []
    }

    /// Makes a property with stages of its own.
    /// - Parameters:
    ///   - name: The stored name.
    ///   - codec: The stages.
    public init<Value, Stored>(_ name: String, codec: AttributeCodec<Value, Stored>) {
        self.name = name
        type = Stored.attributeType
        valueType = Stored.self
        defaultValue = nil
        nestedDefault = nil
        stages = codec.stages
        needs = codec.needs
    }

    /// Makes a property with stages of its own and a default.
    /// - Parameters:
    ///   - name: The stored name.
    ///   - codec: The stages.
    ///   - defaultValue: The value for objects that were stored before the property existed.
    public init<Value, Stored>(
        _ name: String, codec: AttributeCodec<Value, Stored>, default defaultValue: Value
    ) {
        self.name = name
        type = Stored.attributeType
        valueType = Stored.self
        self.defaultValue = { row in try codec.encode(defaultValue, into: &row) }
        nestedDefault = { try codec.nested(defaultValue) }
        stages = codec.stages
        needs = codec.needs
    }
}
