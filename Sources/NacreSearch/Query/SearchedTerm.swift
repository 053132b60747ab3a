internal import NacreFormat

/// A term that is looked for in dictionaries.
package struct SearchedTerm: Sendable, Hashable {
    /// The way terms of the dictionary match.
    package enum Match: Sendable, Hashable {
        /// The same bytes.
        case exact
        /// The term begins with the bytes.
        case prefix
        /// The term is at most so many edits away: inserted, deleted and replaced Unicode scalars,
        /// and swaps of neighbours.
        case fuzzy(edits: Int)
    }

    /// The term, or its beginning, in UTF-8.
    package let bytes: [UInt8]
    package let match: Match

    package init(bytes: [UInt8], match: Match) {
        self.bytes = bytes
        self.match = match
    }
}

extension SearchedTerm {
    /// Whether a term of a dictionary matches.
    func matches(_ term: ByteView) -> Bool {
        switch match {
        case .exact: bytes.withView { term.isEqual(to: $0) }
        case .prefix: bytes.withView { term.hasPrefix($0) }
        case .fuzzy(let edits): FuzzyPattern.isNear(term, to: bytes, edits: edits)
        }
    }
}
