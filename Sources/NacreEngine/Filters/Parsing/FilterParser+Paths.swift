import NacreFormat

/// Parsing of paths: names separated by points, which may follow references to the attributes of
/// other entities.
extension FilterParser {
    /// A name between two points, and its place in the text.
    struct PathName {
        let text: String
        let offset: Int
    }

    /// The place that the references of a path lead to.
    struct Reached {
        /// The references that were followed.
        var hops: [String] = []
        /// The scope of the last reference's target.
        var scope: FilterScope
        /// The rest of the path.
        var rest: ArraySlice<PathName>
    }

    /// Parses the path to an attribute, without a test after it.
    mutating func parseName() throws(FilterSyntaxError) -> (AttributePath, Subject) {
        let start = token.offset
        let outer = try parseCarets()
        return try behindCarets(outer, at: start) { (parser) throws(FilterSyntaxError) in
            let (hops, subject) = try parser.parsePath()
            return (AttributePath(subject.attribute.name, through: hops, of: outer), subject)
        }
    }

    /// Parses carets: one for each level of braces.
    mutating func parseCarets() throws(FilterSyntaxError) -> OuterObject? {
        var levels = 0
        // A higher number is an error in any case, so it need not be exact.
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

    /// Follows references as long as the path continues. At least one name is left.
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
    /// Returns the reference that a path begins with and continues after, and the number of names
    /// that form its own name. The names of properties of embedded structs contain points, so the
    /// longest match is used.
    func reference(_ path: ArraySlice<FilterParser.PathName>) -> (AttributeSchema, Int)? {
        var name = ""
        var found: (AttributeSchema, Int)?
        for (index, part) in path.enumerated() {
            name += (index > 0 ? "." : "") + part.text
            guard name.utf8.count <= Format.nameSizeMax else { break }
            guard let ordinal = schema.ordinal(of: name) else { continue }
            // The whole path is an attribute's.
            if index + 1 == path.count { return nil }
            let attribute = schema.attributes[ordinal]
            if attribute.reference != nil { found = (attribute, index + 1) }
        }
        guard let (attribute, count) = found else { return nil }
        // Lists also have the parts of all collections.
        let next = path.dropFirst(count).first?.text ?? ""
        if attribute.isListOfReferences, FilterParser.isInner(next) { return nil }
        return found
    }
}
