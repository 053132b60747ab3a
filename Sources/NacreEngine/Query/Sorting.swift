package import NacreFormat

/// One attribute to sort by, and which way. Its text form is the attribute's name, with a minus
/// sign before it where the order is descending. A collation, which stands behind it, is not read
/// back.
package struct Sorting: Sendable, Hashable {
    package let attribute: String
    package let isAscending: Bool
    /// Of texts; nil for the order of Swift's String.
    package let collation: Collation?

    package init(
        _ attribute: String, isAscending: Bool = true, collation: Collation? = nil
    ) {
        self.attribute = attribute
        self.isAscending = isAscending
        self.collation = collation
    }

    /// Reads text forms with commas between them: `-population, name`.
    package static func parse(
        _ text: String, schema: EntitySchema
    ) throws(FilterSyntaxError) -> [Sorting] {
        var parser = try FilterParser(text, schema)
        var sorts: [Sorting] = []
        repeat {
            let isDescending = try parser.take(.minus)
            let start = parser.token.offset
            let attribute = try parser.parseName()
            try parser.checked(at: start) { () throws(OperandError) in
                try OperandCheck.check(attribute, allows: .sorting)
            }
            sorts.append(Sorting(attribute.name, isAscending: !isDescending))
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
        return (isAscending ? "" : "-") + FilterText.name(attribute) + order
    }
}
