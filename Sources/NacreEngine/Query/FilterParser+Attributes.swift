import NacreFormat

/// Tests of one attribute: `name == value`, `name in ...`, `name.method(...)`.
extension FilterParser {
    mutating func parseTest() throws(FilterSyntaxError) -> Filter {
        let path = try parsePath()
        if token.is(.leftParenthesis) { return try parseMethod(path) }
        if token.is(.leftBrace), let last = path.last,
            let quantifier = Quantifier(rawValue: last.text)
        {
            return try parseMembers(quantifier, of: path.dropLast())
        }
        if let filter = try parseReferrersCount(path) { return filter }
        let subject = try subject(path)
        if let comparison = token.comparison {
            return subject.reached(try parseComparison(subject, comparison))
        }
        if token.isKeyword("in") { return subject.reached(try parseIn(subject)) }
        let isBool = subject.attribute.type == .scalar(.bool)
        throw expectedOperator(
            after: path.map(\.text).joined(separator: "."), isBool: isBool, at: subject.offset)
    }

    /// The path to an attribute, for sorts.
    mutating func parseName() throws(FilterSyntaxError) -> Subject { try subject(parsePath()) }

    private mutating func parseComparison(
        _ subject: Subject, _ comparison: ComparisonOperator
    ) throws(FilterSyntaxError) -> Filter {
        let use: OperandCheck.Use = comparison.isOrder ? .order : .equality
        try checked(at: token.offset) { () throws(OperandError) in
            try OperandCheck.check(subject.attribute, allows: use)
        }
        try advance()
        let value = try parseValue(of: subject, isOrdered: comparison.isOrder)
        return .comparison(subject.attribute.name, comparison, value)
    }

    // in

    private mutating func parseIn(_ subject: Subject) throws(FilterSyntaxError) -> Filter {
        let start = token.offset
        try advance()
        let isList = token.is(.leftBracket)
        try checked(at: start) { () throws(OperandError) in
            try OperandCheck.check(subject.attribute, allows: isList ? .membership : .range)
        }
        let name = subject.attribute.name
        if try take(.leftBracket) { return .membership(name, try parseList(of: subject)) }
        return .range(name, try parseRange(of: subject))
    }

    /// From behind the opening bracket.
    private mutating func parseList(of subject: Subject) throws(FilterSyntaxError) -> [Value] {
        var values: [Value] = []
        try parseItems { (parser: inout Self) throws(FilterSyntaxError) in
            values.append(try parser.parseValue(of: subject, isOrdered: false))
        }
        return values
    }

    /// Up to the closing bracket; a comma may stand behind the last item.
    private mutating func parseItems(
        _ parseItem: (inout Self) throws(FilterSyntaxError) -> Void
    ) throws(FilterSyntaxError) {
        while !(try take(.rightBracket)) {
            try parseItem(&self)
            if try take(.comma) { continue }
            guard token.is(.rightBracket) else {
                throw error("A comma or ] was expected here.")
            }
        }
    }

    private mutating func parseRange(of subject: Subject) throws(FilterSyntaxError) -> FilterRange {
        if try take(.closedRange) {
            return .through(try parseValue(of: subject, isOrdered: true))
        }
        if try take(.halfOpenRange) { return .upTo(try parseValue(of: subject, isOrdered: true)) }
        let lower = try parseValue(of: subject, isOrdered: true)
        if try take(.halfOpenRange) {
            return .halfOpen(lower, try parseValue(of: subject, isOrdered: true))
        }
        guard try take(.closedRange) else {
            throw error(
                "After in stands a list or a range.",
                suggestion: "Write in [1, 5], in 1...5, in 1..<5, in 1... or in ...5.")
        }
        guard beginsLiteral else { return .from(lower) }
        return .closed(lower, try parseValue(of: subject, isOrdered: true))
    }

    private var beginsLiteral: Bool {
        switch token.kind {
        case .string, .number, .symbol(.minus), .symbol(.point): true
        case .name(let word): ["true", "false", "nil"].contains(word)
        default: false
        }
    }

    // Methods

    private mutating func parseMethod(
        _ path: [PathName]
    ) throws(FilterSyntaxError) -> Filter {
        let methodName = path.last?.text ?? ""
        let (nameOffset, methodOffset) = (path.first?.offset ?? 0, path.last?.offset ?? 0)
        if path.count == 1, methodName.lowercased() == "not" {
            throw error(
                "There is no function \(methodName).", suggestion: "Use !(...).", at: nameOffset)
        }
        guard path.count > 1, let method = TextTest.Method(rawValue: methodName) else {
            throw error(
                "There is no method \(FilterText.name(methodName)).",
                suggestion: "Strings have hasPrefix, hasSuffix and contains.", at: methodOffset)
        }
        let subject = try subject(path.dropLast())
        try checked(at: methodOffset) { () throws(OperandError) in
            try OperandCheck.check(subject.attribute, allows: .textTest)
        }
        try advance()
        guard case .string(let text) = token.kind else {
            throw error(
                "A string was expected here.",
                suggestion: "Write it as in .\(method.rawValue)(\"...\").")
        }
        try advance()
        let isCaseInsensitive = try take(.comma) ? try parseOption() : false
        guard try take(.rightParenthesis) else { throw error("A ) was expected here.") }
        return subject.reached(
            .text(
                subject.attribute.name,
                TextTest(method, text, isCaseInsensitive: isCaseInsensitive)))
    }

    private mutating func parseOption() throws(FilterSyntaxError) -> Bool {
        let start = token.offset
        guard try take(.point), token.isKeyword("caseInsensitive") else {
            throw error(
                "The only option is .caseInsensitive.", suggestion: "Write .caseInsensitive.",
                at: start)
        }
        try advance()
        return true
    }

    // Values

    private mutating func parseValue(
        of subject: Subject, isOrdered: Bool
    ) throws(FilterSyntaxError) -> Value {
        let start = token.offset
        let literal = try parseLiteral()
        if isOrdered, literal == .value(.null) {
            throw error(
                "nil has no place in the order: the comparison would never hold.",
                suggestion: "Use == nil or != nil.", at: start)
        }
        return try checked(at: start) { () throws(OperandError) in
            try OperandCheck.value(of: literal, for: subject.attribute)
        }
    }

    private mutating func parseLiteral() throws(FilterSyntaxError) -> FilterLiteral {
        guard try take(.leftBracket) else { return try parseSingleLiteral() }
        var items: [FilterLiteral] = []
        try parseItems { (parser: inout Self) throws(FilterSyntaxError) in
            items.append(try parser.parseSingleLiteral())
        }
        return .list(items)
    }

    private mutating func parseSingleLiteral() throws(FilterSyntaxError) -> FilterLiteral {
        if try take(.minus) {
            if case .number(let digits) = token.kind {
                try advance()
                return .number("-" + digits)
            }
            return .value(.double(-(try parseSpecialNumber())))
        }
        if token.is(.point) { return .value(.double(try parseSpecialNumber())) }
        let literal: FilterLiteral
        switch token.kind {
        case .string(let text): literal = .value(.string(text))
        case .number(let digits): literal = .number(digits)
        case .name("true"): literal = .value(.bool(true))
        case .name("false"): literal = .value(.bool(false))
        case .name("nil"): literal = .value(.null)
        default: throw expectedLiteral()
        }
        try advance()
        return literal
    }

    /// `.infinity` or `.nan`.
    private mutating func parseSpecialNumber() throws(FilterSyntaxError) -> Double {
        let start = token.offset
        guard try take(.point) else { throw error("A number was expected here.") }
        let number: Double
        switch token.kind {
        case .name("infinity"): number = .infinity
        case .name("nan"): number = .nan
        default:
            throw error(
                "Only .nan and .infinity begin with a point.",
                suggestion: "Decimal fractions begin with a zero: 0.5.", at: start)
        }
        try advance()
        return number
    }
}
