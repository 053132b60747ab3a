package import NacreFormat

/// Parses the text form of filters, for instance
/// `population >= 1_000_000 && country.code in ["NO", "SE"]`. It checks names and types by the same
/// rules as ``BoundFilter``, while their places are still known.
///
/// Hostile text can exhaust neither the stack nor the memory: nesting and length are limited, and
/// chains of `&&` and `||` are parsed in a loop.
package struct FilterParser {
    /// Maximum number of parentheses and negations around one test. It also applies to filters that
    /// were never text: see ``Filter/levelProblem``. In a debug build, this depth needs up to
    /// 350 KB of stack, and threads have 512 KB.
    package static let depthMax = 64
    /// The number of levels that a step into a value, or into braces of its elements or of other
    /// objects, counts as. It needs that much of the stack.
    static let levelsOfStep = 8
    /// Maximum length of a text, in bytes.
    package static let sizeMax = 1 << 20

    /// The scope of names at the current position.
    private(set) var scope: FilterScope
    /// The scope at the start of the test. The carets `outer` and the references `hops` lead from
    /// there to `scope`.
    private(set) var origin: FilterScope
    private(set) var outer: OuterObject?
    private(set) var hops: [String] = []
    private(set) var token: FilterToken
    private let text: String
    private var lexer: FilterLexer
    private var depth = 0
    /// Whether the part parsed last can be negated as it is: it was in parentheses, or it is not an
    /// operator in the text.
    var isNegatable = false

    /// Parses a filter.
    /// - Parameter entities: The entities that references lead to.
    /// - Returns: The filter, with values of the attributes' types.
    package static func parse(
        _ text: String, schema: StoredSchema, entities: EntityFinder = .none
    ) throws(FilterSyntaxError) -> FilterExpression {
        var parser = try FilterParser(text, schema, entities)
        if parser.token.kind == .end {
            throw parser.error("The filter is empty.", suggestion: "Write true for all objects.")
        }
        let filter = try parser.parseDisjunction()
        if parser.token.kind != .end { throw parser.unexpectedAfterTest() }
        return filter
    }

    init(
        _ text: String, _ schema: StoredSchema, _ entities: EntityFinder
    ) throws(FilterSyntaxError) {
        guard text.utf8.count <= Self.sizeMax else {
            throw FilterSyntaxError(
                "The text is longer than \(Self.sizeMax) bytes.", text: text, scalarOffset: 0)
        }
        scope = FilterScope(schema, entities)
        origin = scope
        self.text = text
        lexer = FilterLexer(text)
        token = try lexer.next()
    }

    // Tokens

    mutating func advance() throws(FilterSyntaxError) { token = try lexer.next() }

    mutating func take(_ symbol: FilterToken.Symbol) throws(FilterSyntaxError) -> Bool {
        guard token.is(symbol) else { return false }
        try advance()
        return true
    }

    /// - Parameter offset: The place of the error. By default the current token's.
    func error(
        _ message: String, suggestion: String? = nil, at offset: Int? = nil
    ) -> FilterSyntaxError {
        FilterSyntaxError(
            message, suggestion: suggestion, text: text, scalarOffset: offset ?? token.offset)
    }

    /// Runs a rule of ``OperandCheck`` for the token at an offset.
    func checked<Result>(
        at offset: Int, _ check: () throws(OperandError) -> Result
    ) throws(FilterSyntaxError) -> Result {
        do throws(OperandError) {
            return try check()
        } catch {
            throw FilterSyntaxError(
                error.message, suggestion: error.suggestion, code: error.code, text: text,
                scalarOffset: offset)
        }
    }

    /// Runs a parsing rule in a scope with different names.
    ///
    /// - Parameter offset: The start of that scope, for the limit of levels.
    mutating func within<Result>(
        _ inner: FilterScope, from offset: Int,
        _ parse: (inout Self) throws(FilterSyntaxError) -> Result
    ) throws(FilterSyntaxError) -> Result {
        try enter(at: offset, levels: Self.levelsOfStep)
        defer { depth -= Self.levelsOfStep }
        return try standing(in: inner, reachedFrom: inner, by: nil, [], parse)
    }

    /// Runs a parsing rule in the scope at the start of the current test or, after carets, in the
    /// scope of an object outside the braces.
    mutating func behindCarets<Result>(
        _ object: OuterObject?, at offset: Int,
        _ parse: (inout Self) throws(FilterSyntaxError) -> Result
    ) throws(FilterSyntaxError) -> Result {
        let scope = try checked(at: offset) { () throws(OperandError) in try origin.outer(object) }
        return try standing(in: scope, reachedFrom: origin, by: object, [], parse)
    }

    /// Runs a parsing rule in the scope of the entity that references lead to, after a point.
    mutating func behindReferences<Result>(
        _ reached: Reached, _ parse: (inout Self) throws(FilterSyntaxError) -> Result
    ) throws(FilterSyntaxError) -> Result {
        try standing(in: reached.scope, reachedFrom: origin, by: outer, reached.hops, parse)
    }

    private mutating func standing<Result>(
        in scope: FilterScope, reachedFrom origin: FilterScope, by outer: OuterObject?,
        _ hops: [String], _ parse: (inout Self) throws(FilterSyntaxError) -> Result
    ) throws(FilterSyntaxError) -> Result {
        let former = (self.scope, self.origin, self.outer, self.hops)
        (self.scope, self.origin, self.outer, self.hops) = (scope, origin, outer, hops)
        defer { (self.scope, self.origin, self.outer, self.hops) = former }
        return try parse(&self)
    }

    /// Returns whether a symbol follows the current token.
    func isFollowed(by symbol: FilterToken.Symbol) -> Bool {
        var rest = lexer
        return (try? rest.next())?.is(symbol) ?? false
    }

    // Operators, weakest first

    mutating func parseDisjunction() throws(FilterSyntaxError) -> FilterExpression {
        let first = try parseConjunction()
        guard token.is(.or) else { return first }
        var parts = [first]
        while try take(.or) { parts.append(try parseConjunction()) }
        return .or(parts)
    }

    private mutating func parseConjunction() throws(FilterSyntaxError) -> FilterExpression {
        let first = try parseNegation()
        guard token.is(.and) else { return first }
        var parts = [first]
        while try take(.and) { parts.append(try parseNegation()) }
        return .and(parts)
    }

    private mutating func parseNegation() throws(FilterSyntaxError) -> FilterExpression {
        let start = token.offset
        if token.is(.leftParenthesis) { return try parseParentheses(from: start) }
        guard try take(.not) else { return try parsePrimary() }
        try enter(at: start)
        defer { depth -= 1 }
        let filter = try parseNegation()
        try checkNegation(of: filter, from: start)
        return .not(filter)
    }

    /// Checks the operand of `!`. In Swift, `!` would apply only to the attribute.
    private func checkNegation(
        of filter: FilterExpression, from start: Int
    ) throws(FilterSyntaxError) {
        if isNegatable || !filter.isInfix { return }
        throw error("Put the negated test in parentheses.", suggestion: "Write !(...).", at: start)
    }

    /// Parses parentheses. Separate from ``parsePrimary()``, so that nested levels do not need its
    /// stack space.
    private mutating func parseParentheses(
        from start: Int
    ) throws(FilterSyntaxError) -> FilterExpression {
        try advance()
        try enter(at: start)
        defer { depth -= 1 }
        let filter = try parseDisjunction()
        guard try take(.rightParenthesis) else { throw missingParenthesis(from: start) }
        isNegatable = true
        return filter
    }

    private mutating func parsePrimary() throws(FilterSyntaxError) -> FilterExpression {
        isNegatable = false
        switch token.kind {
        case .name("true"): return try constant(.all)
        case .name("false"): return try constant(.none)
        case .name(let word) where word == "in" || word == "nil": throw expectedTest()
        case .name, .quotedName, .symbol(.caret): return try parseTest()
        default: throw expectedTest()
        }
    }

    private mutating func constant(_ filter: FilterExpression) throws(FilterSyntaxError)
        -> FilterExpression
    {
        let start = token.offset
        try advance()
        if token.comparison != nil { throw literalFirst(at: start) }
        return filter
    }

    private mutating func enter(at offset: Int, levels: Int = 1) throws(FilterSyntaxError) {
        guard depth + levels <= Self.depthMax else {
            throw error(
                "There are more than \(Self.depthMax) levels of parentheses and negations. A step"
                    + " into a value or to other objects counts as \(Self.levelsOfStep).",
                at: offset)
        }
        depth += levels
    }
}

extension FilterExpression {
    /// Whether the text form has an operator after an attribute.
    fileprivate var isInfix: Bool {
        switch self {
        case .comparison, .attributes, .membership, .range, .elements, .not(.elements),
            .not(.outer(_, .elements)):
            true
        case .inner(_, let inner, let test): !inner.isElement && test.isInfix
        case .reference(_, let test), .outer(_, let test): test.isInfix
        case .referrers(_, .count), .referrers(_, .objects(.count, _)), .members(_, .count, _): true
        default: false
        }
    }
}
