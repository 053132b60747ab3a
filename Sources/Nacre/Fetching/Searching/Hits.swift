internal import NacreEngine

/// The objects that a ranked search has found, the best one first.
public struct Hits<Owner: Entity>: Sendable {
    private let hits: [Hit<Owner>]
    /// The place after the last hit, from which the next search goes on; nil if there are no hits.
    public let cursor: HitCursor<Owner>?

    /// Decodes the objects that a search has found.
    /// - Parameter now: The time at which ages are taken, if they count.
    init(
        _ found: [RankedHit], _ highlighter: SearchHighlighter, _ binding: EntityBinding<Owner>,
        in source: some RecordSource, now: Double?
    ) throws {
        hits = try found.map { try Hit($0, highlighter, binding, in: source) }
        cursor = found.last.map { HitCursor(score: $0.score, id: $0.id, now: now) }
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
