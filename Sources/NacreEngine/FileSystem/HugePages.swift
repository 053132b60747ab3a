/// Memory in pages of 2 MiB. The processor looks them up faster than pages of 4 KiB, and 512 times
/// fewer page faults occur when the memory is first written.
package enum HugePages {
    /// The size of a huge page, in bytes.
    static let size = 1 << 21

    /// Requests huge pages for the whole 2 MiB pages within memory that has not been written yet.
    /// Does nothing on a system without huge pages.
    package static func prefer(for memory: UnsafeMutableRawPointer, count: Int) {
        let start = UInt(bitPattern: memory)
        let first = (start + UInt(size) - 1) & ~UInt(size - 1)
        let end = (start + UInt(count)) & ~UInt(size - 1)
        guard first < end, let base = unsafe UnsafeMutableRawPointer(bitPattern: first) else {
            return
        }
        unsafe POSIXCalls.preferHugePages(base, count: Int(end - first))
    }

    /// Returns whole pages to the system. They can be written again, and their content is undefined
    /// until then.
    static func giveBack(_ memory: UnsafeMutableRawPointer, count: Int) {
        unsafe POSIXCalls.giveBack(memory, count: count)
    }
}
