/// One token of a filter's text, and its place.
struct FilterToken: Equatable {
    enum Kind: Equatable {
        case name(String)
        /// A name in backquotes: never a keyword.
        case quotedName(String)
        case string(String)
        /// A number in decimal digits, without underscores.
        case number(String)
        case symbol(Symbol)
        case end
    }

    enum Symbol: String, CaseIterable {
        // The lexer takes the first match, so longer symbols come before their prefixes.
        case closedRange = "..."
        case halfOpenRange = "..<"
        case and = "&&"
        case or = "||"
        case equal = "=="
        case notEqual = "!="
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case less = "<"
        case greater = ">"
        case not = "!"
        case caret = "^"
        case minus = "-"
        case point = "."
        case comma = ","
        case leftParenthesis = "("
        case rightParenthesis = ")"
        case leftBracket = "["
        case rightBracket = "]"
        case leftBrace = "{"
        case rightBrace = "}"
    }

    let kind: Kind
    /// The place of the token, in Unicode scalars from the start of the text.
    let offset: Int

    func `is`(_ symbol: Symbol) -> Bool { kind == .symbol(symbol) }

    var comparison: ComparisonOperator? {
        guard case .symbol(let symbol) = kind else { return nil }
        return ComparisonOperator(rawValue: symbol.rawValue)
    }

    func isKeyword(_ word: String) -> Bool { kind == .name(word) }
}
