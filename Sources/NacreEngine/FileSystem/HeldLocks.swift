internal import Synchronization

/// The locks that this process holds. The kernel's lock keeps other processes out; whether it keeps
/// a second descriptor of the same process out depends on the file system.
enum HeldLocks {
    private struct Held: Equatable {
        let file: POSIXCalls.Identity
        /// The process that took it: a fork inherits the list and not the right.
        let process: Int
    }

    /// A list, since there are few: the first dictionary of its kind costs a process more time than
    /// anything else in opening a small store.
    private static let held = Mutex<[Held]>([])

    /// - Returns: false if this process has it already.
    static func take(_ file: POSIXCalls.Identity) -> Bool {
        let mine = Held(file: file, process: POSIXCalls.processID)
        return held.withLock { held in
            guard !held.contains(mine) else { return false }
            held.removeAll { $0.file == file }
            held.append(mine)
            return true
        }
    }

    static func giveBack(_ file: POSIXCalls.Identity) {
        let mine = Held(file: file, process: POSIXCalls.processID)
        held.withLock { held in held.removeAll { $0 == mine } }
    }
}
