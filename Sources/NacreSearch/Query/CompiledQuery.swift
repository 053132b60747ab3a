/// A query in terms, as runs are searched for it.
package indirect enum CompiledQuery: Sendable, Hashable {
    /// A term, at any place of the fields.
    case term(SearchedTerm, in: FieldSet)
    /// Terms at positions with the same differences.
    case phrase([PhraseTerm], in: FieldSet)
    /// Parts (terms or phrases) in one field, with at most `distance` other words between the
    /// first and the last match; any order.
    case near([[PhraseTerm]], distance: Int, in: FieldSet)
    /// Documents that match all parts; without parts every document.
    case all([CompiledQuery])
    /// Documents that match a part; without parts none.
    case any([CompiledQuery])
    /// Documents that do not match the part.
    case not(CompiledQuery)
}

extension CompiledQuery {
    /// Calls a closure with each term, excluded ones too.
    func forEachTerm(_ body: (SearchedTerm) -> Void) {
        switch self {
        case .term(let term, _): body(term)
        case .phrase(let terms, _): for term in terms { body(term.term) }
        case .near(let parts, _, _): for part in parts { for term in part { body(term.term) } }
        case .all(let parts), .any(let parts): for part in parts { part.forEachTerm(body) }
        case .not(let part): part.forEachTerm(body)
        }
    }
}
