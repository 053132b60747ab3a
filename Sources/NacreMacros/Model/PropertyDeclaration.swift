/// A stored property: what its text says, and nothing else.
struct PropertyDeclaration: Equatable, Sendable {
    /// In backticks if written so.
    let name: String
    let type: String
    /// An expression.
    let defaultValue: String?
    let access: AccessLevel
    var marks: AttributeMarks
    /// The argument of `@Derived`, where it has one.
    var version: String?

    init(
        name: String, type: String, defaultValue: String? = nil, access: AccessLevel = .internal,
        marks: AttributeMarks = AttributeMarks()
    ) {
        self.name = name
        self.type = type
        self.defaultValue = defaultValue
        self.access = access
        self.marks = marks
    }

    /// Without backticks.
    var plainName: String { name.filter { $0 != "`" } }

    /// As an expression that members can be called on: `Date?.decode` would be optional chaining.
    var typeExpression: String { type.hasSuffix("?") ? "(\(type))" : type }

    /// As the label of an argument, where the compiler warns of backticks that need not be.
    var label: String {
        let isPlain = plainName.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return isPlain && plainName != "inout" ? plainName : name
    }

    /// An expression that gives the stages of its own, if it has any.
    var codec: String? { marks.stages == nil ? nil : "_Codecs.\(name)" }

    /// An expression that gives the name in the store.
    var storedName: String { marks.storedName ?? "\"\(plainName)\"" }
}
