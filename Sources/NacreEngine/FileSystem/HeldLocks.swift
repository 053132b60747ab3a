internal import Synchronization

/// The locks that this process holds. The kernel's lock excludes other processes. Whether it also
/// excludes a second descriptor of this process depends on the file system.
enum HeldLocks {
    private struct Held {
        let file: POSIXCalls.Identity
        /// The process that took the lock. A fork inherits the list but not the lock.
        let process: Int
        /// Whether the lock is about to be released.
        var isLeaving = false

        func isSame(as other: Held) -> Bool { file == other.file && process == other.process }
    }

    /// A list is enough, since there are few. A process's first dictionary of a type costs more
    /// time than anything else in opening a small store.
    private static let held = Mutex<[Held]>([])

    /// Maximum number of checks for a lock that is about to be released: about one second.
    private static let turnsMax = 5_000

    /// Takes a lock, and waits if it is about to be released.
    /// - Returns: false if this process already holds the lock and keeps it.
    static func take(_ file: POSIXCalls.Identity) -> Bool {
        let mine = Held(file: file, process: POSIXCalls.processID)
        for turn in 0..<turnsMax {
            if let isTaken = tryToTake(mine) { return isTaken }
            POSIXCalls.pause(turn: turn)
        }
        return false
    }

    /// - Returns: nil if the lock is about to be released.
    private static func tryToTake(_ mine: Held) -> Bool? {
        held.withLock { held in
            for other in held where other.isSame(as: mine) { return other.isLeaving ? nil : false }
            held.removeAll { $0.file == mine.file }
            held.append(mine)
            return true
        }
    }

    /// Makes other attempts of this process to take the lock wait until it is released.
    static func announceReturn(_ file: POSIXCalls.Identity) {
        let mine = Held(file: file, process: POSIXCalls.processID)
        held.withLock { held in
            for place in held.indices where held[place].isSame(as: mine) {
                held[place].isLeaving = true
            }
        }
    }

    static func giveBack(_ file: POSIXCalls.Identity) {
        let mine = Held(file: file, process: POSIXCalls.processID)
        held.withLock { held in held.removeAll { $0.isSame(as: mine) } }
    }
}
