import Nacre

/// A text of 4 KB.
@Entity
struct Body {
    let id: Int
    var text: String
}

extension Body: RowCoded {
    static let table = "body"
    static let columns = ["id INTEGER PRIMARY KEY", "text TEXT NOT NULL"]

    /// Makes the text with an id. One text in fifty has the rare word.
    static func sample(_ id: Int) -> Body {
        var random = SplitMix(seed: UInt64(id))
        let text = Words.text(bytes: 4000, &random)
        guard random.next(below: 50) == 0 else { return Body(id: id, text: text) }
        let place = text.utf8.index(text.startIndex, offsetBy: random.next(below: 4000))
        return Body(id: id, text: "\(text[..<place])\(Words.rare)\(text[place...])")
    }

    init(_ row: some RowSource & ~Escapable) { self.init(id: row.integer(0), text: row.text(1)) }

    func write(to row: inout some RowSink) {
        row.add(id)
        row.add(text)
    }

    func mix(into digest: inout Digest) { text.mix(into: &digest) }
}
