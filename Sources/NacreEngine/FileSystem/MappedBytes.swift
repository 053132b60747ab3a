package import NacreFormat

/// Bytes of a file, readable in place for as long as this object lives.
package final class MappedBytes: Sendable {
    package let view: ByteView
    private let release: @Sendable () -> Void

    /// - Parameter release: gives the bytes back; called once, when the last reference goes.
    package init(_ view: ByteView, release: @escaping @Sendable () -> Void) {
        self.view = view
        self.release = release
    }

    deinit { release() }
}
