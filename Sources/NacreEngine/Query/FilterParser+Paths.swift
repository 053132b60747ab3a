import NacreFormat

/// Paths: names with points between, which may go through references to the attributes of other
/// entities.
extension FilterParser {
    /// A name between two points, and where it stands.
    struct PathName {
        let text: String
        let offset: Int
    }

    /// What a path leads to.
    struct Subject {
        /// The references on the way.
        let hops: [String]
        let attribute: AttributeSchema
        /// Where the path begins.
        let offset: Int
        /// The entity that has the attribute.
        let scope: FilterScope

        /// A test of the attribute as one of the entity where the path begins.
        func reached(_ test: Filter) -> Filter { test.reached(through: hops) }
    }

    mutating func parsePath() throws(FilterSyntaxError) -> [PathName] {
        var names: [PathName] = []
        repeat {
            let offset = token.offset
            names.append(PathName(text: try parseNameComponent(), offset: offset))
        } while try take(.point)
        return names
    }

    mutating func parseNameComponent() throws(FilterSyntaxError) -> String {
        switch token.kind {
        case .name(let name) where !FilterText.keywords.contains(name):
            try advance()
            return name
        case .quotedName(let name):
            try advance()
            return name
        default:
            throw error(
                "The name of an attribute was expected here.",
                suggestion: "Odd names stand in backquotes, as in `home town`.")
        }
    }

    /// The names of embedded structs' properties have points in them: of what fits, the longest is
    /// meant.
    func subject(_ path: [PathName]) throws(FilterSyntaxError) -> Subject {
        if path.count == 1, let only = path.first, only.text.lowercased() == "not",
            scope.schema.ordinal(of: only.text) == nil
        {
            throw error(
                "There is no operator \(only.text).", suggestion: "Use !(...).", at: only.offset)
        }
        var scope = scope
        var hops: [String] = []
        var rest = path[...]
        while let first = rest.first {
            let reached = scope
            let (attribute, count) = try checked(at: first.offset) { () throws(OperandError) in
                try Self.attribute(rest, reached)
            }
            let start = path.first?.offset ?? first.offset
            rest = rest.dropFirst(count)
            if rest.isEmpty {
                return Subject(hops: hops, attribute: attribute, offset: start, scope: scope)
            }
            hops.append(attribute.name)
            scope = try checked(at: first.offset) { () throws(OperandError) in
                try OperandCheck.check(attribute, allows: .reference)
                return try reached.target(of: attribute)
            }
        }
        throw error("The name of an attribute was expected here.")
    }

    /// - Returns: the attribute that a path begins with, and of how many names its own consists.
    static func attribute(
        _ path: ArraySlice<PathName>, _ scope: FilterScope
    ) throws(OperandError) -> (AttributeSchema, Int) {
        var name = ""
        var found: (AttributeSchema, Int)?
        for (index, part) in path.enumerated() {
            name += (index > 0 ? "." : "") + part.text
            guard name.utf8.count <= Format.nameSizeMax else { break }
            guard let ordinal = scope.schema.ordinal(of: name) else { continue }
            let attribute = scope.schema.attributes[ordinal]
            if index + 1 == path.count || attribute.reference != nil {
                found = (attribute, index + 1)
            }
        }
        if let found { return found }
        let whole = path.map(\.text).joined(separator: ".")
        return (try OperandCheck.attribute(named: whole, of: scope.schema), path.count)
    }
}

extension Filter {
    /// The filter as a test of what references lead to, the first one's entity first.
    package func reached(through references: [String]) -> Filter {
        references.reversed().reduce(self) { .reference($1, $0) }
    }
}
