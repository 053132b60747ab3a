import NacreFormat

/// Parsing of values in filters.
extension FilterParser {
    mutating func parseValue(
        of subject: Subject, isOrdered: Bool
    ) throws(FilterSyntaxError) -> Value {
        let start = token.offset
        let literal = try parseLiteral()
        if isOrdered, literal == .value(.null) {
            throw error(
                "nil has no place in the order: the comparison would never be true.",
                suggestion: "Use == nil or != nil.", at: start)
        }
        return try checked(at: start) { () throws(OperandError) in
            try scope.value(of: literal, for: subject.attribute)
        }
    }

    /// Parses the value of a JSON attribute, element by element: each is a value, a list or a test
    /// in braces.
    mutating func parseElementTests(of subject: Subject) throws(FilterSyntaxError)
        -> FilterExpression
    {
        let start = token.offset
        let scope = try scope(of: .someElement, in: subject, at: start)
        try advance()
        var tests: [FilterExpression] = []
        try within(scope, from: start) { (parser) throws(FilterSyntaxError) in
            let element = try parser.subject(FilterScope.element, at: start)
            try parser.parseItems { (parser: inout Self) throws(FilterSyntaxError) in
                tests.append(try parser.parseElement(element))
            }
        }
        isNegatable = false
        return .elements(subject.attribute.name, tests)
    }

    private mutating func parseElement(
        _ element: Subject
    ) throws(FilterSyntaxError) -> FilterExpression {
        if token.is(.leftBracket) { return try parseElementTests(of: element) }
        guard try take(.leftBrace) else {
            let value = try parseValue(of: element, isOrdered: false)
            return .comparison(FilterScope.element, .equal, value)
        }
        let test = try parseDisjunction()
        guard try take(.rightBrace) else { throw error("A } was expected here.") }
        return test
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
        if case .name(let word) = token.kind, let type = FilterText.typeNames[word] {
            return try parseTypedLiteral(type)
        }
        return try parsePlainLiteral()
    }

    /// Parses a literal without a type name.
    private mutating func parsePlainLiteral() throws(FilterSyntaxError) -> FilterLiteral {
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

    /// Parses `date("2024-05-17")`, for values inside JSON, for which no attribute gives the type.
    private mutating func parseTypedLiteral(
        _ type: StoredType
    ) throws(FilterSyntaxError) -> FilterLiteral {
        let start = token.offset
        let name = token
        try advance()
        guard try take(.leftParenthesis) else { throw expectedLiteral(insteadOf: name) }
        let value = AttributeSchema(
            id: AttributeID(1), name: FilterScope.element, type: type, isNullable: false)
        let literal = try parsePlainLiteral()
        guard try take(.rightParenthesis) else { throw error("A ) was expected here.") }
        return try checked(at: start) { () throws(OperandError) in
            .value(try OperandCheck.value(of: literal, for: value))
        }
    }

    /// Parses `.infinity` or `.nan`.
    private mutating func parseSpecialNumber() throws(FilterSyntaxError) -> Double {
        let start = token.offset
        guard try take(.point) else { throw error("A number was expected here.") }
        let number: Double
        switch token.kind {
        case .name("infinity"): number = .infinity
        case .name("nan"): number = .nan
        default:
            throw error(
                "Only .nan and .infinity begin with a dot.",
                suggestion: "Decimal fractions begin with a zero: 0.5.", at: start)
        }
        try advance()
        return number
    }
}
