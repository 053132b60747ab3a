internal import Synchronization

/// The locks that this process holds. The kernel's lock keeps other processes out; whether it keeps
/// a second descriptor of the same process out depends on the file system.
enum HeldLocks {
    /// By file, the process that took it: a fork inherits the table and not the right.
    private static let held = Mutex<[POSIXCalls.Identity: Int]>([:])

    /// - Returns: false if this process has it already.
    static func take(_ file: POSIXCalls.Identity) -> Bool {
        held.withLock { held in
            guard held[file] != POSIXCalls.processID else { return false }
            held[file] = POSIXCalls.processID
            return true
        }
    }

    static func giveBack(_ file: POSIXCalls.Identity) {
        held.withLock { held in
            if held[file] == POSIXCalls.processID { held[file] = nil }
        }
    }
}
