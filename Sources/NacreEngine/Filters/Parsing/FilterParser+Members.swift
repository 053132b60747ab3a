import NacreFormat

/// Parsing of tests of several objects: `cities.contains { population > 5 }`,
/// `cities.allSatisfy { ... }`, and of the objects that refer to an object:
/// `City.mayor.count >= 2`, `City.mayor.count { size > 5 } >= 2`.
extension FilterParser {
    /// The target of a path that ends with an entity and its attribute that refers back.
    private struct Source {
        let reached: Reached
        let referrers: Referrers
        let scope: FilterScope
    }

    /// Parses a test of the objects that refer to an object. Returns nil if the path is an
    /// attribute's.
    /// - Parameter method: The method after the path, before a brace. Nil for an operator.
    mutating func parseReferrers(
        _ path: [PathName], _ method: PathName?
    ) throws(FilterSyntaxError) -> FilterExpression? {
        if let method {
            guard token.is(.leftBrace), Self.isOfMembers(method.text),
                let source = try source(path[...])
            else { return nil }
            let (quantifier, test) = try parseQuantified(source.scope, by: method.text)
            return FilterExpression.referrers(source.referrers, .objects(quantifier, test))
                .reached(through: source.reached.hops)
        }
        guard let last = path.last, ["count", "isEmpty"].contains(last.text),
            let source = try source(path.dropLast())
        else { return nil }
        let test: Referrers.Condition
        if last.text == "count" {
            let (comparison, count) = try parseCount()
            test = .count(comparison, count)
        } else {
            test = .count(.equal, 0)
        }
        isNegatable = last.text == "isEmpty"
        return FilterExpression.referrers(source.referrers, test).reached(
            through: source.reached.hops)
    }

    static func isOfMembers(_ method: String) -> Bool {
        method == Quantifier.countMethod || Quantifier(method: method) != nil
    }

    /// Parses a filter of other objects in braces, and the number of objects for which it must
    /// hold.
    private mutating func parseQuantified(
        _ objects: FilterScope, by method: String
    ) throws(FilterSyntaxError) -> (Quantifier, FilterExpression) {
        let test = try parseTest(of: objects)
        if let quantifier = Quantifier(method: method) { return (quantifier, test) }
        let (comparison, count) = try parseCount()
        isNegatable = false
        return (.count(comparison, count), test)
    }

    private mutating func parseCount() throws(FilterSyntaxError) -> (ComparisonOperator, Int64) {
        guard let comparison = token.comparison else {
            throw error(
                "A comparison was expected here.", suggestion: "Write it as in .count >= 2.")
        }
        try advance()
        let sign = try take(.minus) ? "-" : ""
        guard case .number(let digits) = token.kind, let count = Int64(sign + digits) else {
            throw error("A whole number was expected here.")
        }
        try advance()
        return (comparison, count)
    }

    /// - Returns: nil if the path is an attribute's, which has precedence if the names are equal.
    private func source(_ path: ArraySlice<PathName>) throws(FilterSyntaxError) -> Source? {
        guard let reached = try? follow(Array(path)), reached.rest.count > 1,
            let entity = reached.rest.first, !reached.scope.schema.hasName(entity.text),
            reached.scope.entities[entity.text] != nil
        else { return nil }
        let names = reached.rest.dropFirst()
        let name = names.map(\.text).joined(separator: ".")
        let referrers = Referrers(entity.text, by: name)
        let scope = try checked(at: names.first?.offset ?? entity.offset) {
            () throws(OperandError) in try reached.scope.source(of: referrers)
        }
        return Source(reached: reached, referrers: referrers, scope: scope)
    }

    /// Parses a test of the objects that a list of references leads to, starting at the brace.
    mutating func parseMembers(
        _ subject: Subject, by method: String
    ) throws(FilterSyntaxError) -> FilterExpression {
        let scope = scope
        let target = try checked(at: subject.offset) { () throws(OperandError) in
            try OperandCheck.check(subject.attribute, allows: .members)
            return try scope.target(of: subject.attribute)
        }
        let (quantifier, test) = try parseQuantified(target, by: method)
        return .members(subject.attribute.name, quantifier, test)
    }

    /// Whether the braces contain a test of the references themselves, which are named `$0`.
    var bracesHoldElement: Bool {
        var ahead = self
        while (try? ahead.advance()) != nil, ahead.token.kind != .end {
            switch ahead.token.kind {
            case .name("true"), .name("false"): continue
            case .name(let name): return name == FilterScope.element
            case .quotedName, .symbol(.rightBrace): return false
            default: continue
            }
        }
        return false
    }

    /// Parses a filter of another entity in braces.
    private mutating func parseTest(
        of objects: FilterScope
    ) throws(FilterSyntaxError) -> FilterExpression {
        let start = token.offset
        guard try take(.leftBrace) else {
            throw error("A filter in braces was expected here.", suggestion: "Write { ... }.")
        }
        let test = try within(objects.insideBraces, from: start) {
            (parser) throws(FilterSyntaxError) in
            try parser.parseDisjunction()
        }
        guard try take(.rightBrace) else {
            throw token.kind == .end
                ? error("The closing brace is missing.", at: start) : unexpectedAfterTest()
        }
        isNegatable = true
        return test
    }
}

extension StoredSchema {
    /// Returns whether an attribute or an embedded struct has a name.
    fileprivate func hasName(_ name: String) -> Bool {
        attributes.contains { $0.name == name || $0.name.hasPrefix("\(name).") }
    }
}
