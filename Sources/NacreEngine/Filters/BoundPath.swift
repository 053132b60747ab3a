internal import NacreFormat

/// The path to a value, checked against the schemas of the entities on it.
struct BoundPath: Sendable {
    /// One reference on the path.
    struct Hop: Sendable {
        /// The reference: an attribute of the previous hop's target, or of the entity itself for
        /// the first hop.
        let reference: AttributeSchema
        /// The entity that the reference leads to.
        let target: StoredSchema
    }

    let hops: [Hop]
    /// The attribute at the end: of the last reference's target, or of the entity itself.
    let attribute: AttributeSchema

    init(_ path: AttributePath, in scope: FilterScope) throws(OperandError) {
        let (hops, scope) = try Self.follow(path.hops, in: try scope.outer(path.outer))
        attribute = try OperandCheck.attribute(named: path.attribute, of: scope.schema)
        self.hops = hops
    }

    /// Makes the path to an attribute of the entity itself.
    init(_ attribute: AttributeSchema) {
        hops = []
        self.attribute = attribute
    }

    /// Returns the checked references, and the scope of the last one's target.
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

    /// Whether the value belongs to the objects themselves.
    var isOwn: Bool { hops.isEmpty }

    /// Returns the entity of the attribute.
    /// - Parameter schema: The entity at which the path begins.
    func owner(from schema: StoredSchema) -> StoredSchema { hops.last?.target ?? schema }

    /// The attribute that is read from the objects themselves.
    var own: AttributeSchema { hops.first?.reference ?? attribute }

    var isNullable: Bool { !isOwn || attribute.isNullable }

    var path: AttributePath {
        AttributePath(attribute.name, through: hops.map(\.reference.name))
    }
}
