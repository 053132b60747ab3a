package import NacreFormat

/// Bytes of a file, readable in place for as long as this object lives.
package final class MappedBytes: Sendable {
    /// Good only while somebody holds this object: see ``read(_:)``.
    package let view: ByteView
    private let release: @Sendable () -> Void

    /// - Parameter release: gives the bytes back; called once, when the last reference goes.
    package init(_ view: ByteView, release: @escaping @Sendable () -> Void) {
        self.view = view
        self.release = release
    }

    deinit { release() }

    /// Lends the bytes. A view of an object that nobody holds is dead at once: what is only looked
    /// at in passing is looked at here.
    package func read<Result, Failure: Error>(
        _ body: (ByteView) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(view)
    }

    /// Says that every byte of a range is about to be read: one call instead of many page faults.
    /// Only a hint, without effect where the bytes are no mapping or the system knows no such call.
    func prefetch(_ range: Range<Int>) {
        read { view in POSIXCalls.prefetch(view[range]) }
    }
}
