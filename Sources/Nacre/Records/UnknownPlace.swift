internal import NacreFormat

/// Where values of an entity stand that its type need not know.
struct UnknownPlace: Sendable {
    /// Of the attribute, in the entity's schema.
    let ordinal: Int
    let type: StoredType
    let unknown: UnknownValues
    /// Of an enum's case: the ordinals of what cases carry that only the store knows.
    let payload: [Int]
}
