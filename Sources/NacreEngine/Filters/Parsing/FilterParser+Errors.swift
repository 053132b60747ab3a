/// Error messages for violations of the grammar. Most suggest the correct spelling.
extension FilterParser {
    func expectedTest() -> FilterSyntaxError {
        switch token.kind {
        case .string, .number, .name("nil"), .symbol(.minus), .symbol(.point):
            return literalFirst(at: token.offset)
        case .end: return error("The text ends where a test was expected.")
        default:
            return error(
                "A test of an attribute was expected here.",
                suggestion: "Write it as in population >= 1000.")
        }
    }

    func literalFirst(at offset: Int) -> FilterSyntaxError {
        error(
            "A test begins with its attribute.", suggestion: "Write it as in population >= 1000.",
            at: offset)
    }

    func missingParenthesis(from start: Int) -> FilterSyntaxError {
        if token.kind == .end {
            return error("The closing parenthesis is missing.", at: start)
        }
        return unexpectedAfterTest()
    }

    func unexpectedAfterTest() -> FilterSyntaxError {
        if case .name(let word) = token.kind {
            switch word.lowercased() {
            case "and": return error("There is no operator \(word).", suggestion: "Use &&.")
            case "or": return error("There is no operator \(word).", suggestion: "Use ||.")
            default: break
            }
        }
        if token.is(.rightParenthesis) {
            return error("There is no opening parenthesis for this one.")
        }
        if token.comparison != nil {
            return error(
                "A test has one operator.", suggestion: "Write a > 1 && a < 5, or a in 2..<5.")
        }
        return error("Only && or || is allowed here.")
    }

    /// Returns the error for a token after an attribute that is not an operator.
    func expectedOperator(
        after name: String, isBool: Bool, at offset: Int
    ) -> FilterSyntaxError {
        let shown = FilterText.name(name)
        if case .name(let word) = token.kind {
            switch word.lowercased() {
            case "is": return error("There is no operator \(word).", suggestion: "Use ==.")
            case "like":
                return error(
                    "There is no operator \(word).",
                    suggestion: "Use \(shown).hasPrefix(\"...\"), hasSuffix or contains.")
            case "between":
                return error("There is no operator \(word).", suggestion: "Use in 1...5.")
            default: break
            }
        }
        if isBool {
            return error(
                "An attribute alone is not a test.", suggestion: "Write \(shown) == true.",
                at: offset)
        }
        if token.kind == .end {
            return error("The text ends where an operator was expected.")
        }
        return error(
            "An operator was expected after \(shown).",
            suggestion: "Use == != < <= > >= in, or a method such as .hasPrefix(\"...\").")
    }

    /// Returns the error for a token that is not a literal, if a literal is required.
    /// - Parameter orAttribute: Whether an attribute would also be valid.
    func expectedLiteral(
        insteadOf found: FilterToken? = nil, orAttribute: Bool = false
    ) -> FilterSyntaxError {
        let token = found ?? token
        switch token.kind {
        case .name(let word):
            func unknown(_ suggestion: String) -> FilterSyntaxError {
                error("\(word) is unknown.", suggestion: suggestion, at: token.offset)
            }
            switch word.lowercased() {
            case "null", "none", "nil": return unknown("Use nil.")
            case "true": return unknown("Use true.")
            case "false": return unknown("Use false.")
            default: break
            }
            return error(
                orAttribute
                    ? "\(word) is neither an attribute nor a value."
                    : "A value was expected here, and \(word) is not one.",
                suggestion: "If this is text, put it in double quotes: \"\(word)\".",
                at: token.offset)
        case .end: return error("The text ends where a value was expected.")
        default: return error("A value was expected here.")
        }
    }
}
