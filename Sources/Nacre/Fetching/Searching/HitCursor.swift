internal import NacreEngine
internal import NacreFormat

/// A place in the ranking of a search, after which the next page begins. In a snapshot, pages
/// neither repeat nor skip an object. In a store that changes meanwhile, scores change, too, and
/// the next page has the objects whose scores are now below that of the last hit.
public struct HitCursor<Owner: Entity>: Sendable, Hashable {
    let score: Double
    /// The id of the last hit, as it is stored.
    let id: StoredForm
    /// The time at which ages are taken, if they count.
    let now: Double?
}

extension RankedSearch {
    /// Makes the request go on after a cursor. Ages are taken as for the page before.
    mutating func begin<Owner>(after cursor: HitCursor<Owner>) {
        after = Place(score: cursor.score, id: cursor.id)
        guard let recency, let now = cursor.now else { return }
        self.recency = Recency(recency.attribute, halfLife: recency.halfLife, now: now)
    }
}
