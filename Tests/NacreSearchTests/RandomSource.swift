import NacreSearch

/// Random numbers from a seed.
struct RandomSource: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    mutating func chance(_ part: Int, in whole: Int) -> Bool { below(whole) < part }

    /// A word of few letters, so that prefixes and near words are common.
    mutating func word() -> String {
        let rank = below(4) == 0 ? below(60) : below(12)
        var rest = rank * 7 % 64
        var word = ""
        repeat {
            word.append(["a", "b", "c", "\u{E9}k"][rest % 4])
            rest /= 4
        } while rest > 0
        return word.replacing("\u{E9}", with: "d")
    }

    mutating func text(_ most: Int) -> [String] { (0..<below(most + 1)).map { _ in word() } }

    mutating func document(fields: Int) -> Reference.Document {
        (0..<fields).map { _ in
            let texts = chance(1, in: 4) ? below(3) : 1
            return (0..<texts).map { _ in text(chance(1, in: 10) ? 40 : 8) }
        }
    }

    mutating func term() -> SearchedTerm {
        let word = Array(word().utf8)
        switch below(8) {
        case 0: return SearchedTerm(bytes: Array(word.prefix(1 + below(2))), match: .prefix)
        case 1: return SearchedTerm(bytes: word, match: .fuzzy(edits: 1 + below(2)))
        case 2 where chance(1, in: 10): return SearchedTerm(bytes: [], match: .prefix)
        default: return SearchedTerm(bytes: word, match: .exact)
        }
    }

    mutating func fields() -> FieldSet {
        chance(2, in: 3) ? .all : FieldSet(rawValue: UInt16(below(8)))
    }

    mutating func phrase() -> [PhraseTerm] {
        var position = below(3)
        return (0..<1 + below(3)).map { _ in
            defer { position += chance(1, in: 6) ? 2 : 1 }
            return PhraseTerm(term: term(), position: position)
        }
    }

    mutating func query(depth: Int = 3) -> CompiledQuery {
        switch below(depth > 0 ? 10 : 5) {
        case 0, 1, 2: return .term(term(), in: fields())
        case 3: return .phrase(phrase(), in: fields())
        case 4:
            let parts = (0..<1 + below(3)).map { _ in phrase() }
            return .near(parts, distance: below(6), in: fields())
        case 5, 6: return .all((0..<below(4)).map { _ in query(depth: depth - 1) })
        case 7, 8: return .any((0..<below(4)).map { _ in query(depth: depth - 1) })
        default: return .not(query(depth: depth - 1))
        }
    }
}
