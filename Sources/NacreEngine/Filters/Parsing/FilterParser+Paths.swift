import NacreFormat

/// Paths: names with points between, which may go through references to the attributes of other
/// entities.
extension FilterParser {
    /// A name between two points, and where it stands.
    struct PathName {
        let text: String
        let offset: Int
    }

    /// Where references lead.
    struct Reached {
        /// The references on the way.
        var hops: [String] = []
        /// Of the last one.
        var scope: FilterScope
        /// What is left of the path.
        var rest: ArraySlice<PathName>
    }

    /// The path to an attribute, and nothing behind it.
    mutating func parseName() throws(FilterSyntaxError) -> (AttributePath, Subject) {
        let start = token.offset
        let outer = try parseCarets()
        return try behindCarets(outer, at: start) { (parser) throws(FilterSyntaxError) in
            let (hops, subject) = try parser.parsePath()
            return (AttributePath(subject.attribute.name, through: hops, of: outer), subject)
        }
    }

    /// One for each level of braces.
    mutating func parseCarets() throws(FilterSyntaxError) -> OuterObject? {
        var levels = 0
        // With more of them it is an error, however many there are.
        while levels <= FilterScope.hopsMax, try take(.caret) { levels += 1 }
        return levels == 0 ? nil : .levels(levels)
    }

    private mutating func parsePath() throws(FilterSyntaxError) -> (hops: [String], Subject) {
        var path: [PathName] = []
        repeat {
            let offset = token.offset
            path.append(PathName(text: try parseNameComponent(), offset: offset))
        } while try take(.point)
        let reached = try follow(path)
        let name = reached.rest.map(\.text).joined(separator: ".")
        let offset = reached.rest.first?.offset ?? 0
        let subject = try behindReferences(reached) { (parser) throws(FilterSyntaxError) in
            try parser.subject(name, at: offset)
        }
        return (reached.hops, subject)
    }

    /// Goes on through references as long as the path does. At least one name is left.
    func follow(_ path: [PathName]) throws(FilterSyntaxError) -> Reached {
        var reached = Reached(scope: scope, rest: path[...])
        while let first = reached.rest.first,
            let (attribute, count) = reached.scope.reference(reached.rest)
        {
            let scope = reached.scope
            reached.hops.append(attribute.name)
            reached.scope = try checked(at: first.offset) { () throws(OperandError) in
                try OperandCheck.check(attribute, allows: .reference)
                return try scope.target(of: attribute)
            }
            reached.rest = reached.rest.dropFirst(count)
        }
        return reached
    }
}

extension FilterScope {
    /// The reference that a path begins with and goes on behind, and of how many names its own
    /// consists. The names of embedded structs' properties have points in them: of what fits, the
    /// longest is meant.
    func reference(_ path: ArraySlice<FilterParser.PathName>) -> (AttributeSchema, Int)? {
        var name = ""
        var found: (AttributeSchema, Int)?
        for (index, part) in path.enumerated() {
            name += (index > 0 ? "." : "") + part.text
            guard name.utf8.count <= Format.nameSizeMax else { break }
            guard let ordinal = schema.ordinal(of: name) else { continue }
            // The whole path is that of an attribute.
            if index + 1 == path.count { return nil }
            let attribute = schema.attributes[ordinal]
            if attribute.reference != nil { found = (attribute, index + 1) }
        }
        guard let (attribute, count) = found else { return nil }
        // Lists have what all collections have, too.
        let next = path.dropFirst(count).first?.text ?? ""
        if attribute.isListOfReferences, FilterParser.isInner(next) { return nil }
        return found
    }
}

extension Filter {
    /// The filter as a test of what references lead to, the first one's entity first.
    package func reached(through references: [String]) -> Filter {
        references.reversed().reduce(self) { .reference($1, $0) }
    }
}
