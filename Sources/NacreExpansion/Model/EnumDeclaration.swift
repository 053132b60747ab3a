/// An enum under `@Embedded`: what its text says, and nothing else.
package struct EnumDeclaration: Equatable, Sendable {
    /// In backticks if written so.
    package let name: String
    package let access: AccessLevel
    /// In declared order.
    package let cases: [EnumCase]
    /// Whether it says what unknown cases are read as.
    package let hasUnknownCase: Bool
}

/// One case of an enum.
package struct EnumCase: Equatable, Sendable {
    /// In backticks if written so.
    package let name: String
    /// What it carries: properties of a struct.
    package let payload: [PropertyDeclaration]
    /// How each of these is labeled where the case is made.
    package let labels: [String?]

    /// Without backticks.
    package var plainName: String { name.filter { $0 != "`" } }
}
