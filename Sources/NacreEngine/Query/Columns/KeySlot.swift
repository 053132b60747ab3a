/// The value of an attribute as its key tells it. Decoders read it in place, like a record with one
/// slot.
package struct KeySlot: BitwiseCopyable {
    /// 0 for a value, ``null`` or ``unknown``. Little-endian, as the bits are.
    private let state: UInt64
    /// The bits of the value's slot in a record.
    private let bits: UInt64
    /// Hand-written code may read more bytes than the type of the attribute has, as in a record.
    private let padding: (UInt64, UInt64) = (0, 0)

    /// The mask of the null bit, which is in the first byte, and the offset of the bits.
    package static let nullMask: UInt8 = 1
    package static let bitsOffset = 8

    private init(state: UInt64, bits: UInt64) {
        self.state = state.littleEndian
        self.bits = bits.littleEndian
    }

    init(bits: UInt64) { self.init(state: 0, bits: bits) }

    static let null = KeySlot(state: 1, bits: 0)
    /// The value of a key that several values share.
    static let unknown = KeySlot(state: 2, bits: 0)

    package var isNull: Bool { state == Self.null.state }
    package var isUnknown: Bool { state == Self.unknown.state }
}
