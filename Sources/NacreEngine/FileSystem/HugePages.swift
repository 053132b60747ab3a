/// Memory in pages of 2 MiB: the processor finds them faster than those of 4 KiB, and there are
/// 512 times fewer of them to be had from the system when they are first written.
package enum HugePages {
    /// Of a page, in bytes.
    static let size = 1 << 21

    /// Asks for memory that was not written yet to be had in huge pages as far as it holds whole
    /// ones. A system that has none does nothing.
    package static func prefer(for memory: UnsafeMutableRawPointer, count: Int) {
        let start = UInt(bitPattern: memory)
        let first = (start + UInt(size) - 1) & ~UInt(size - 1)
        let end = (start + UInt(count)) & ~UInt(size - 1)
        guard first < end, let base = unsafe UnsafeMutableRawPointer(bitPattern: first) else {
            return
        }
        unsafe POSIXCalls.preferHugePages(base, count: Int(end - first))
    }

    /// Gives whole pages back to the system. They can be written again, and hold anything then.
    static func giveBack(_ memory: UnsafeMutableRawPointer, count: Int) {
        unsafe POSIXCalls.giveBack(memory, count: count)
    }
}
