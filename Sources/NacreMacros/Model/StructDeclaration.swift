/// A struct under `@Entity` or `@Embedded`: what its text says, and nothing else.
struct StructDeclaration: Equatable, Sendable {
    /// In backticks if written so.
    let name: String
    let access: AccessLevel
    /// The stored ones, in declared order; without those that are transient.
    var properties: [PropertyDeclaration]
    /// The computed ones that are stored nevertheless.
    let derived: [PropertyDeclaration]
    let inverses: [InverseDeclaration]
    /// The attributes of each `#Index`, as members of the fields: `townHall.city`.
    let indexes: [[String]]
    /// Each list of a `#Unique`, without those of single attributes.
    let uniques: [UniqueDeclaration]
    /// Whether there is an initialiser in the struct, and hence no memberwise one.
    let hasInitializer: Bool

    /// Whether the macro adds the property `id`.
    private(set) var addsID = false

    init(
        name: String, access: AccessLevel, properties: [PropertyDeclaration],
        derived: [PropertyDeclaration] = [], inverses: [InverseDeclaration] = [],
        indexes: [[String]] = [], uniques: [UniqueDeclaration] = [], hasInitializer: Bool = false
    ) {
        self.name = name
        self.access = access
        self.properties = properties
        self.derived = derived
        self.inverses = inverses
        self.indexes = indexes
        self.uniques = uniques
        self.hasInitializer = hasInitializer
    }

    /// An entity without an `id` gets one behind its own properties.
    func withID() -> StructDeclaration {
        guard !properties.contains(where: { $0.name == "id" }) else { return self }
        var entity = self
        entity.addsID = true
        entity.properties.append(
            PropertyDeclaration(name: "id", type: "Nacre.ObjectID<\(name)>", access: access))
        return entity
    }
}
