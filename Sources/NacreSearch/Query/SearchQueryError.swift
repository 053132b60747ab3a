internal import NacreFormat

/// The reason why a text is not a query, or a query cannot be searched for, and the place in the
/// text.
public struct SearchQueryError: Error, Sendable, Hashable {
    /// The kinds of reasons.
    public enum Kind: Sendable, Hashable {
        /// The text breaks a rule of the query language.
        case malformed
        /// No searched attribute has a name.
        case unknownAttribute
        /// The query is longer, deeper or otherwise larger than queries may be.
        case tooLarge
    }

    /// The kind of the reason.
    public let kind: Kind
    /// A sentence about the problem.
    public let message: String
    /// A sentence about the correct text.
    public let suggestion: String?
    /// The text of the query. Nil if the query was made from parts, or its text is too long.
    public let text: String?
    /// The place of the error in `text`, in Unicode scalars from the start.
    public let position: Int

    package init(
        _ message: String, suggestion: String? = nil, kind: Kind = .malformed,
        text: String? = nil, position: Int = 0
    ) {
        self.kind = kind
        self.message = message
        self.suggestion = suggestion
        self.text = text
        self.position = position
    }

    /// The line of the text with the place of the error, and below it a caret that points at it.
    /// Nil if there is no text.
    public var excerpt: String? {
        text.map { CaretLine.text($0, at: position) }
    }
}

extension SearchQueryError: CustomStringConvertible {
    /// The excerpt, the message and the suggestion, each on a separate line.
    public var description: String {
        [excerpt, message, suggestion].compactMap(\.self).joined(separator: "\n")
    }
}
