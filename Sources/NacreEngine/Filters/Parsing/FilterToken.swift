/// One word of a filter's text, and where it begins.
struct FilterToken: Equatable {
    enum Kind: Equatable {
        case name(String)
        /// A name in backquotes: never a keyword.
        case quotedName(String)
        case string(String)
        /// Without underscores, in decimal digits.
        case number(String)
        case symbol(Symbol)
        case end
    }

    enum Symbol: String, CaseIterable {
        // The lexer takes the first that fits: longer ones stand before their beginnings.
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
    /// In Unicode scalars from the start of the text.
    let offset: Int

    func `is`(_ symbol: Symbol) -> Bool { kind == .symbol(symbol) }

    var comparison: ComparisonOperator? {
        guard case .symbol(let symbol) = kind else { return nil }
        return ComparisonOperator(rawValue: symbol.rawValue)
    }

    func isKeyword(_ word: String) -> Bool { kind == .name(word) }
}
