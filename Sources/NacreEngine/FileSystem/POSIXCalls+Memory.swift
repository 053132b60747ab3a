internal import NacreFormat

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Advice to the system on the use of memory. Elsewhere than on Linux it has no effect.
extension POSIXCalls {
    #if os(Linux)
        /// The numbers of Linux for `madvise`, since some headers lack the names.
        private enum MemoryAdvice {
            /// `MADV_DONTNEED`
            static let dontNeed: CInt = 4
            /// `MADV_HUGEPAGE`
            static let hugePage: CInt = 14
            /// `MADV_POPULATE_READ`, since Linux 5.14.
            static let populateRead: CInt = 22
        }
    #endif

    /// Maps bytes into the process's page table at once, starting at the page that holds the first
    /// byte.
    static func prefetch(_ view: ByteView) {
        #if os(Linux)
            let before = unsafe UInt(bitPattern: view.base) % UInt(getpagesize())
            _ = unsafe madvise(
                UnsafeMutableRawPointer(mutating: view.base - Int(before)),
                view.count + Int(before), MemoryAdvice.populateRead)
        #endif
    }

    /// - Parameter base: A multiple of the huge page size, as is the number of bytes.
    static func preferHugePages(_ base: UnsafeMutableRawPointer, count: Int) {
        #if os(Linux)
            // A system without huge pages rejects it.
            _ = unsafe madvise(base, count, MemoryAdvice.hugePage)
        #endif
    }

    /// Returns memory pages to the system. Their contents are lost.
    static func giveBack(_ base: UnsafeMutableRawPointer, count: Int) {
        #if os(Linux)
            _ = unsafe madvise(base, count, MemoryAdvice.dontNeed)
        #endif
    }
}
