package import NacreFormat

/// Bytes of a file, readable in place as long as this object lives.
package final class MappedBytes: Sendable {
    /// Valid only while the caller keeps this object alive: see ``read(_:)``.
    package let view: ByteView
    private let release: @Sendable () -> Void

    /// - Parameter release: Releases the bytes. Called once, when the last reference is released.
    package init(_ view: ByteView, release: @escaping @Sendable () -> Void) {
        self.view = view
        self.release = release
    }

    deinit { release() }

    /// Calls `body` with the bytes and keeps this object alive meanwhile. A view dies with the last
    /// reference to its object, so bytes that are needed only briefly are read here.
    package func read<Result, Failure: Error>(
        _ body: (ByteView) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(view)
    }

    /// Announces that every byte of a range is about to be read: one system call replaces many page
    /// faults. Only a hint, without effect if the bytes are not a mapping or the system lacks the
    /// call.
    func prefetch(_ range: Range<Int>) {
        read { view in POSIXCalls.prefetch(view[range]) }
    }
}
