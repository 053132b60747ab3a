/// An attribute without the type of its value: what the schema keeps of it.
public struct AnyAttribute: Sendable {
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
    let isUnique: Bool
    /// What upserts do where another object has the value.
    let conflict: ConflictPolicy
    let isIndexed: Bool
    let isColumnar: Bool
    /// Whether references that no rule can follow may be in it.
    let isUnguarded: Bool
    /// Nil if none is declared.
    private(set) var deleteRule: DeleteRule?
    /// In the store, the newest first.
    let originalNames: [String]
    let defaultValue: DefaultWriter?
    /// Why it cannot have one of its rules, as the end of a sentence.
    let ruleProblem: String?
    /// The rules that an object breaks by it; nil if it has none.
    var check: (@Sendable (any Sendable) -> [BrokenRule])?

    init<Value>(
        _ name: String, _ path: @escaping @Sendable () -> any AnyKeyPath & Sendable,
        _ type: AttributeType, stages: [String], _ options: [AttributeOption<Value>],
        defaultValue: DefaultWriter?, derived: DerivedVersion? = nil
    ) {
        var storedName = name
        var originalNames: [String] = []
        var isUnique = false
        var conflict = ConflictPolicy.error
        var isIndexed = false
        var isColumnar = false
        var isUnguarded = false
        var deleteRule: DeleteRule?
        var ruleProblem: String?
        // By places, here and below: iterators of a type that only the run time knows make it look
        // through the conformances of the whole process, for each type of value once.
        for place in options.indices {
            switch options[place].kind {
            case .unique(let policy):
                isUnique = true
                conflict = policy
            case .indexed: isIndexed = true
            case .columnar: isColumnar = true
            case .unguarded: isUnguarded = true
            case .named(let other): storedName = other
            case .originalNames(let names): originalNames += names
            case .relationship(let rule): deleteRule = rule
            case .rule(let rule): ruleProblem = ruleProblem ?? rule.problem
            }
        }
        self.ruleProblem = ruleProblem
        self.name = storedName
        propertyName = name
        self.type = type
        makePath = path
        self.stages = stages
        self.derived = derived
        self.isUnique = isUnique
        self.conflict = conflict
        self.isIndexed = isIndexed
        self.isColumnar = isColumnar
        self.isUnguarded = isUnguarded
        self.deleteRule = deleteRule
        self.originalNames = originalNames
        self.defaultValue = defaultValue
    }

    /// One that a step of a plan adds, which no type has.
    /// - Parameter stages: of its own, besides those of the type.
    init(
        addedBySteps name: String, _ type: AttributeType, stages: [String] = [],
        defaultValue: DefaultWriter?
    ) {
        self.init(
            name, { \Int.self }, type, stages: stages, [AttributeOption<Int>](),
            defaultValue: defaultValue)
        // Before the steps are through, references may lead nowhere; then the types say the rule.
        deleteRule = .noAction
    }
}

extension Array {
    /// The rules among the options of an attribute.
    func rules<Value>() -> [ValidationRule<Value>] where Element == AttributeOption<Value> {
        var rules: [ValidationRule<Value>] = []
        for place in indices {
            if case .rule(let rule) = self[place].kind { rules.append(rule) }
        }
        return rules
    }
}
