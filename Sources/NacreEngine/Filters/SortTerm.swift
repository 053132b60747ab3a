package import NacreFormat

/// One attribute to sort by, and the direction. The attribute may belong to an object that
/// references lead to, and is nil if they lead nowhere. The text form is the attribute's path,
/// after a minus sign if the order is descending. The name of a collation follows, but is not read
/// back.
package struct SortTerm: Sendable, Hashable {
    package let path: AttributePath
    package let isAscending: Bool
    /// The order of texts. Nil: the order of Swift's String.
    package let collation: Collation?

    /// - Parameter hops: The references that lead to the object with the attribute.
    package init(
        _ attribute: String, through hops: [String] = [], isAscending: Bool = true,
        collation: Collation? = nil
    ) {
        let path = AttributePath(attribute, through: hops)
        self.init(path, isAscending: isAscending, collation: collation)
    }

    private init(_ path: AttributePath, isAscending: Bool, collation: Collation?) {
        self.path = path
        self.isAscending = isAscending
        self.collation = collation
    }

    package var attribute: String { path.attribute }
    package var hops: [String] { path.hops }

    /// Parses text forms separated by commas: `-population, mayor.name`.
    /// - Parameter entities: The entities that references lead to.
    package static func parse(
        _ text: String, schema: StoredSchema, entities: EntityFinder = .none
    ) throws(FilterSyntaxError) -> [SortTerm] {
        var parser = try FilterParser(text, schema, entities)
        var sorts: [SortTerm] = []
        repeat {
            let isDescending = try parser.take(.minus)
            let start = parser.token.offset
            let (path, subject) = try parser.parseName()
            try parser.checked(at: start) { () throws(OperandError) in
                try OperandCheck.check(subject.attribute, allows: .sorting)
            }
            sorts.append(SortTerm(path, isAscending: !isDescending, collation: nil))
        } while try parser.take(.comma)
        guard parser.token.kind == .end else {
            throw parser.error(
                "Only a comma is allowed here.", suggestion: "Write it as in -population, name.")
        }
        return sorts
    }
}

extension SortTerm: CustomStringConvertible {
    package var description: String {
        let order = collation.map { " (\($0.name))" } ?? ""
        return (isAscending ? "" : "-") + path.description + order
    }
}
