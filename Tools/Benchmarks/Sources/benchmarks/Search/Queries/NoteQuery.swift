/// A query for texts, in the languages of both peers.
struct NoteQuery {
    enum Form {
        /// Words that must all occur.
        case words
        /// Words one after another.
        case phrase
        /// The beginning of a word.
        case prefix
    }

    let form: Form
    let words: [String]

    init(_ form: Form, _ words: String...) {
        self.form = form
        self.words = words
    }

    /// The text of the query for Nacre.
    var nacre: String {
        let text = words.joined(separator: " ")
        return switch form {
        case .words: text
        case .phrase: "\"\(text)\""
        case .prefix: text + "*"
        }
    }

    /// The text of the query for FTS5.
    var fts5: String { parts.joined(separator: " ") }

    /// The parts of the query in FTS5 that are ranked each by itself.
    var parts: [String] {
        switch form {
        case .words: words.map { "\"\($0)\"" }
        case .phrase: ["\"\(words.joined(separator: " "))\""]
        case .prefix: words.map { "\"\($0)\"*" }
        }
    }
}
