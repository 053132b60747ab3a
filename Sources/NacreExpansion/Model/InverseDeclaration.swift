/// A property that is the other side of a reference: what its text says.
package struct InverseDeclaration: Equatable, Sendable {
    /// In backticks if written so.
    package let name: String
    /// The entity that refers.
    package let member: String
    /// The reference, as a member of that entity's fields: `mayor`, `townHall.keeper`.
    package let reference: String
    package let access: AccessLevel

    package init(
        name: String, member: String, reference: String, access: AccessLevel = .internal
    ) {
        self.name = name
        self.member = member
        self.reference = reference
        self.access = access
    }

    /// Without backticks.
    package var plainName: String { name.filter { $0 != "`" } }
}
