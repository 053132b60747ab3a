import Foundation

/// The memory settings of a measuring process.
enum Heap {
    /// An environment in which freed memory stays with the process. By default, the C library
    /// returns it to the system whenever the upper end of the heap happens to be free. The position
    /// of one small object then decided whether a repetition reused memory, or waited for the
    /// system to make pages: the same program took 17 us or 27 us for a page of 100, and the peers
    /// vary likewise. C libraries other than GNU's ignore these variables.
    static var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging([
            "MALLOC_TRIM_THRESHOLD_": String(1 << 40),
            // Setting one of them stops the library from raising both automatically; this is the
            // value it reaches by itself.
            "MALLOC_MMAP_THRESHOLD_": String(32 << 20),
        ]) { $1 }
    }
}
