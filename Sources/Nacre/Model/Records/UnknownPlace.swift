internal import NacreFormat

/// An attribute whose stored values may be unknown to the type.
struct UnknownPlace: Sendable {
    /// The attribute's ordinal in the entity's schema.
    let ordinal: Int
    let type: StoredType
    let unknown: UnknownValues
    /// The ordinals of the payloads of enum cases that only the store knows, if the attribute is an
    /// enum's case.
    let payload: [Int]
}
