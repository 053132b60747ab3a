internal import NacreFormat

/// A reference attribute with a delete rule, which keeps its references from dangling.
struct GuardedReference: Sendable, Hashable {
    /// The name of the entity that has the attribute.
    let entity: String
    let ordinal: Int
}

extension StoredSchema {
    /// The ordinals of the attributes that have a delete rule.
    var guardedOrdinals: [Int] {
        attributes.indices.filter { attributes[$0].deleteRule != .noAction }
    }
}
