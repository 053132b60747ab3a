public import NacreSearch

/// An object that a search over several entities has found.
public struct AnyHit: Sendable {
    /// The object. Find out its type by `switch` or `as?`.
    public let object: any Entity
    /// How well the object matches, as ``Hit/score``. The scores of all entities of the search can
    /// be compared.
    public let score: Double
    private let makeSnippet: @Sendable (Int) -> Snippet

    init<Owner: Entity>(_ hit: Hit<Owner>) {
        object = hit.object
        score = hit.score
        makeSnippet = { hit.snippet(around: $0) }
    }

    /// Returns the part of the object's texts in which the query's words are, as
    /// ``Hit/snippet(around:)``.
    /// - Parameter words: The number of words before and after a match.
    public func snippet(around words: Int = 12) -> Snippet { makeSnippet(words) }
}
