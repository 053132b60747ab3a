import NacreFormat

/// The bytes of all strings and data in a compiled filter. A view of them needs no closure and no
/// copy.
final class LiteralBytes: @unchecked Sendable {
    // Filled once, here, and only read afterwards. This makes it Sendable.
    private let buffer: ByteBuffer

    init(_ bytes: [UInt8]) {
        buffer = ByteBuffer(capacity: bytes.count)
        buffer.append(bytes)
    }

    /// Valid as long as this object lives.
    subscript(range: Range<Int>) -> ByteView { buffer.view[range] }
}
