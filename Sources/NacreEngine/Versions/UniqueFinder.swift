internal import NacreFormat

/// How objects of an entity are found by an attribute that no two of them share: the id, or a
/// unique one. Made once with the entity's definition, because looking all of it up for each object
/// took as long as finding the object.
@safe package final class UniqueFinder: Sendable {
    let schema: EntitySchema
    let entity: EntityNumber
    /// Of the attribute.
    let ordinal: Int
    let name: String
    let type: StoredType
    /// ``IndexDefinition/slot``; below 0 for the id, whose tree stands among the entity's roots.
    let slot: Int
    /// Whether two values with one key are always the same.
    let isExact: Bool
    /// Of the records that are written now.
    private let layout: Layout?
    // SAFETY: that one, which is held. At hand without counting a reference.
    let ownLayout: Unmanaged<Layout>?
    let usual: UsualRecord?
    /// Where the attribute stands in records of one layout; nil if that differs from record to
    /// record, or it can be null.
    private let place: (layout: LayoutID, type: ScalarType, offset: Int)?

    init(_ ordinal: Int, of schema: EntitySchema, _ layout: Layout?, slot: Int) {
        let attribute = schema.attributes[ordinal]
        self.schema = schema
        self.ordinal = ordinal
        self.slot = slot
        self.layout = layout
        unsafe ownLayout = layout.map { unsafe .passUnretained($0) }
        entity = schema.number
        name = attribute.name
        type = attribute.type
        isExact = IDKey.isExact(attribute.type)
        usual = layout.map { UsualRecord($0) }
        let own = layout?.attributes.first { $0.id == attribute.id }
        if let layout, let own, own.nullBit == nil, let scalar = own.type.scalar {
            place = (layout.id, scalar, own.place)
        } else {
            place = nil
        }
    }

    /// Whether the attribute has a key in a record. False also if that is not easily said.
    @inline(__always)
    func hasKey(_ key: UInt64, in record: RecordView, _ idKey: IDKey) -> Bool {
        guard isExact, let place, record.layout == place.layout,
            let value = ScalarCoding.load(place.type, from: record.bytes, at: place.offset)
        else { return false }
        return idKey(value) == key
    }
}
