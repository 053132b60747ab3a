internal import NacreFormat

/// The slots of an entity's attributes in one layout, in the order in which encoding and decoding
/// visit them. Made once; encoders and decoders read it through an unsafe pointer.
@safe final class SlotTable: Sendable {
    // SAFETY: written only in `init` and freed in `deinit`. The table outlives all encoders and
    // decoders.
    nonisolated(unsafe) let slots: UnsafeMutablePointer<AttributeSlot>
    /// The layout of the records that it is for.
    let layoutID: LayoutID
    /// The offset of the ends of the variable values, and their number.
    let endsOffset: Int
    let variableCount: Int
    /// The values that stages take from the store.
    let stageContext: StageContext

    /// The number of slots after the last attribute's, whose place is a record's header. Code that
    /// was written by hand and visits too many attributes reads or writes only the header, and then
    /// gets an error. Nothing checks each visit: the next slot's place must not depend on the
    /// content of the last one, or objects of ten integers would take twice the time.
    private static let guardCount = 64

    /// Makes the table of a layout's records.
    /// - Parameters:
    ///   - leaves: The leaves of the Swift type, in its order.
    ///   - ordinals: The ordinals of the leaves in the layout.
    ///   - stageContext: The values that stages take from the store.
    convenience init(
        _ leaves: [LeafAttribute], ordinals: [Int], in layout: Layout,
        _ stageContext: StageContext
    ) {
        let places = zip(leaves, ordinals).map { leaf, ordinal in
            precondition(
                layout.slots[ordinal].type == leaf.type,
                "types were checked when the store opened")
            return SlotPlace(ordinal, in: layout)
        }
        self.init(leaves, places, in: layout, stageContext)
    }

    /// - Parameters:
    ///   - leaves: The leaves of the Swift type, in its order.
    ///   - places: The place of each leaf.
    ///   - layout: The layout of the records.
    ///   - stageContext: The values that stages take from the store.
    init(
        _ leaves: [LeafAttribute], _ places: [SlotPlace], in layout: Layout,
        _ stageContext: StageContext
    ) {
        precondition(leaves.count == places.count, "each attribute has a place")
        layoutID = layout.id
        self.stageContext = stageContext
        endsOffset = layout.endsOffset
        variableCount = layout.variableCount
        unsafe slots = .allocate(capacity: leaves.count + Self.guardCount)
        unsafe (slots + leaves.count).initialize(repeating: .guardian, count: Self.guardCount)
        for (index, place) in places.enumerated() {
            unsafe (slots + index).initialize(to: AttributeSlot(place, index, in: leaves))
        }
    }

    deinit { unsafe slots.deallocate() }
}
