/// What `@Attribute(...)` says of a property, as expressions.
struct AttributeMarks: Equatable, Sendable {
    var isUnique = false
    /// The argument of `.unique(conflict:)`.
    var conflict: String?
    var isIndexed = false
    var isColumnar = false
    var isUnguarded = false
    /// The argument of `@Relationship`, unless it is the other side of a reference.
    var deleteRule: String?
    /// The argument of `.named`.
    var storedName: String?
    /// The arguments of `.originalName`.
    var originalNames: String?
    /// Rules of the values, as expressions: `.range(0...)`.
    var rules: [String] = []
    /// The stages of `.transformed(by:)`.
    var stages: String?
    /// Each of them as an expression: `.json`, `Transformer<String, Data>.utf8`.
    var stageExpressions: [String] = []
    /// Whether its `keepsEquality` is anything but `true`.
    var isDeclaredOpaque = false
    /// Whether the stages keep the order of values: their `keepsOrder` is `true`, or nothing is
    /// said of `.uuidString` alone.
    var isOrdered = false

    /// Whether equal values need not be stored equally. The built-in stages of that kind are known
    /// by name, wherever they stand.
    var isOpaque: Bool {
        let names = stageExpressions.map(Self.builtInName)
        return isDeclaredOpaque || names.contains { Self.opaqueStages.contains($0) }
            || names.dropLast().contains("json")
    }

    /// Stages whose output may differ for equal values. The text of `json` does not, but its bytes,
    /// which a further stage gets.
    private static let opaqueStages: Set<Substring> = ["lz4", "propertyList", "utf8"]

    /// The last name of an expression: `lz4` of `.lz4(from: 100)`. Nothing of a closure or of an
    /// argument counts.
    private static func builtInName(_ expression: String) -> Substring {
        let callee = expression.prefix { $0 != "(" && $0 != "{" }
        return callee.split(separator: ".").last ?? ""
    }

    /// As further arguments of an attribute.
    var options: String {
        var options = ""
        if isUnique { options += ", .unique" + (conflict.map { "(conflict: \($0))" } ?? "") }
        if isIndexed { options += ", .indexed" }
        if isColumnar { options += ", .columnar" }
        if isUnguarded { options += ", .unguarded" }
        if let deleteRule { options += ", .relationship(\(deleteRule))" }
        for rule in rules { options += ", \(rule)" }
        if let storedName { options += ", .named(\(storedName))" }
        if let originalNames { options += ", .originalName(\(originalNames))" }
        return options
    }
}
