internal import Synchronization

/// The locks that this process holds. The kernel's lock keeps other processes out; whether it keeps
/// a second descriptor of the same process out depends on the file system.
enum HeldLocks {
    private struct Held {
        let file: POSIXCalls.Identity
        /// The process that took it: a fork inherits the list and not the right.
        let process: Int
        /// Whether it is about to be given back.
        var isLeaving = false

        func isSame(as other: Held) -> Bool { file == other.file && process == other.process }
    }

    /// A list, since there are few: the first dictionary of its kind costs a process more time than
    /// anything else in opening a small store.
    private static let held = Mutex<[Held]>([])

    /// How often to look again for a lock that is about to be given back: for about a second.
    private static let turnsMax = 5_000

    /// Waits for a lock that is about to be given back.
    /// - Returns: false if this process has it already, and keeps it.
    static func take(_ file: POSIXCalls.Identity) -> Bool {
        let mine = Held(file: file, process: POSIXCalls.processID)
        for turn in 0..<turnsMax {
            if let isTaken = tryToTake(mine) { return isTaken }
            POSIXCalls.pause(turn: turn)
        }
        return false
    }

    /// - Returns: nil if it is about to be given back.
    private static func tryToTake(_ mine: Held) -> Bool? {
        held.withLock { held in
            for other in held where other.isSame(as: mine) { return other.isLeaving ? nil : false }
            held.removeAll { $0.file == mine.file }
            held.append(mine)
            return true
        }
    }

    /// Lets whoever tries to take it in this process wait until it is given back.
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
