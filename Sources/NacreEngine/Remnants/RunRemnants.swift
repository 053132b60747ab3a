internal import NacreFormat
internal import NacreSearch
internal import NacreText

/// Searches a run of a full-text index for a text. A run has no texts, but their words as a
/// tokenizer changes them, and where they are. Which tokenizer that is, the run does not say.
struct RunRemnants {
    /// Whether the run has the words of the text one after another. Of a text with one word, the
    /// word is enough, also if it is only counted as removed.
    private(set) var isFound = false
    /// Whether the run is damaged, and was not searched as a whole.
    private(set) var isCut = false

    /// - Parameter view: The bytes of the run, kept by `owner`.
    init(_ text: String, _ view: ByteView, owner: any AnyObject & Sendable) {
        do {
            let run = try SearchRun(view, owner: owner, isOfFile: true)
            try run.checkWhole()
            for tokenizer in Tokenizer.all where !isFound {
                isFound = try Self.has(text, tokenizer, run)
            }
        } catch {
            isCut = true
        }
    }

    private static func has(
        _ text: String, _ tokenizer: Tokenizer, _ run: SearchRun
    ) throws -> Bool {
        let terms = tokenizer.queryTerms(of: text)
        guard let first = terms.first else { return false }
        if terms.count == 1 { return try run.hasTerm(Array(first.text.utf8)) }
        let query = try SearchQuery.phrase(text).compiled(with: tokenizer, fields: [])
        return try SearchState().adding(run).matches(query)
    }
}
