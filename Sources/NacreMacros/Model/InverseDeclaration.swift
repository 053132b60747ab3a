/// A property that is the other side of a reference: what its text says.
struct InverseDeclaration: Equatable, Sendable {
    /// In backticks if written so.
    let name: String
    /// The entity that refers.
    let member: String
    /// The reference, as a member of that entity's fields: `mayor`, `townHall.keeper`.
    let reference: String
    let access: AccessLevel

    init(
        name: String, member: String, reference: String, access: AccessLevel = .internal
    ) {
        self.name = name
        self.member = member
        self.reference = reference
        self.access = access
    }

    /// Without backticks.
    var plainName: String { name.filter { $0 != "`" } }
}
