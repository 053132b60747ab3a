/// An attribute without the type of its value: the part of its declaration that the schema keeps.
/// Immutable. A class, because opening a store passes each instance many times.
public final class AnyAttribute: Sendable {
    /// Returns the rules that an object breaks.
    typealias RuleCheck = @Sendable (any Sendable) -> [BrokenRule]
    /// Makes the coding of the attribute's own stages.
    typealias StagesMaker = @Sendable (FieldPath) -> any AnyStagedCoding

    /// The attribute's stored name.
    package let name: String
    /// The name of the property.
    package let propertyName: String
    let type: AttributeType
    /// Makes the key path. See ``Attribute/Path``.
    private let makePath: @Sendable () -> any AnyKeyPath & Sendable
    var path: any AnyKeyPath & Sendable { makePath() }
    let stages: [String]
    /// The version of the code that computes the attribute, or nil for a stored property.
    let derived: DerivedVersion?
    private let traits: AttributeOptions
    let defaultValue: DefaultWriter?
    /// Returns the attribute's rules that an object breaks. Nil if the attribute has no rules.
    let check: RuleCheck?
    /// Makes the coding of its stages, for predicates. Nil if it has none of its own.
    let staged: StagesMaker?
    /// The types of the values that its stages, and those of the properties in it, take from the
    /// store.
    let needs: [any Sendable.Type]

    init(
        _ name: String, _ path: @escaping @Sendable () -> any AnyKeyPath & Sendable,
        _ type: AttributeType, stages: [String], _ traits: AttributeOptions,
        defaultValue: DefaultWriter?, derived: DerivedVersion? = nil, check: RuleCheck? = nil,
        staged: StagesMaker? = nil, needs: [any Sendable.Type] = []
    ) {
        self.name = traits.name ?? name
        propertyName = name
        self.type = type
        makePath = path
        self.stages = stages
        self.derived = derived
        self.traits = traits
        self.defaultValue = defaultValue
        self.check = check
        self.staged = staged
        self.needs = needs + type.memberNeeds
    }

    /// Makes an attribute that a step of a plan adds, which no Swift type has.
    /// - Parameter stages: The attribute's own stages, in addition to those of its type.
    convenience init(
        addedBySteps name: String, _ type: AttributeType, stages: [String] = [],
        defaultValue: DefaultWriter?
    ) {
        var traits = AttributeOptions()
        // While steps run, references may be dangling. The types declare the delete rule later.
        traits.deleteRule = .noAction
        self.init(name, { \Int.self }, type, stages: stages, traits, defaultValue: defaultValue)
    }
}

extension AnyAttribute {
    var originalNames: [String] { traits.originalNames }
    /// Whether its value is the id of an object.
    var isID: Bool { traits.idPath != nil || propertyName == "id" }
    /// The entity's property `id`, if the attribute is the id under another name.
    var idPath: AnyKeyPath? { traits.idPath?() }
    var isUnique: Bool { traits.isUnique }
    var conflict: ConflictPolicy { traits.conflict }
    var isIndexed: Bool { traits.isIndexed }
    var isColumnar: Bool { traits.isColumnar }
    var searchWeight: Double? { traits.searchWeight }
    var isUnguarded: Bool { traits.isUnguarded }
    var deleteRule: DeleteRule? { traits.deleteRule }
    var ruleTexts: [String] { traits.ruleTexts }
    var ruleProblem: String? { traits.ruleProblem }
    /// Whether a stage takes a value from the store.
    var takesFromStore: Bool { !needs.isEmpty }
}
