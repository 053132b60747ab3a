import NacreFormat

/// Tests of several objects: `cities.contains { population > 5 }`, `cities.allSatisfy { ... }`, and
/// of those that refer to an object: `City.mayor.count >= 2`.
extension FilterParser {
    /// The part after `contains` or `allSatisfy`, for the attribute of a path.
    mutating func parseMembers(
        _ quantifier: Quantifier, of path: ArraySlice<PathName>
    ) throws(FilterSyntaxError) -> Filter {
        guard let first = path.first else {
            throw error(
                "\(quantifier.rawValue) needs something that it is asked of.",
                suggestion: "Write it as in cities.\(quantifier.rawValue) { population > 5 }.")
        }
        if let source = try source(path) {
            let test = try parseTest(of: source.scope)
            return Filter.referrers(source.referrers, .objects(quantifier, test))
                .reached(through: source.hops)
        }
        let subject = try subject(Array(path))
        let objects = try checked(at: path.last?.offset ?? first.offset) {
            () throws(OperandError) in
            try OperandCheck.check(subject.attribute, allows: .members)
            return try subject.scope.target(of: subject.attribute)
        }
        let test = try parseTest(of: objects)
        return subject.reached(.members(subject.attribute.name, quantifier, test))
    }

    /// A count of the objects that refer to one, or whether there are none; nil if the path is that
    /// of an attribute.
    mutating func parseReferrersCount(
        _ path: [PathName]
    ) throws(FilterSyntaxError) -> Filter? {
        guard let last = path.last, ["count", "isEmpty"].contains(last.text),
            let source = try source(path.dropLast())
        else { return nil }
        var test = Referrers.Test.count(.equal, 0)
        if last.text == "count" {
            guard let comparison = token.comparison else {
                throw error("A count is compared.", suggestion: "Write it as in .count >= 2.")
            }
            try advance()
            guard case .number(let digits) = token.kind, let count = Int64(digits) else {
                throw error("A whole number was expected here.")
            }
            try advance()
            test = .count(comparison, count)
        }
        return Filter.referrers(source.referrers, test).reached(through: source.hops)
    }

    /// What a path leads to that ends with an entity and its attribute which refers back.
    struct Source {
        let hops: [String]
        let referrers: Referrers
        let scope: FilterScope
    }

    /// - Returns: nil if the path is that of an attribute, which goes first if the names are equal.
    func source(_ path: ArraySlice<PathName>) throws(FilterSyntaxError) -> Source? {
        var scope = scope
        var hops: [String] = []
        var rest = path
        while rest.count > 1, let first = rest.first {
            if scope.schema.hasAttribute(beginningWith: first.text) {
                guard let (attribute, count) = try? Self.attribute(rest, scope), count < rest.count,
                    !attribute.isListOfReferences, let target = try? scope.target(of: attribute)
                else { return nil }
                hops.append(attribute.name)
                scope = target
                rest = rest.dropFirst(count)
                continue
            }
            guard scope.entities[first.text] != nil else { return nil }
            rest = rest.dropFirst()
            let name = rest.map(\.text).joined(separator: ".")
            let referrers = Referrers(first.text, by: name)
            let target = scope
            let objects = try checked(at: rest.first?.offset ?? first.offset) {
                () throws(OperandError) in try target.source(of: referrers)
            }
            return Source(hops: hops, referrers: referrers, scope: objects)
        }
        return nil
    }

    /// A filter in braces, of another entity or of elements.
    mutating func parseTest(
        of objects: FilterScope
    ) throws(FilterSyntaxError) -> Filter {
        let start = token.offset
        guard try take(.leftBrace) else {
            throw error("A filter in braces was expected here.", suggestion: "Write { ... }.")
        }
        let test = try within(objects, from: start) { (parser) throws(FilterSyntaxError) in
            try parser.parseDisjunction()
        }
        isNegatable = false
        guard try take(.rightBrace) else {
            throw token.kind == .end
                ? error("The closing brace is missing.", at: start) : unexpectedAfterTest()
        }
        return test
    }
}

extension EntitySchema {
    /// Whether there is an attribute of a name, or an embedded struct.
    fileprivate func hasAttribute(beginningWith name: String) -> Bool {
        attributes.contains { $0.name == name || $0.name.hasPrefix("\(name).") }
    }
}
