import NacreFormat

/// Parsing of tests of one attribute: `name == value`, `name in ...`, `name.method(...)`, and
/// `name == other`, a comparison with another attribute.
extension FilterParser {
    /// The tested attribute and the place of its name, for error messages.
    struct Subject {
        let attribute: AttributeSchema
        let offset: Int
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
                suggestion: "Put unusual names in backquotes, as in `home town`.")
        }
    }

    func subject(_ name: String, at offset: Int) throws(FilterSyntaxError) -> Subject {
        if scope.schema.ordinal(of: name) == nil, name.lowercased() == "not" {
            throw error("There is no operator \(name).", suggestion: "Use !(...).", at: offset)
        }
        let attribute = try checked(at: offset) { () throws(OperandError) in
            try OperandCheck.attribute(named: name, of: scope.schema)
        }
        return Subject(attribute: attribute, offset: offset)
    }

    /// Parses an operator and its operand, starting after the subject.
    /// - Parameter shown: The subject's text.
    mutating func parseOperator(
        _ subject: Subject, shown: String
    ) throws(FilterSyntaxError) -> FilterExpression {
        if let comparison = token.comparison {
            return try parseComparison(subject, comparison)
        }
        if token.isKeyword("in") { return try parseIn(subject) }
        let isBool = subject.attribute.type == .scalar(.bool)
        throw expectedOperator(after: shown, isBool: isBool, at: subject.offset)
    }

    private mutating func parseComparison(
        _ subject: Subject, _ comparison: ComparisonOperator
    ) throws(FilterSyntaxError) -> FilterExpression {
        let use: OperandCheck.Use = comparison.isOrder ? .order : .equality
        try checked(at: token.offset) { () throws(OperandError) in
            try scope.check(subject.attribute, allows: use)
        }
        try advance()
        if !comparison.isOrder, token.is(.leftBracket), subject.attribute.type == .json,
            !scope.isCollection
        {
            guard comparison == .notEqual else { return try parseElementTests(of: subject) }
            // The negation counts as a level, as `!` does.
            return try within(scope, from: token.offset) { (parser) throws(FilterSyntaxError) in
                .not(try parser.parseElementTests(of: subject))
            }
        }
        if beginsAttribute {
            return try parseOther(than: subject, comparison)
        }
        let value = try parseValue(of: subject, isOrdered: comparison.isOrder)
        return .comparison(subject.attribute.name, comparison, value)
    }

    // Another attribute

    /// Whether the next token can only begin the name of an attribute.
    private var beginsAttribute: Bool {
        switch token.kind {
        case .quotedName, .symbol(.caret): true
        case .name(let word) where FilterText.keywords.contains(word): false
        case .name(let word):
            FilterText.typeNames[word] == nil || !isFollowed(by: .leftParenthesis)
        default: false
        }
    }

    /// Parses the attribute that another one is compared with.
    /// - Returns: The comparison. Its paths begin at the start of the test.
    private mutating func parseOther(
        than subject: Subject, _ comparison: ComparisonOperator
    ) throws(FilterSyntaxError) -> FilterExpression {
        let start = token.offset
        if case .name(let word) = token.kind, !isFollowed(by: .point),
            scope.schema.ordinal(of: word) == nil, origin.schema.ordinal(of: word) == nil
        {
            throw expectedLiteral(orAttribute: true)
        }
        let (otherPath, _) = try parseName()
        let onePath = AttributePath(subject.attribute.name, through: hops, of: outer)
        try checked(at: start) { () throws(OperandError) in
            try origin.check(onePath, comparison, with: otherPath)
        }
        return .attributes(onePath, comparison, otherPath)
    }

    // in

    private mutating func parseIn(_ subject: Subject) throws(FilterSyntaxError) -> FilterExpression
    {
        let start = token.offset
        try advance()
        let isList = token.is(.leftBracket)
        try checked(at: start) { () throws(OperandError) in
            try scope.check(subject.attribute, allows: isList ? .membership : .range)
        }
        let name = subject.attribute.name
        if try take(.leftBracket) { return .membership(name, try parseList(of: subject)) }
        return .range(name, try parseRange(of: subject))
    }

    /// Parses a list, starting after the opening bracket.
    private mutating func parseList(of subject: Subject) throws(FilterSyntaxError) -> [Value] {
        var values: [Value] = []
        try parseItems { (parser: inout Self) throws(FilterSyntaxError) in
            values.append(try parser.parseValue(of: subject, isOrdered: false))
        }
        return values
    }

    /// Parses items up to the closing bracket. A comma may follow the last item.
    mutating func parseItems(
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
                "A list or a range was expected after in.",
                suggestion: "Write in [1, 5], in 1...5, in 1..<5, in 1... or in ...5.")
        }
        guard beginsLiteral else { return .from(lower) }
        return .closed(lower, try parseValue(of: subject, isOrdered: true))
    }

    private var beginsLiteral: Bool {
        switch token.kind {
        case .string, .number, .symbol(.minus), .symbol(.point): true
        case .name(let word):
            ["true", "false", "nil"].contains(word) || FilterText.typeNames[word] != nil
        default: false
        }
    }

    // Methods

    /// Parses the arguments of a text test, starting at the opening parenthesis.
    mutating func parseTextTest(
        _ subject: Subject, _ method: TextCondition.Method, at methodOffset: Int
    ) throws(FilterSyntaxError) -> FilterExpression {
        try checked(at: methodOffset) { () throws(OperandError) in
            try scope.check(subject.attribute, allows: .textTest)
        }
        try advance()
        guard case .string(let text) = token.kind else {
            throw error(
                "A string was expected here.",
                suggestion: "Write it as in .\(method.rawValue)(\"...\").")
        }
        let textOffset = token.offset
        try advance()
        var options: TextCondition.Options = []
        while try take(.comma) { options.insert(try parseOption()) }
        guard try take(.rightParenthesis) else { throw error("A ) was expected here.") }
        let test = TextCondition(method, text, options)
        try checked(at: textOffset) { () throws(OperandError) in try test.check() }
        return .text(subject.attribute.name, test)
    }

    private mutating func parseOption() throws(FilterSyntaxError) -> TextCondition.Options {
        let start = token.offset
        guard try take(.point), case .name(let word) = token.kind,
            let option = TextCondition.Options.names.first(where: { $0.name == word })?.option
        else {
            throw error(
                "The options are .caseInsensitive and .diacriticInsensitive.",
                suggestion: "Write .caseInsensitive.", at: start)
        }
        try advance()
        return option
    }
}
