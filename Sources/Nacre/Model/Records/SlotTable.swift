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

    /// The slots after the last attribute's. Code that was written by hand and visits too many
    /// attributes stops at the last one of them, and then gets an error.
    private static let guardians: [AttributeSlot] = [.guardian(step: 1), .guardian(step: 0)]

    /// - Parameters:
    ///   - leaves: The leaves of the Swift type, in its order.
    ///   - ordinals: The ordinals of the leaves in the layout.
    init(_ leaves: [LeafAttribute], ordinals: [Int], in layout: Layout) {
        precondition(leaves.count == ordinals.count, "each attribute has a place")
        layoutID = layout.id
        endsOffset = layout.endsOffset
        variableCount = layout.variableCount
        unsafe slots = .allocate(capacity: leaves.count + Self.guardians.count)
        for (index, guardian) in Self.guardians.enumerated() {
            unsafe (slots + leaves.count + index).initialize(to: guardian)
        }
        for (index, leaf) in leaves.enumerated() {
            let attribute = layout.attributes[ordinals[index]]
            precondition(attribute.type == leaf.type, "types were checked when the store opened")
            let slot = AttributeSlot(
                attribute, ordinal: ordinals[index], in: layout, isPresence: leaf.isPresence,
                span: min(leaf.span, leaves.count - index),
                ownerDistance: Self.ownerDistance(index, leaves))
            unsafe (slots + index).initialize(to: slot)
        }
    }

    private static func ownerDistance(_ index: Int, _ leaves: [LeafAttribute]) -> Int {
        guard let owner = leaves[index].optionalOwner, !leaves[index].isOptional,
            let place = leaves[..<index].lastIndex(where: { $0.name == owner })
        else { return 0 }
        return index - place
    }

    deinit { unsafe slots.deallocate() }
}
