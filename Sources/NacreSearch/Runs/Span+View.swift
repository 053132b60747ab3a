internal import NacreFormat

extension Span where Element == UInt8 {
    /// Calls a closure with a view of the bytes, which is valid only during the call.
    @inline(__always)
    func withView(_ body: (ByteView) -> Void) {
        unsafe withUnsafeBufferPointer { buffer in
            body(unsafe ByteView(UnsafeRawBufferPointer(buffer)))
        }
    }
}
