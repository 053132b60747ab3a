internal import NacreFormat

/// An attribute whose stored values may be unknown to the type.
struct UnknownPlace: Sendable {
    /// Of the attribute, in the entity's schema.
    let ordinal: Int
    let type: StoredType
    let unknown: UnknownValues
    /// Of an enum's case: the ordinals of what cases carry that only the store knows.
    let payload: [Int]
}
