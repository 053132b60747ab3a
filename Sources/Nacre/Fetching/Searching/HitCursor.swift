internal import NacreFormat

/// A place in the ranking of a search, after which the next page begins. In a snapshot, pages
/// neither repeat nor skip an object. In a store that changes meanwhile, scores change, too, and
/// the next page has the objects whose scores are now below that of the last hit.
public struct HitCursor<Owner: Entity>: Sendable, Hashable {
    let score: Double
    /// The id of the last hit, as it is stored.
    let id: StoredForm

    init(score: Double, id: StoredForm) {
        self.score = score
        self.id = id
    }
}
