import NacreText

/// A term with its place, for comparisons.
struct FoundTerm: Equatable {
    let text: ExactText
    let place: TermPlace
}

extension Tokenizer {
    /// Returns the terms of a text with their places.
    func found(in text: String) -> [FoundTerm] {
        found(in: Array(text.utf8))
    }

    /// Returns the terms of bytes with their places.
    func found(in bytes: [UInt8]) -> [FoundTerm] {
        var result: [FoundTerm] = []
        forEachTerm(in: bytes.span) { term, place in
            let copy = term.indices.map { term[$0] }
            let text = ExactText(String(decoding: copy, as: UTF8.self))
            result.append(FoundTerm(text: text, place: place))
        }
        return result
    }

    /// Returns the terms of a text.
    func texts(of text: String) -> [ExactText] {
        terms(of: text).map { ExactText($0) }
    }
}
