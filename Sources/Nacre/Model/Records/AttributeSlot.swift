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

    /// - Parameters:
    ///   - place: The place of the value in the records.
    ///   - index: The index of the attribute's leaf among `leaves`.
    init(_ place: SlotPlace, _ index: Int, in leaves: [LeafAttribute]) {
        self.place = Int32(place.place)
        layoutOrdinal = Int32(place.ordinal)
        nullOffset = UInt16(place.null?.offset ?? 0)
        nullMask = place.null?.mask ?? 0
        isPresence = leaves[index].isPresence
        span = Int32(min(leaves[index].span, leaves.count - index))
        ownerDistance = Int32(Self.ownerDistance(index, leaves))
    }

    private static func ownerDistance(_ index: Int, _ leaves: [LeafAttribute]) -> Int {
        guard let owner = leaves[index].optionalOwner, !leaves[index].isOptional,
            let place = leaves[..<index].lastIndex(where: { $0.name == owner })
        else { return 0 }
        return index - place
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
