internal import NacreFormat

/// The way to a value, checked against the schemas of the entities on it.
struct BoundPath: Sendable {
    /// One reference on the way.
    struct Hop: Sendable {
        /// Of what the hop before leads to, and of the entity itself if it is the first one.
        let reference: AttributeSchema
        /// Of what it leads to.
        let target: EntitySchema
    }

    let hops: [Hop]
    /// At the end: of what the last reference leads to, or of the entity itself.
    let attribute: AttributeSchema

    init(_ path: AttributePath, in scope: FilterScope) throws(OperandError) {
        let (hops, scope) = try Self.follow(path.hops, in: try scope.outer(path.outer))
        attribute = try OperandCheck.attribute(named: path.attribute, of: scope.schema)
        self.hops = hops
    }

    /// An attribute of the entity itself.
    init(_ attribute: AttributeSchema) {
        hops = []
        self.attribute = attribute
    }

    /// References, and the scope of what they lead to.
    static func follow(
        _ names: [String], in scope: FilterScope
    ) throws(OperandError) -> ([Hop], FilterScope) {
        var scope = scope
        var hops: [Hop] = []
        for name in names {
            let reference = try OperandCheck.attribute(named: name, of: scope.schema)
            try OperandCheck.check(reference, allows: .reference)
            scope = try scope.target(of: reference)
            hops.append(Hop(reference: reference, target: scope.schema))
        }
        return (hops, scope)
    }

    /// Whether the value is one of the objects themselves.
    var isOwn: Bool { hops.isEmpty }

    /// The entity of the attribute.
    /// - Parameter schema: of the objects that the path begins at.
    func owner(from schema: EntitySchema) -> EntitySchema { hops.last?.target ?? schema }

    /// What is read of the objects themselves.
    var own: AttributeSchema { hops.first?.reference ?? attribute }

    var isNullable: Bool { !isOwn || attribute.isNullable }

    var path: AttributePath {
        AttributePath(attribute.name, through: hops.map(\.reference.name))
    }
}
