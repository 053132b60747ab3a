import NacreSearch

extension CompiledQuery {
    /// The query in one line, for comparison.
    var shown: String {
        switch self {
        case .term(let term, let fields): Self.mark(fields) + term.shown
        case .phrase(let terms, let fields): Self.mark(fields) + Self.shown(terms)
        case .near(let parts, let distance, let fields):
            Self.mark(fields) + "near(" + parts.map(Self.shown).joined(separator: " ")
                + ",\(distance))"
        case .all(let parts): parts.map(\.shown).joined(separator: " ")
        case .any(let parts):
            parts.isEmpty ? "none" : "any(" + parts.map(\.shown).joined(separator: " ") + ")"
        case .not(let part): "-" + part.shown
        }
    }

    private static func mark(_ fields: FieldSet) -> String {
        fields == .all ? "" : "\(fields.rawValue):"
    }

    private static func shown(_ terms: [PhraseTerm]) -> String {
        if terms.count == 1, let term = terms.first, term.position == 0 { return term.term.shown }
        let shown = terms.enumerated().map { index, term in
            let isNext =
                term.position == index
                || (index > 0 && term.position == terms[index - 1].position + 1)
            return term.term.shown + (isNext ? "" : "@\(term.position)")
        }
        return "\"" + shown.joined(separator: " ") + "\""
    }
}

extension SearchedTerm {
    var shown: String {
        let text = String(decoding: bytes, as: UTF8.self)
        return switch match {
        case .exact: text
        case .prefix: text + "*"
        case .fuzzy(let edits): text + "~\(edits)"
        }
    }
}
