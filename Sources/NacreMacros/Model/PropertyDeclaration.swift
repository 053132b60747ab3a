/// A property whose value is stored, as far as its syntax shows.
struct PropertyDeclaration: Equatable, Sendable {
    /// The name, in backticks if the source has them.
    let name: String
    let type: String
    /// The default value, as an expression.
    let defaultValue: String?
    let access: AccessLevel
    var marks: AttributeAnnotations
    /// The argument `version` of `@Derived`, if there is one.
    var version: String?

    init(
        name: String, type: String, defaultValue: String? = nil, access: AccessLevel = .internal,
        marks: AttributeAnnotations = AttributeAnnotations()
    ) {
        self.name = name
        self.type = type
        self.defaultValue = defaultValue
        self.access = access
        self.marks = marks
    }

    /// The name without backticks.
    var plainName: String { name.withoutBackticks }

    /// Whether its value is the id of an object.
    var isID: Bool { marks.isID || plainName == "id" }

    /// The type in parentheses if members need them: `Date?.decode` would be optional chaining.
    var typeExpression: String { type.hasSuffix("?") ? "(\(type))" : type }

    /// The name as an argument label. The compiler warns about backticks that a label does not
    /// need.
    var label: String {
        let isPlain = plainName.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return isPlain && plainName != "inout" ? plainName : name
    }

    /// An expression for the property's stages; nil if it has none of its own.
    var codec: String? { marks.stages == nil ? nil : "_Codecs.\(name)" }

    /// An expression for the name in the store.
    var storedName: String { marks.storedName ?? "\"\(plainName)\"" }
}
