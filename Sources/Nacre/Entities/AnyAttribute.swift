/// An attribute without the type of its value: what the schema keeps of it. Immutable; an object,
/// because opening a store passes each on many times.
public final class AnyAttribute: Sendable {
    /// Gets the object.
    typealias RuleCheck = @Sendable (any Sendable) -> [BrokenRule]

    /// In the store.
    package let name: String
    /// Of the property.
    package let propertyName: String
    let type: AttributeType
    /// See ``Attribute/Path``.
    private let makePath: @Sendable () -> any AnyKeyPath & Sendable
    var path: any AnyKeyPath & Sendable { makePath() }
    let stages: [String]
    /// Of the code that computes it; nil if it is a stored property.
    let derived: DerivedVersion?
    private let traits: AttributeTraits
    let defaultValue: DefaultWriter?
    /// The rules that an object breaks by it; nil if it has none.
    let check: RuleCheck?

    init(
        _ name: String, _ path: @escaping @Sendable () -> any AnyKeyPath & Sendable,
        _ type: AttributeType, stages: [String], _ traits: AttributeTraits,
        defaultValue: DefaultWriter?, derived: DerivedVersion? = nil, check: RuleCheck? = nil
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
    }

    /// One that a step of a plan adds, which no type has.
    /// - Parameter stages: of its own, besides those of the type.
    convenience init(
        addedBySteps name: String, _ type: AttributeType, stages: [String] = [],
        defaultValue: DefaultWriter?
    ) {
        var traits = AttributeTraits()
        // Before the steps are through, references may lead nowhere; then the types say the rule.
        traits.deleteRule = .noAction
        self.init(name, { \Int.self }, type, stages: stages, traits, defaultValue: defaultValue)
    }
}

extension AnyAttribute {
    var originalNames: [String] { traits.originalNames }
    var isUnique: Bool { traits.isUnique }
    var conflict: ConflictPolicy { traits.conflict }
    var isIndexed: Bool { traits.isIndexed }
    var isColumnar: Bool { traits.isColumnar }
    var isUnguarded: Bool { traits.isUnguarded }
    var deleteRule: DeleteRule? { traits.deleteRule }
    var ruleProblem: String? { traits.ruleProblem }
}
