internal import NacreFormat

/// Where one attribute stands in the records that a program writes and reads.
@usableFromInline
struct RowSlot: Sendable {
    /// The offset of its slot in the record, or its number among the variable values.
    @usableFromInline let place: Int32
    /// The byte with its null bit; meaningless if `nullMask` is 0.
    @usableFromInline let nullOffset: UInt16
    /// 0 for an attribute that is never null.
    @usableFromInline let nullMask: UInt8
    /// Whether this says only if an optional embedded struct is there; its members follow.
    @usableFromInline let isPresence: Bool
    /// The attribute's ordinal in the layout.
    let layoutOrdinal: Int32
    /// How many attributes a nil here stands for: 1, or an embedded struct's members and itself.
    @usableFromInline let span: Int32
    /// How many attributes before this the one stands that says whether the struct is there of
    /// which this is a required member; 0 if there is none.
    let ownerDistance: Int32

    init(
        _ attribute: LayoutAttribute, ordinal: Int, in layout: Layout, isPresence: Bool, span: Int,
        ownerDistance: Int
    ) {
        let null = attribute.nullBit.map(layout.nullPlace)
        place = Int32(attribute.place)
        layoutOrdinal = Int32(ordinal)
        nullOffset = UInt16(null?.offset ?? 0)
        nullMask = null?.mask ?? 0
        self.isPresence = isPresence
        self.span = Int32(span)
        self.ownerDistance = Int32(ownerDistance)
    }

    private init(place: Int32) {
        self.place = place
        nullOffset = 0
        nullMask = 0
        isPresence = false
        layoutOrdinal = 0
        span = 1
        ownerDistance = 0
    }

    /// Stands behind the slots of a table, over a record's header.
    static let guardian = RowSlot(place: 0)
}
