internal import NacreFormat

/// An attribute whose delete rule keeps its references from leading nowhere.
struct GuardedReference: Sendable, Hashable {
    /// Whose attribute it is.
    let entity: String
    let ordinal: Int
}

extension EntitySchema {
    /// The ordinals of the attributes that have a delete rule.
    var guardedOrdinals: [Int] {
        attributes.indices.filter { attributes[$0].deleteRule != .noAction }
    }
}
