import NacreFormat

/// Parsing of tests of attributes and their parts: `name == value`, `name in ...`,
/// `name.method(...)`, `names["de"].count > 2`, `scores.contains { $0 > 3 }`.
extension FilterParser {
    /// One step of a path, and its place in the text.
    fileprivate struct Step {
        enum Kind {
            case name(String)
            case key(String)
        }

        let kind: Kind
        let offset: Int

        var name: String? { if case .name(let name) = kind { name } else { nil } }
        var pathName: PathName { PathName(text: name ?? "", offset: offset) }
    }

    mutating func parseTest() throws(FilterSyntaxError) -> FilterExpression {
        let start = token.offset
        let outer = try parseCarets()
        return try behindCarets(outer, at: start) { (parser) throws(FilterSyntaxError) in
            try parser.parsePathTest()
        }
    }

    private mutating func parsePathTest() throws(FilterSyntaxError) -> FilterExpression {
        let start = token.offset
        var steps = try parseSteps()
        var method: Step?
        if token.is(.leftParenthesis) || token.is(.leftBrace) {
            method = steps.popLast()
            try checkMethod(method, isAlone: steps.isEmpty)
        }
        if let method, method.name == SearchCondition.method, token.is(.leftParenthesis),
            steps.allSatisfy({ $0.name != nil })
        {
            return try parseSearch((steps + [method]).map(\.pathName))
        }
        let path = steps.prefix { $0.name != nil }.map(\.pathName)
        if path.count == steps.count {
            let method = method.map(\.pathName)
            if let filter = try parseReferrers(path, method) { return ofOuter(filter) }
        }
        let reached = try follow(path)
        let rest = steps.dropFirst(path.count - reached.rest.count)
        let names = reached.rest.map(\.text)
        let test = try behindReferences(reached) { (parser) throws(FilterSyntaxError) in
            let count = parser.attributeLength(names)
            let name = names.prefix(count).joined(separator: ".")
            return try parser.parseTest(
                of: try parser.subject(name, at: rest.first?.offset ?? start),
                rest.dropFirst(count), method, shown: FilterText.path(reached.hops + [name]))
        }
        // Compared attributes already contain their full paths.
        if case .attributes(let one, let comparison, let other) = test {
            return .comparing(one, comparison, other)
        }
        return ofOuter(test.reached(through: reached.hops))
    }

    func ofOuter(_ test: FilterExpression) -> FilterExpression {
        outer.map(test.of) ?? test
    }

    private mutating func parseSteps() throws(FilterSyntaxError) -> [Step] {
        var steps: [Step] = []
        repeat {
            let offset = token.offset
            steps.append(Step(kind: .name(try parseNameComponent()), offset: offset))
            while token.is(.leftBracket) {
                let offset = token.offset
                try advance()
                guard case .string(let key) = token.kind else {
                    throw error(
                        "A key in double quotes was expected here.",
                        suggestion: "Write it as in names[\"de\"].")
                }
                try advance()
                guard try take(.rightBracket) else { throw error("A ] was expected here.") }
                steps.append(Step(kind: .key(key), offset: offset))
            }
        } while try take(.point)
        return steps
    }

    /// Returns the number of names that form an attribute's name: all of them, except those of
    /// parts inside it.
    private func attributeLength(_ names: [String]) -> Int {
        var count = names.count
        while count > 1, !hasAttribute(names, count), Self.isInner(names[count - 1]) { count -= 1 }
        return hasAttribute(names, count) ? count : names.count
    }

    private func hasAttribute(_ names: [String], _ count: Int) -> Bool {
        // No attribute has a longer name, and joining all names of a long text is slow.
        guard count <= Format.nameSizeMax else { return false }
        return scope.schema.ordinal(of: names.prefix(count).joined(separator: ".")) != nil
    }

    static func isInner(_ name: String) -> Bool {
        name == Self.isEmpty || InnerValue.named[name] != nil
    }

    private static let isEmpty = "isEmpty"

    private func checkMethod(_ method: Step?, isAlone: Bool) throws(FilterSyntaxError) {
        guard let method, let name = method.name else {
            throw error("Only an operator or a dot is allowed here.")
        }
        if isAlone, name.lowercased() == "not" {
            throw error(
                "There is no function \(name).", suggestion: "Use !(...).", at: method.offset)
        }
        let isKnown =
            TextCondition.Method(rawValue: name) != nil || InnerValue.methods[name] != nil
            || name == Quantifier.countMethod && token.is(.leftBrace)
        if name == SearchCondition.method, token.is(.leftParenthesis) { return }
        guard !isAlone, isKnown else {
            throw error(
                "There is no method \(FilterText.name(name)).",
                suggestion: "Strings have \(TextCondition.Method.list), collections contains and"
                    + " allSatisfy.", at: method.offset)
        }
    }

    // Each step leads into another scope.

    private mutating func parseTest(
        of subject: Subject, _ steps: ArraySlice<Step>, _ method: Step?, shown: String
    ) throws(FilterSyntaxError) -> FilterExpression {
        guard let step = steps.first else {
            guard let method, let name = method.name else {
                return try parseOperator(subject, shown: shown)
            }
            return try parseMethod(subject, name, at: method.offset)
        }
        let inner: InnerValue
        switch step.kind {
        case .key(let key):
            inner = .value(ofKey: scope.key(named: key, of: subject.attribute))
        case .name(Self.isEmpty) where steps.count == 1 && method == nil:
            return try parseIsEmpty(subject, at: step.offset)
        case .name(let name):
            guard let named = InnerValue.named[name] else {
                throw error(
                    "There is no \(FilterText.name(name)) in \(shown).",
                    suggestion: "Collections have count, isEmpty, keys and values.",
                    at: step.offset)
            }
            inner = named
        }
        let scope = try scope(of: inner, in: subject, at: step.offset)
        let test = try within(scope, from: step.offset) { (parser) throws(FilterSyntaxError) in
            let element = try parser.subject(FilterScope.element, at: step.offset)
            return try parser.parseTest(
                of: element, steps.dropFirst(), method, shown: shown + step.text)
        }
        return .inner(subject.attribute.name, inner, test)
    }

    func scope(
        of inner: InnerValue, in subject: Subject, at offset: Int
    ) throws(FilterSyntaxError) -> FilterScope {
        try checked(at: offset) { () throws(OperandError) in
            try scope.scope(of: inner, in: subject.attribute)
        }
    }

    private mutating func parseIsEmpty(
        _ subject: Subject, at offset: Int
    ) throws(FilterSyntaxError) -> FilterExpression {
        let name = subject.attribute.name
        isNegatable = true
        if subject.attribute.type == .string { return .comparison(name, .equal, .string("")) }
        _ = try scope(of: .count, in: subject, at: offset)
        return .inner(name, .count, .comparison(FilterScope.element, .equal, .int(0)))
    }

    // Methods, from the parenthesis or brace on

    private mutating func parseMethod(
        _ subject: Subject, _ name: String, at offset: Int
    ) throws(FilterSyntaxError) -> FilterExpression {
        if subject.attribute.reference != nil, token.is(.leftBrace), !bracesHoldElement,
            Self.isOfMembers(name)
        {
            return try parseMembers(subject, by: name)
        }
        if let inner = InnerValue.methods[name], token.is(.leftBrace) {
            return try parseElements(subject, inner, at: offset)
        }
        if name == "contains", isCollection(subject.attribute) {
            return try parseContains(subject, at: offset)
        }
        guard token.is(.leftParenthesis), let method = TextCondition.Method(rawValue: name) else {
            throw error(
                "The argument of \(name) was expected here.",
                suggestion: "Write it as in contains(1), contains { $0 > 1 } or"
                    + " allSatisfy { $0 > 1 }.")
        }
        return try parseTextTest(subject, method, at: offset)
    }

    /// Returns whether `contains(...)` tests elements. Inside JSON, `contains("a")` tests for a
    /// substring, and element tests need braces.
    private func isCollection(_ attribute: AttributeSchema) -> Bool {
        switch attribute.type {
        case .array: true
        case .json: !scope.isInsideJSON || scope.isCollection
        default: false
        }
    }

    private mutating func parseElements(
        _ subject: Subject, _ inner: InnerValue, at offset: Int
    ) throws(FilterSyntaxError) -> FilterExpression {
        let scope = try scope(of: inner, in: subject, at: offset)
        try advance()
        let test = try within(scope, from: offset) { (parser) throws(FilterSyntaxError) in
            try parser.parseDisjunction()
        }
        guard try take(.rightBrace) else { throw error("A } was expected here.") }
        return .inner(subject.attribute.name, inner, test)
    }

    private mutating func parseContains(
        _ subject: Subject, at offset: Int
    ) throws(FilterSyntaxError) -> FilterExpression {
        let scope = try scope(of: .someElement, in: subject, at: offset)
        try advance()
        let test = try within(scope, from: offset) { (parser) throws(FilterSyntaxError) in
            let element = try parser.subject(FilterScope.element, at: offset)
            let value = try parser.parseValue(of: element, isOrdered: false)
            return FilterExpression.comparison(FilterScope.element, .equal, value)
        }
        guard try take(.rightParenthesis) else { throw error("A ) was expected here.") }
        return .inner(subject.attribute.name, .someElement, test)
    }
}

extension FilterParser.Step {
    /// The step's text, as it follows the value it belongs to.
    fileprivate var text: String {
        switch kind {
        case .name(let name): "." + name
        case .key(let key): "[" + FilterText.quoted(key, by: "\"") + "]"
        }
    }
}
