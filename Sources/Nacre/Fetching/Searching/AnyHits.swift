/// The objects of several entities that a search has found, the best one first.
public struct AnyHits: Sendable {
    private let hits: [AnyHit]
    /// The place after the last hit, from which the next search goes on; nil if there are no hits.
    public let cursor: AnyHitCursor?

    init(_ hits: [AnyHit], cursor: AnyHitCursor?) {
        self.hits = hits
        self.cursor = cursor
    }

    /// The objects, the best one first.
    public var objects: [any Entity] { hits.map(\.object) }
}

extension AnyHits: RandomAccessCollection {
    /// The number of the first hit: 0.
    public var startIndex: Int { hits.startIndex }
    /// The number of hits.
    public var endIndex: Int { hits.endIndex }
    /// Returns a hit by its number.
    public subscript(index: Int) -> AnyHit { hits[index] }
}
