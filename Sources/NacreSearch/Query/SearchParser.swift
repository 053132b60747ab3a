/// Parses the text form of queries. Time is linear in the length of the text, and the depth of
/// calls is limited by ``SearchLimits/depthMax``.
///
/// A lenient text never breaks a rule: signs without a meaning are words, what is left open ends
/// with the text, and what is empty is left out.
struct SearchParser {
    private var lexer: SearchLexer
    private(set) var token: SearchToken
    private let isStrict: Bool
    private let hasPrefixLast: Bool
    private var allowance = SearchAllowance()
    private var depth = 0
    /// The number of open parentheses.
    private var groups = 0
    private var isInNear = false
    /// The number of exclusions around the current position.
    private var exclusions = 0

    static func parse(
        _ text: String, _ options: SearchQuery.Options, _ attributes: SearchAttributes
    ) throws(SearchQueryError) -> SearchQuery {
        guard text.utf8.count <= SearchLimits.textSizeMax else { throw .tooLong }
        var parser = try SearchParser(text, options, attributes)
        if parser.isStrict, parser.token.kind == .end {
            throw parser.error("The query is empty.", suggestion: "Write at least one word.")
        }
        return try parser.parseDisjunction()
    }

    private init(
        _ text: String, _ options: SearchQuery.Options, _ attributes: SearchAttributes
    ) throws(SearchQueryError) {
        isStrict = options.contains(.strict)
        hasPrefixLast = options.contains(.prefixLast)
        lexer = SearchLexer(text, isStrict: isStrict, attributes)
        token = try lexer.next()
    }

    // Tokens

    private mutating func advance(
        _ place: SearchLexer.Place = .anywhere
    ) throws(SearchQueryError) {
        token = try lexer.next(place)
    }

    /// Returns the token after the current one.
    private func following() throws(SearchQueryError) -> SearchToken {
        var rest = lexer
        return try rest.next()
    }

    /// - Parameter offset: The place of the error. By default the current token's.
    private func error(
        _ message: String, suggestion: String? = nil, at offset: Int? = nil
    ) -> SearchQueryError {
        SearchQueryError(
            message, suggestion: suggestion, text: lexer.text, position: offset ?? token.offset)
    }

    private mutating func enter(at offset: Int) throws(SearchQueryError) {
        guard depth < SearchLimits.depthMax else {
            throw .tooDeep(text: lexer.text, position: offset)
        }
        depth += 1
    }

    // Operators, weakest first

    /// Parses up to the end of the text or of the group.
    private mutating func parseDisjunction() throws(SearchQueryError) -> SearchQuery {
        var parts = [try parseConjunction()]
        while token.kind == .or {
            try advance()
            parts.append(try parseConjunction())
        }
        return .any(parts)
    }

    /// Parses items that all must match, up to an `OR` between them and others.
    private mutating func parseConjunction() throws(SearchQueryError) -> SearchQuery {
        var items: [SearchQuery] = []
        while token.kind != .end {
            switch token.kind {
            case .rightParenthesis:
                if groups > 0 { return .all(items) }
                if isStrict {
                    throw error("There is no opening parenthesis for this one.")
                }
                try advance()
            case .or, .and:
                let isFirst = items.isEmpty
                let next = try following()
                let isOperator = !isFirst && (isStrict ? next.beginsItem : !next.endsGroup)
                if isOperator, token.kind == .or { return .all(items) }
                if isOperator {
                    try advance()
                } else {
                    items.append(try parseOperatorAsWord(isFirst: isFirst))
                }
            default: items.append(try parseItem())
            }
        }
        return .all(items)
    }

    /// Parses an operator that has nothing before or after it.
    private mutating func parseOperatorAsWord(
        isFirst: Bool
    ) throws(SearchQueryError) -> SearchQuery {
        let word = token.operatorWord ?? ""
        if isStrict {
            throw error(
                "A word, a phrase or a group was expected \(isFirst ? "before" : "after") \(word).",
                suggestion: "Put the word \(word) in quotes to search for it.")
        }
        return SearchQuery(part: try parseWord(word))
    }

    /// Parses a word, phrase or group, or an exclusion of one.
    private mutating func parseItem() throws(SearchQueryError) -> SearchQuery {
        let start = token.offset
        var isExcluded = false
        while true {
            if token.kind == .minus {
                isExcluded.toggle()
                try advance(.operand)
                break
            }
            guard token.kind == .not, try following().beginsItem else { break }
            isExcluded.toggle()
            try advance()
        }
        guard isExcluded else { return try parsePrimary() }
        try enter(at: start)
        exclusions += 1
        defer {
            depth -= 1
            exclusions -= 1
        }
        return .not(try parsePrimary())
    }

    private mutating func parsePrimary() throws(SearchQueryError) -> SearchQuery {
        switch token.kind {
        case .word(let word): return SearchQuery(part: try parseWord(word))
        case .quoted(let text, let isClosed):
            return SearchQuery(part: try parsePhrase(text, isClosed: isClosed))
        case .leftParenthesis: return try parseGroup()
        case .near: return try parseNear()
        case .attribute(let name):
            try enter(at: token.offset)
            defer { depth -= 1 }
            try advance(.operand)
            if isStrict, case .attribute = token.kind {
                throw error("A word, a phrase or a group was expected after \(name):.")
            }
            return .within(name, try parsePrimary())
        case .or, .and, .not: return try parseOperatorAsWord(isFirst: false)
        // Such a token is not the first of an item.
        case .rightParenthesis, .minus, .distance, .end: return .empty
        }
    }

    private mutating func parseGroup() throws(SearchQueryError) -> SearchQuery {
        let start = token.offset
        try enter(at: start)
        groups += 1
        defer {
            depth -= 1
            groups -= 1
        }
        try advance()
        if isStrict, token.kind == .rightParenthesis {
            throw error("There is nothing in these parentheses.", at: start)
        }
        let query = try parseDisjunction()
        try close(from: start)
        return query
    }

    private mutating func close(from start: Int) throws(SearchQueryError) {
        if token.kind == .rightParenthesis { return try advance() }
        if isStrict { throw error("The closing parenthesis is missing.", at: start) }
    }

    // Words and phrases

    private mutating func parseWord(_ word: String) throws(SearchQueryError) -> SearchPart {
        let isLast = token.range.upperBound == lexer.scalars.count
        return try parseAtom(word, isLast: isLast, isPhrase: false)
    }

    private mutating func parsePhrase(
        _ text: String, isClosed: Bool
    ) throws(SearchQueryError) -> SearchPart {
        if isStrict, !isClosed { throw error("The closing quote is missing.") }
        let endsInSpace = text.unicodeScalars.last.map(SearchText.isWhiteSpace) ?? true
        return try parseAtom(text, isLast: !isClosed && !endsInSpace, isPhrase: true)
    }

    /// - Parameter isLast: Whether the user may go on typing the last word.
    private mutating func parseAtom(
        _ text: String, isLast: Bool, isPhrase: Bool
    ) throws(SearchQueryError) -> SearchPart {
        let query: SearchQuery =
            switch token.suffix {
            case .prefix: .prefix(text)
            case .fuzzy: .fuzzy(text)
            case .none where isLast && hasPrefixLast && exclusions == 0: .prefix(text)
            case .none: isPhrase ? .phrase(text) : .word(text)
            }
        try allowance.count(query.part, text: lexer.text, position: token.offset)
        try advance(nearPlace)
        return query.part
    }

    // near

    /// The place of the next token, after a word or phrase.
    private var nearPlace: SearchLexer.Place { isInNear ? .near : .anywhere }

    private mutating func parseNear() throws(SearchQueryError) -> SearchQuery {
        let start = token
        let state = self
        try enter(at: start.offset)
        isInNear = true
        try advance(.near)
        if let query = try parseNearParts(from: start.offset) {
            depth -= 1
            isInNear = false
            try close(from: start.offset)
            return query
        }
        // A text without a meaning here: the word near, and a group.
        self = state
        let end = start.range.upperBound
        try allowance.count(.word(SearchText.near), text: lexer.text, position: start.offset)
        token = SearchToken(kind: .leftParenthesis, range: (end - 1)..<end)
        return .all(.word(SearchText.near), try parseGroup())
    }

    /// Parses up to the closing parenthesis.
    /// - Returns: Nil if there is something else in a lenient text.
    private mutating func parseNearParts(
        from start: Int
    ) throws(SearchQueryError) -> SearchQuery? {
        var parts: [SearchPart] = []
        var distance = SearchLimits.distanceDefault
        loop: while true {
            switch token.kind {
            case .word(let word): parts.append(try parseWord(word))
            case .quoted(let text, let isClosed):
                parts.append(try parsePhrase(text, isClosed: isClosed))
            case .distance(let number):
                guard let number else {
                    throw .tooFar(text: lexer.text, position: token.offset)
                }
                distance = number
                try advance(.near)
            case .rightParenthesis, .end: break loop
            case .leftParenthesis, .minus, .or, .and, .not, .attribute, .near:
                if isStrict {
                    throw error(
                        "near takes words and phrases only.",
                        suggestion: "Write near(swift \"object store\", 5).")
                }
                return nil
            }
        }
        if parts.count > 1 { return .near(parts: parts, distance: distance) }
        if isStrict {
            throw error(
                "near takes at least two words or phrases.",
                suggestion: "Write near(swift store, 5).", at: start)
        }
        return nil
    }
}
