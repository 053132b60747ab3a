/// The options that `@Attribute(...)` sets for a property, as expressions.
struct AttributeAnnotations: Equatable, Sendable {
    /// Whether it is the id of the entity: `.id`.
    var isID = false
    var isUnique = false
    /// The argument of `.unique(conflict:)`.
    var conflict: String?
    var isIndexed = false
    var isColumnar = false
    var isSearchable = false
    /// The argument of `.searchable(weight:)`.
    var searchWeight: String?
    var isUnguarded = false
    /// The argument of `@Relationship`, unless it declares the other side of a reference.
    var deleteRule: String?
    /// The argument of `.named`.
    var storedName: String?
    /// The arguments of `.originalName`.
    var originalNames: String?
    /// The rules for values, as expressions: `.range(0...)`.
    var rules: [String] = []
    /// The stages of `.transformed(by:)`.
    var stages: String?
    /// Each stage as an expression: `.json`, `Transformer<String, Data>.utf8`.
    var stageExpressions: [String] = []
    /// Whether there is an argument `keepsEquality` other than `true`.
    var isDeclaredOpaque = false
    /// Whether the stages keep the order of values: the argument `keepsOrder` is `true`, or it is
    /// missing and `.uuidString` is the only stage.
    var isOrdered = false
    /// Whether the stages keep parts of text: the argument `keepsText` is `true`.
    var isText = false
    /// Whether each element of a collection goes through the stages: the argument is `elementsBy`.
    var isElementwise = false

    /// Whether equal values may be stored differently. The built-in stages for which this holds are
    /// known by name, in any position.
    var isOpaque: Bool {
        let names = stageExpressions.map(Self.builtInName)
        return isDeclaredOpaque || names.contains { Self.opaqueStages.contains($0) }
            || names.dropLast().contains("json")
    }

    /// The stages whose output may differ for equal values. The text of `json` does not differ, but
    /// its bytes may, and a following stage gets the bytes.
    private static let opaqueStages: Set<Substring> = ["lz4", "propertyList", "utf8"]

    /// Returns the last name of an expression: `lz4` of `.lz4(from: 100)`. Closures and arguments
    /// are ignored.
    private static func builtInName(_ expression: String) -> Substring {
        let callee = expression.prefix { $0 != "(" && $0 != "{" }
        return callee.split(separator: ".").last ?? ""
    }

    /// The options as further arguments of an attribute, each after a comma.
    var options: String {
        var options = ""
        if isUnique { options += ", .unique" + (conflict.map { "(conflict: \($0))" } ?? "") }
        if isIndexed { options += ", .indexed" }
        if isColumnar { options += ", .columnar" }
        if isSearchable {
            options += ", .searchable" + (searchWeight.map { "(weight: \($0))" } ?? "")
        }
        if isUnguarded { options += ", .unguarded" }
        if let deleteRule { options += ", .relationship(\(deleteRule))" }
        for rule in rules { options += ", \(rule)" }
        if let storedName { options += ", .named(\(storedName))" }
        if let originalNames { options += ", .originalName(\(originalNames))" }
        return options
    }
}
