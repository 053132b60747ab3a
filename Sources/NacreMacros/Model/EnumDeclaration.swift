/// An enum with `@Embedded`, as far as its syntax shows.
struct EnumDeclaration: Equatable, Sendable {
    /// The name, in backticks if the source has them.
    let name: String
    let access: AccessLevel
    /// The cases in declared order.
    let cases: [EnumCase]
    /// Whether the enum declares `unknownCase`, the case that unknown ones are read as.
    let hasUnknownCase: Bool
}

/// One case of an enum.
struct EnumCase: Equatable, Sendable {
    /// The name, in backticks if the source has them.
    let name: String
    /// The values that the case carries, as properties of a struct.
    let payload: [PropertyDeclaration]
    /// The argument labels of these values; nil for a value without a label.
    let labels: [String?]

    /// The name without backticks.
    var plainName: String { name.withoutBackticks }
}
