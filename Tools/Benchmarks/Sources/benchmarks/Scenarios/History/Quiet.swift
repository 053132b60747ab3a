import Foundation

/// The time in which a process has nothing left to do.
enum Quiet {
    /// Waits until no thread of this process works any more. Maintenance sleeps now and then to
    /// spare the disk, so a short pause does not count.
    static func wait() {
        var last = clock()
        while true {
            usleep(100_000)
            let now = clock()
            if now - last < CLOCKS_PER_SEC / 2000 { return }
            last = now
        }
    }
}
