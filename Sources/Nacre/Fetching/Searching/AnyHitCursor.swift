internal import NacreEngine
internal import NacreFormat

/// A place in the ranking of a search over several entities, after which the next page begins. It
/// belongs to the same entities in the same order. See ``HitCursor``.
public struct AnyHitCursor: Sendable, Hashable {
    private let score: Double
    /// The number of the last hit's entity among those that are searched.
    private let entity: Int
    /// The id of the last hit, as it is stored.
    private let id: StoredForm

    init(score: Double, entity: Int, id: StoredForm) {
        self.score = score
        self.entity = entity
        self.id = id
    }

    /// Returns the place in the ranking of one of the entities.
    func place(in other: Int) -> RankedSearch.Place {
        RankedSearch.Place(score: score, other == entity ? .after(id) : .all(other > entity))
    }
}
