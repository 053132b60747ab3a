/// What the options of an attribute say, without the type of its value.
struct AttributeTraits: Sendable {
    /// In the store; nil if it is that of the property.
    private(set) var name: String?
    /// In the store, the newest first.
    private(set) var originalNames: [String] = []
    private(set) var isUnique = false
    /// What upserts do where another object has the value.
    private(set) var conflict = ConflictPolicy.error
    private(set) var isIndexed = false
    private(set) var isColumnar = false
    /// Whether references that no rule can follow may be in it.
    private(set) var isUnguarded = false
    /// Nil if none is declared.
    var deleteRule: DeleteRule?
    /// Why it cannot have one of its rules, as the end of a sentence.
    private(set) var ruleProblem: String?

    /// Of an attribute that has no options.
    init() {}

    init<Value>(_ options: [AttributeOption<Value>]) {
        // By places: iterators of a type that only the run time knows make it look through the
        // conformances of the whole process, for each type of value once. So do indices.
        for place in 0..<options.count {
            switch options[place].kind {
            case .unique(let policy):
                isUnique = true
                conflict = policy
            case .indexed: isIndexed = true
            case .columnar: isColumnar = true
            case .unguarded: isUnguarded = true
            case .named(let other): name = other
            case .originalNames(let names): originalNames += names
            case .relationship(let rule): deleteRule = rule
            case .rule(let rule): ruleProblem = ruleProblem ?? rule.problem
            }
        }
    }
}
