/// A struct with `@Entity` or `@Embedded`, as far as its syntax shows.
struct StructDeclaration: Equatable, Sendable {
    /// The name, in backticks if the source has them.
    let name: String
    let access: AccessLevel
    /// The stored properties in declared order, without the transient ones.
    var properties: [PropertyDeclaration]
    /// The computed properties whose values are stored.
    let derived: [PropertyDeclaration]
    let inverses: [InverseDeclaration]
    /// The attributes of each `#Index`, as members of the fields: `townHall.city`.
    let indexes: [[String]]
    /// The lists of each `#Unique`, except those of a single property.
    let uniques: [UniqueDeclaration]
    /// Each `#Search`.
    let searches: [SearchDeclaration]
    /// Whether the struct declares an initialiser, and hence has no memberwise one.
    let hasInitializer: Bool
    /// Whether a throwing initialiser takes all properties that the struct declares, in their
    /// order. Objects are read by it, so that it can refuse stored values.
    let hasThrowingInitializer: Bool
    /// Whether the struct declares the type `ID`.
    let declaresIDType: Bool

    /// Whether the macro adds the property `id`.
    private(set) var addsID = false

    init(
        name: String, access: AccessLevel, properties: [PropertyDeclaration],
        derived: [PropertyDeclaration] = [], inverses: [InverseDeclaration] = [],
        indexes: [[String]] = [], uniques: [UniqueDeclaration] = [],
        searches: [SearchDeclaration] = [], hasInitializer: Bool = false,
        hasThrowingInitializer: Bool = false, declaresIDType: Bool = false
    ) {
        self.name = name
        self.access = access
        self.properties = properties
        self.derived = derived
        self.inverses = inverses
        self.indexes = indexes
        self.uniques = uniques
        self.searches = searches
        self.hasInitializer = hasInitializer
        self.hasThrowingInitializer = hasThrowingInitializer
        self.declaresIDType = declaresIDType
    }

    /// The property that is the id under another name; nil if there is none.
    var identifier: PropertyDeclaration? {
        properties.first { $0.isID && $0.plainName != "id" }
    }

    /// The type of the id, to be declared as `ID`. Otherwise the compiler infers it, and refuses it
    /// as inaccessible in properties of structs that come before this one. Nil if the struct has
    /// such a type.
    var inferredIDType: String? {
        guard !declaresIDType, let type = properties.first(where: \.isID)?.type else { return nil }
        // The type may be declared in an extension.
        let names = type.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        return names.contains("ID") ? nil : type
    }

    /// Returns the struct with an `id` as its last property if it has none.
    func withID() -> StructDeclaration {
        guard !properties.contains(where: \.isID) else { return self }
        var entity = self
        entity.addsID = true
        entity.properties.append(
            PropertyDeclaration(name: "id", type: "Nacre.ObjectID<\(name)>", access: access))
        return entity
    }
}
