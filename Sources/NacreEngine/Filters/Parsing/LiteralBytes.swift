import NacreFormat

/// The bytes of all strings and data in a compiled filter, where a view of them can be had without
/// a closure or a copy.
final class LiteralBytes: @unchecked Sendable {
    // Filled once, here, and only read afterwards: that is what makes it Sendable.
    private let buffer: ByteBuffer

    init(_ bytes: [UInt8]) {
        buffer = ByteBuffer(capacity: bytes.count)
        buffer.append(bytes)
    }

    /// Good as long as this object lives.
    subscript(range: Range<Int>) -> ByteView { buffer.view[range] }
}
