/// An enum under `@Embedded`: what its text says, and nothing else.
struct EnumDeclaration: Equatable, Sendable {
    /// In backticks if written so.
    let name: String
    let access: AccessLevel
    /// In declared order.
    let cases: [EnumCase]
    /// Whether it says what unknown cases are read as.
    let hasUnknownCase: Bool
}

/// One case of an enum.
struct EnumCase: Equatable, Sendable {
    /// In backticks if written so.
    let name: String
    /// What it carries: properties of a struct.
    let payload: [PropertyDeclaration]
    /// How each of these is labeled where the case is made.
    let labels: [String?]

    /// Without backticks.
    var plainName: String { name.filter { $0 != "`" } }
}
