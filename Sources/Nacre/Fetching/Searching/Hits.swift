/// The objects that a ranked search has found, the best one first.
public struct Hits<Owner: Entity>: Sendable {
    private let hits: [Hit<Owner>]
    /// The place after the last hit, from which the next search goes on; nil if there are no hits.
    public let cursor: HitCursor<Owner>?

    init(_ hits: [Hit<Owner>], cursor: HitCursor<Owner>?) {
        self.hits = hits
        self.cursor = cursor
    }

    /// The objects, the best one first.
    public var objects: [Owner] { hits.map(\.object) }
}

extension Hits: RandomAccessCollection {
    /// The number of the first hit: 0.
    public var startIndex: Int { hits.startIndex }
    /// The number of hits.
    public var endIndex: Int { hits.endIndex }
    /// Returns a hit by its number.
    public subscript(index: Int) -> Hit<Owner> { hits[index] }
}
