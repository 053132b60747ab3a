internal import NacreFormat

/// The place of one attribute in the records that a program writes and reads.
@usableFromInline
struct AttributeSlot: Sendable {
    /// The offset of its slot in the record, or its number among the variable values.
    @usableFromInline let place: Int32
    /// The offset of the byte with its null bit; meaningless if `nullMask` is 0.
    @usableFromInline let nullOffset: UInt16
    /// The mask of its null bit; 0 for an attribute that is never null.
    @usableFromInline let nullMask: UInt8
    /// Whether it only records if an optional embedded struct is present; the members follow.
    @usableFromInline let isPresence: Bool
    /// The attribute's ordinal in the layout.
    let layoutOrdinal: Int32
    /// The number of attributes that a nil here covers: 1, or an embedded struct's members and
    /// itself.
    @usableFromInline let span: Int32
    /// The distance to the earlier attribute that records whether an optional struct is present, if
    /// this is a required member of that struct; otherwise 0.
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

    /// A slot after those of a table. Its place is a record's header.
    static let guardian = AttributeSlot(place: 0)
}
