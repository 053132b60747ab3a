internal import NacreFormat

/// The place of one attribute's value in records, before it becomes an ``AttributeSlot``.
struct SlotPlace {
    /// The offset of its slot in the record, or its number among the variable values.
    var place: Int
    /// The place of its null bit; nil for an attribute that is never null.
    var null: (offset: Int, mask: UInt8)?
    /// The attribute's ordinal in the layout of new records. Only encoders read it.
    var ordinal = 0

    init(place: Int, null: (offset: Int, mask: UInt8)?) {
        self.place = place
        self.null = null
    }

    /// The place of an attribute in a layout's records.
    init(_ ordinal: Int, in layout: Layout) {
        let slot = layout.slots[ordinal]
        place = slot.place
        null = slot.nullBit.map(layout.nullPlace)
        self.ordinal = ordinal
    }
}
