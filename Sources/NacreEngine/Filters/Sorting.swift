package import NacreFormat

/// One attribute to sort by, and which way. It may be that of an object that references lead to,
/// and is nil where they lead to none. Its text form is the attribute's path, with a minus sign
/// before it where the order is descending. A collation, which stands behind it, is not read back.
package struct Sorting: Sendable, Hashable {
    package let path: AttributePath
    package let isAscending: Bool
    /// Of texts; nil for the order of Swift's String.
    package let collation: Collation?

    /// - Parameter hops: references that lead to the object with the attribute.
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

    /// Reads text forms with commas between them: `-population, mayor.name`.
    /// - Parameter entities: those that references lead to.
    package static func parse(
        _ text: String, schema: EntitySchema, entities: EntityFinder = .none
    ) throws(FilterSyntaxError) -> [Sorting] {
        var parser = try FilterParser(text, schema, entities)
        var sorts: [Sorting] = []
        repeat {
            let isDescending = try parser.take(.minus)
            let start = parser.token.offset
            let (path, subject) = try parser.parseName()
            try parser.checked(at: start) { () throws(OperandError) in
                try OperandCheck.check(subject.attribute, allows: .sorting)
            }
            sorts.append(Sorting(path, isAscending: !isDescending, collation: nil))
        } while try parser.take(.comma)
        guard parser.token.kind == .end else {
            throw parser.error(
                "Only a comma may stand here.", suggestion: "Write it as in -population, name.")
        }
        return sorts
    }
}

extension Sorting: CustomStringConvertible {
    package var description: String {
        let order = collation.map { " (\($0.name))" } ?? ""
        return (isAscending ? "" : "-") + path.description + order
    }
}
