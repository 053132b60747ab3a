import NacreFormat
import NacreSearch

/// Parsing of full-text searches: `search("append only")`, `search(titles, "only")`,
/// `author.search("knuth")`.
extension FilterParser {
    /// Parses the arguments of a search, starting at the opening parenthesis.
    /// - Parameter path: The references that lead to the searched object, and the method.
    mutating func parseSearch(
        _ path: [PathName]
    ) throws(FilterSyntaxError) -> FilterExpression {
        let reached = try follow(path)
        guard reached.rest.count == 1 else {
            let name = reached.rest.dropLast().map(\.text).joined(separator: ".")
            throw error(
                "\(FilterText.name(name)) is no reference, whose object could be searched.",
                suggestion: "Write search(\"title:words\") to search one attribute.",
                at: reached.rest.first?.offset)
        }
        let test = try behindReferences(reached) { (parser) throws(FilterSyntaxError) in
            FilterExpression.search(try parser.parseSearchArguments())
        }
        isNegatable = true
        return ofOuter(test.reached(through: reached.hops))
    }

    private mutating func parseSearchArguments() throws(FilterSyntaxError) -> SearchCondition {
        let start = token.offset
        try advance()
        var name = ""
        if case .string = token.kind {
        } else {
            name = try parseNameComponent()
            guard try take(.comma) else { throw error("A comma was expected here.") }
        }
        guard case .string(let text) = token.kind else {
            throw error(
                "A string was expected here.", suggestion: "Write it as in search(\"words\").")
        }
        let textOffset = token.offset
        try advance()
        guard try take(.rightParenthesis) else { throw error("A ) was expected here.") }
        let schema = scope.schema
        let query = try checked(at: textOffset) { () throws(OperandError) in
            try SearchCondition.query(text, of: schema, name)
        }
        let condition = SearchCondition(query, in: name)
        let scope = scope
        try checked(at: start) { () throws(OperandError) in try scope.check(condition) }
        return condition
    }
}
