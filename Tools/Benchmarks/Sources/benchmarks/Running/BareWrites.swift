import Foundation

/// What a log has to write in a row, whatever else a store does: as many bytes by as many calls,
/// with the same syncs, to an empty file. No store that writes before it returns takes less on the
/// machine at hand, so that a row's time beside this one says what is the store's own.
struct BareWrites: Sendable {
    enum Syncs: Sendable {
        case none
        /// One behind each write.
        case each
        /// One at the end.
        case last
    }

    /// A city's record in Nacre's log, in bytes, and what a commit adds.
    static let citySize = 172
    static let commitSize = 80
    /// More is not written by one call.
    static let sizeMax = 1 << 20

    /// Of a write, in bytes.
    let size: Int
    let count: Int
    let syncs: Syncs
    /// Of the row, in each write.
    var operations = 1

    /// Many operations of some bytes each, written by as few calls as can be and synced once.
    static func inOneCommit(_ bytes: Int, writes count: Int) -> BareWrites {
        BareWrites(size: sizeMax, count: count, syncs: .last, operations: sizeMax / bytes)
    }

    /// For one operation.
    func nanoseconds(in directory: String) throws -> Double {
        let path = directory + "/bare"
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { throw RunFailure(what: "\(path) cannot be made.") }
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
