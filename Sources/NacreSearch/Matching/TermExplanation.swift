/// The work that a ranked search did for one term of its query.
package struct TermExplanation: Sendable, Equatable {
    package let term: SearchedTerm
    /// The number of documents that have the term; of several terms the sum, at most all.
    package let documents: Int
    /// The number of posting lists in all runs.
    package let lists: Int
    /// The number of documents in these lists, void ones included.
    package let postings: Int
    /// The blocks of these lists: 128 documents, or fewer at the end of a list.
    package let blocks: Int
    /// The blocks that were read; the others were skipped.
    package let blocksRead: Int
}

extension TermExplanation: CustomStringConvertible {
    /// One line, such as `"swift": 700 objects, 2 lists with 720 entries, 4 of 7 blocks read`.
    package var description: String {
        let entries = "\(lists) \(lists == 1 ? "list" : "lists") with \(postings) entries"
        let read = blocks > 1 ? ", \(blocksRead) of \(blocks) blocks read" : ""
        return "\(term): \(documents) \(documents == 1 ? "object" : "objects"), \(entries)\(read)"
    }
}

extension SearchedTerm: CustomStringConvertible {
    package var description: String {
        let word = "\"\(String(decoding: bytes, as: UTF8.self))\""
        return switch match {
        case .exact: word
        case .prefix: word + "*"
        case .fuzzy(let edits): word + "~\(edits)"
        }
    }
}
