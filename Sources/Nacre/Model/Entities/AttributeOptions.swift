/// The options of an attribute, without the type of its value.
struct AttributeOptions: Sendable {
    /// The declared stored name, or nil if it is the property's name.
    private(set) var name: String?
    /// The former stored names, the newest first.
    private(set) var originalNames: [String] = []
    /// The entity's property `id`, if the attribute is the id under another name.
    private(set) var idPath: (@Sendable () -> AnyKeyPath)?
    private(set) var isUnique = false
    /// The policy of upserts if another object has the value.
    private(set) var conflict = ConflictPolicy.error
    private(set) var isIndexed = false
    private(set) var isColumnar = false
    /// How much a word counts in the entity's full-text search; nil if the attribute is not in it.
    private(set) var searchWeight: Double?
    /// Whether it may hold references that no delete rule can follow.
    private(set) var isUnguarded = false
    /// The declared delete rule, or nil if there is none.
    var deleteRule: DeleteRule?
    /// The rules, in words.
    private(set) var ruleTexts: [String] = []
    /// The reason why one of its rules is not allowed, as the end of a sentence.
    private(set) var ruleProblem: String?

    /// Makes the traits of an attribute without options.
    init() {}

    init<Value>(_ options: [AttributeOption<Value>]) {
        // By position: an iterator of a type known only at run time makes the runtime search the
        // conformances of the whole process, once for each value type. So does `indices`.
        for place in 0..<options.count {
            switch options[place].kind {
            case .id(let path): idPath = path
            case .unique(let policy):
                isUnique = true
                conflict = policy
            case .indexed: isIndexed = true
            case .columnar: isColumnar = true
            case .searchable(let weight): searchWeight = weight
            case .unguarded: isUnguarded = true
            case .named(let other): name = other
            case .originalNames(let names): originalNames += names
            case .relationship(let rule): deleteRule = rule
            case .rule(let rule):
                ruleTexts.append(rule.text)
                ruleProblem = ruleProblem ?? rule.problem
            }
        }
    }
}
