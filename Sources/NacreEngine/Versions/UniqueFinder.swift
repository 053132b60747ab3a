internal import NacreFormat

/// The prepared lookup of an entity's objects by the id or by a unique attribute. Made once with
/// the entity's definition, because preparing it for each lookup took as long as the lookup itself.
@safe package final class UniqueFinder: Sendable {
    let schema: StoredSchema
    let entity: EntityNumber
    /// The ordinal of the attribute.
    let ordinal: Int
    let name: String
    let type: StoredType
    /// The ``IndexDefinition/slot``; below 0 for the id, whose tree is among the entity's roots.
    let slot: Int
    /// Whether two values with one key are always equal.
    let isExact: Bool
    /// The layout of new records.
    private let layout: Layout?
    // SAFETY: `layout`, which this object retains. Accessible without reference counting.
    let ownLayout: Unmanaged<Layout>?
    let usual: UsualRecord?
    /// The place of the attribute in records of the current layout; nil if the attribute can be
    /// null or is not a scalar in that layout.
    private let place: (layout: LayoutID, type: ScalarType, offset: Int)?

    init(_ ordinal: Int, of schema: StoredSchema, _ layout: Layout?, slot: Int) {
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

    /// Returns whether the attribute has a key in a record. False also if this cannot be read
    /// directly.
    @inline(__always)
    func hasKey(_ key: UInt64, in record: RecordView, _ idKey: IDKey) -> Bool {
        guard isExact, let place, record.layout == place.layout,
            let value = ScalarCoding.load(place.type, from: record.bytes, at: place.offset)
        else { return false }
        return idKey(value) == key
    }
}
