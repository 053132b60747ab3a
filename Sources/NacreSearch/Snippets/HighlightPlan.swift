/// The parts of a query that are marked in one field of a text: all that are not excluded.
struct HighlightPlan: Sendable {
    /// A phrase, or a term in `near`.
    struct Phrase: Sendable, Equatable {
        /// The terms by number, with positions from 0 on.
        var terms: [(term: Int, position: Int)] = []
        /// The part of `near` that the phrase is. Nil if it is marked wherever it is.
        var near: (number: Int, part: Int)?

        /// The number of positions from the first term to the last.
        var length: Int { (terms.last?.position ?? 0) + 1 }

        static func == (a: Phrase, b: Phrase) -> Bool {
            a.terms.elementsEqual(b.terms) { $0 == $1 } && a.near?.number == b.near?.number
                && a.near?.part == b.near?.part
        }
    }

    /// Phrases near one another.
    struct Near: Sendable {
        /// The lengths of the parts.
        let lengths: [Int]
        let distance: Int

        /// The greatest number of positions from the first to the last.
        var span: Int { lengths.reduce(0, +) + distance }
    }

    private(set) var terms: [SearchedTerm] = []
    /// Whether a term is marked wherever it is.
    private(set) var isAlone: [Bool] = []
    private(set) var phrases: [Phrase] = []
    private(set) var nears: [Near] = []
    private var numbers: [SearchedTerm: Int] = [:]

    init(_ query: CompiledQuery, field: Int) {
        add(query, FieldSet(field: field))
    }

    /// The depth of calls is that of the query, which the compiler has checked.
    private mutating func add(_ query: CompiledQuery, _ field: FieldSet) {
        switch query {
        case .term(let term, let fields) where !fields.isDisjoint(with: field):
            isAlone[number(of: term)] = true
        case .phrase(let terms, let fields) where !fields.isDisjoint(with: field):
            add(phrase(of: terms))
        case .near(let parts, let distance, let fields) where !fields.isDisjoint(with: field):
            let phrases = parts.map { phrase(of: $0) }
            for (part, var phrase) in phrases.enumerated() {
                phrase.near = (nears.count, part)
                add(phrase)
            }
            nears.append(Near(lengths: phrases.map(\.length), distance: distance))
        case .all(let parts), .any(let parts): for part in parts { add(part, field) }
        case .term, .phrase, .near, .not: break
        }
    }

    private mutating func add(_ phrase: Phrase) {
        if phrase.near != nil || !phrases.contains(phrase) { phrases.append(phrase) }
    }

    private mutating func number(of term: SearchedTerm) -> Int {
        if let number = numbers[term] { return number }
        let number = terms.count
        numbers[term] = number
        terms.append(term)
        isAlone.append(false)
        return number
    }

    private mutating func phrase(of terms: [PhraseTerm]) -> Phrase {
        let start = terms.map(\.position).min() ?? 0
        var phrase = Phrase()
        for term in terms.sorted(by: { $0.position < $1.position }) {
            phrase.terms.append((number(of: term.term), term.position - start))
        }
        return phrase
    }
}
