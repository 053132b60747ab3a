import Foundation

/// The memory of a process that measures.
enum Heap {
    /// Memory that was let go of stays with the process. The C library gives it back whenever the
    /// upper end of the heap happens to be free, so that it depended on the place of one small
    /// object whether a repetition worked in memory that it had, or waited for the system to make
    /// pages: the same program took 17 us or 27 us for a page of 100, and so do the peers. Other C
    /// libraries than GNU's pay no attention.
    static var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging([
            "MALLOC_TRIM_THRESHOLD_": String(1 << 40),
            // Setting one of them stops the library from raising both by itself; so far it does.
            "MALLOC_MMAP_THRESHOLD_": String(32 << 20),
        ]) { $1 }
    }
}
