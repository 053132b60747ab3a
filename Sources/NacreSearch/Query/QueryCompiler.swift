package import NacreText

extension SearchQuery {
    /// Turns the query into terms.
    ///
    /// A word that the tokenizer splits is a phrase. A part without a term, for example of
    /// punctuation only, is left out. If nothing is left, the query matches nothing.
    /// - Parameter fields: The names of the searched attributes, by the number of the field.
    package func compiled(
        with tokenizer: Tokenizer, fields: [String]
    ) throws(SearchQueryError) -> CompiledQuery {
        guard let text = part.queryText else { throw .tooDeep() }
        guard text.utf8.count <= SearchLimits.textSizeMax else { throw .tooLong }
        var compiler = QueryCompiler(tokenizer, fields)
        return try compiler.compile(part, in: .all) ?? .any([])
    }
}

/// Turns the parts of a query into terms. The depth of calls is that of the query, which the caller
/// has checked.
struct QueryCompiler {
    private let tokenizer: Tokenizer
    private let fields: [String]
    private var allowance = SearchAllowance()
    private var termsCount = 0

    init(_ tokenizer: Tokenizer, _ fields: [String]) {
        self.tokenizer = tokenizer
        self.fields = fields
    }

    /// - Returns: Nil if there is no term.
    mutating func compile(
        _ part: SearchPart, in fields: FieldSet
    ) throws(SearchQueryError) -> CompiledQuery? {
        switch part {
        case .word, .prefix, .fuzzy, .phrase:
            let terms = try terms(of: part)
            guard terms.count > 1 else {
                return terms.first.map { .term($0.term, in: fields) }
            }
            return .phrase(terms, in: fields)
        case .near(let parts, let distance):
            return try compileNear(parts, distance, in: fields)
        case .all(let parts):
            let parts = try compile(parts, in: fields)
            return parts.count > 1 ? .all(parts) : parts.first
        case .any(let parts):
            let parts = try compile(parts, in: fields)
            return parts.count > 1 ? .any(parts) : parts.first
        case .not(let part): return try compile(part, in: fields).map { .not($0) }
        case .within(let name, let part):
            guard let field = self.fields.firstIndex(of: name) else {
                throw .unknownAttribute(name, among: self.fields)
            }
            return try compile(part, in: FieldSet(field: field))
        }
    }

    private mutating func compile(
        _ parts: [SearchPart], in fields: FieldSet
    ) throws(SearchQueryError) -> [CompiledQuery] {
        var compiled: [CompiledQuery] = []
        for part in parts {
            if let part = try compile(part, in: fields) { compiled.append(part) }
        }
        return compiled
    }

    private mutating func compileNear(
        _ parts: [SearchPart], _ distance: Int, in fields: FieldSet
    ) throws(SearchQueryError) -> CompiledQuery? {
        guard 0...SearchLimits.distanceMax ~= distance else { throw .tooFar() }
        var phrases: [[PhraseTerm]] = []
        for part in parts {
            let terms = try terms(of: part)
            if !terms.isEmpty { phrases.append(terms) }
        }
        if phrases.count > 1 { return .near(phrases, distance: distance, in: fields) }
        guard let phrase = phrases.first, let first = phrase.first else { return nil }
        return phrase.count > 1 ? .phrase(phrase, in: fields) : .term(first.term, in: fields)
    }

    /// Returns the terms of a word or phrase, in the order of their positions.
    private mutating func terms(
        of part: SearchPart
    ) throws(SearchQueryError) -> [PhraseTerm] {
        try allowance.count(part)
        guard let text = part.text else { return [] }
        let terms = tokenizer.queryTerms(of: text)
        termsCount += terms.count
        guard termsCount <= SearchLimits.termsMax else {
            throw .tooLarge("A query has at most \(SearchLimits.termsMax) terms.")
        }
        return terms.enumerated().map { index, term in
            let match = match(of: term, part, isLast: index == terms.count - 1)
            return PhraseTerm(
                term: SearchedTerm(bytes: Array(term.text.utf8), match: match),
                position: term.position)
        }
    }

    private func match(
        of term: QueryTerm, _ part: SearchPart, isLast: Bool
    ) -> SearchedTerm.Match {
        if term.isPrefix { return .prefix }
        switch part {
        case .prefix where isLast: return .prefix
        // Three characters with an edit are no trace of a word.
        case .fuzzy where tokenizer != .trigrams:
            let edits = SearchLimits.edits(forLength: term.text.unicodeScalars.count)
            return edits == 0 ? .exact : .fuzzy(edits: edits)
        default: return .exact
        }
    }
}
