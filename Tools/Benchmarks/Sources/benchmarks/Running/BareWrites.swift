import Foundation

/// The minimum writes of a row's log: as many bytes by as many calls, with the same syncs, to an
/// empty file. No store that writes before it returns can be faster on the same machine, so the
/// difference to a row's time is the store's own work.
struct BareWrites: Sendable {
    enum Syncs: Sendable {
        case none
        /// One sync after each write.
        case each
        /// One sync at the end.
        case last
    }

    /// The size of a city's record in Nacre's log, in bytes, and the overhead of a commit.
    static let citySize = 172
    static let commitSize = 80
    /// The maximum size of a single write.
    static let sizeMax = 1 << 20

    /// The size of a write, in bytes.
    let size: Int
    let count: Int
    let syncs: Syncs
    /// The number of the row's operations in each write.
    var operations = 1

    /// Makes the writes of many operations of this size, written by as few calls as possible and
    /// synced once.
    static func inOneCommit(_ bytes: Int, writes count: Int) -> BareWrites {
        BareWrites(size: sizeMax, count: count, syncs: .last, operations: sizeMax / bytes)
    }

    /// Returns the time of one operation.
    func nanoseconds(in directory: String) throws -> Double {
        let path = directory + "/bare"
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { throw RunFailure(what: "\(path) cannot be created.") }
        defer {
            close(file)
            unsafe unlink(path)
        }
        let bytes = [UInt8](repeating: 7, count: size)
        let lap = try Lap {
            for number in 1...count {
                let written = unsafe bytes.withUnsafeBytes {
                    unsafe write(file, $0.baseAddress, $0.count)
                }
                let isSynced = syncs == .each || syncs == .last && number == count
                guard written == size, !isSynced || Self.sync(file) == 0 else {
                    throw RunFailure(what: "\(path) cannot be written.")
                }
            }
        }
        return lap.wall * 1e9 / Double(count * operations)
    }

    private static func sync(_ file: Int32) -> Int32 {
        #if canImport(Darwin)
            fcntl(file, F_FULLFSYNC)
        #else
            fdatasync(file)
        #endif
    }
}
