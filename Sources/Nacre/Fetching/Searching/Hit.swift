internal import NacreEngine
public import NacreSearch

/// An object that a ranked search has found.
public struct Hit<Owner: Entity>: Sendable {
    /// The object.
    public let object: Owner
    /// How well the object matches, by BM25: a number from 0 on that means something only beside
    /// those of other hits of the same search and state of the store. It is 0 if the query only
    /// excludes words, or if they occur only in attributes with the weight 0.
    public let score: Double
    private let highlighter: SearchHighlighter
    private let binding: EntityBinding<Owner>

    /// Decodes an object that a search has found.
    init(
        _ found: RankedHit, _ highlighter: SearchHighlighter, _ binding: EntityBinding<Owner>,
        in source: some RecordSource
    ) throws {
        object = try binding.decode(found.record, in: source)
        score = found.score
        self.highlighter = highlighter
        self.binding = binding
    }

    /// Returns the part of the object's texts in which the query's words are, and their places in
    /// it: of the text with the most matches, among all that the search covers.
    ///
    /// ```swift
    /// print(hit.snippet(around: 12).html)
    /// ```
    /// - Parameter words: The number of words before and after a match.
    public func snippet(around words: Int = 12) -> Snippet {
        // An object that its own type cannot write has no texts here.
        let values = (try? binding.values(of: object)) ?? []
        return highlighter.snippet(of: values, binding.definition.schema, around: words)
    }

    /// Returns the part of a text in which the query's words are, and their places in it.
    ///
    /// ```swift
    /// print(hit.snippet(\.body, around: 12).highlighted(open: "**", close: "**"))
    /// ```
    /// - Parameters:
    ///   - text: The property that has the text.
    ///   - words: The number of words before and after a match.
    /// - Returns: The part with the most matches. White space in it is one space each. If no word
    ///   of the query is in the text, its beginning.
    public func snippet(_ text: KeyPath<Owner, String>, around words: Int = 12) -> Snippet {
        highlighter.snippet(
            of: object[keyPath: text], Owner.searchedName(at: text), around: words)
    }

    /// Returns the part of a text in which the query's words are; an empty one if there is no text.
    /// - Parameters:
    ///   - text: The property that has the text.
    ///   - words: The number of words before and after a match.
    public func snippet(_ text: KeyPath<Owner, String?>, around words: Int = 12) -> Snippet {
        highlighter.snippet(
            of: object[keyPath: text] ?? "", Owner.searchedName(at: text), around: words)
    }

    /// Returns the part of one of several texts in which the query's words are: of the text with
    /// the most matches.
    /// - Parameters:
    ///   - texts: The property that has the texts.
    ///   - words: The number of words before and after a match.
    public func snippet(_ texts: KeyPath<Owner, [String]>, around words: Int = 12) -> Snippet {
        highlighter.snippet(
            of: object[keyPath: texts], Owner.searchedName(at: texts), around: words)
    }

    /// Returns the places of the query's words in a text.
    /// - Parameter text: The property that has the text.
    public func ranges(_ text: KeyPath<Owner, String>) -> [Range<String.Index>] {
        highlighter.ranges(in: object[keyPath: text], Owner.searchedName(at: text))
    }
}

extension Entity {
    /// Returns the stored name of the attribute at a key path; nil if there is none.
    fileprivate static func searchedName(at path: PartialKeyPath<Self>) -> String? {
        attribute(at: path)?.name
    }
}
