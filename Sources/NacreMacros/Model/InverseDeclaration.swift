/// A property that is the other side of a reference, as far as its syntax shows.
struct InverseDeclaration: Equatable, Sendable {
    /// The name, in backticks if the source has them.
    let name: String
    /// The entity that has the reference.
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

    /// The name without backticks.
    var plainName: String { name.withoutBackticks }
}
