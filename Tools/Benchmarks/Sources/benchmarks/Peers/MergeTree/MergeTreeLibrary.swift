import Foundation

/// A library with a log-structured merge tree, called through its C interface. LevelDB and RocksDB
/// have the same functions under different names. Where they differ, each one is called in its best
/// way: RocksDB lends a value, and LevelDB copies it.
protocol MergeTreeLibrary: Sendable {
    static var peer: PeerName { get }

    /// Opens a database with the settings of ``MergeTreeSettings``, and makes it if it does not
    /// exist.
    static func open(_ directory: String) throws -> MergeTreeHandles
    static func close(_ handles: MergeTreeHandles)

    /// Merges everything into tables of the usual size.
    static func compact(_ database: OpaquePointer)

    // MARK: Reading

    static func beginSnapshot(_ database: OpaquePointer) -> OpaquePointer?
    static func endSnapshot(_ snapshot: OpaquePointer?, _ database: OpaquePointer)

    /// - Parameter snapshot: The snapshot, or nil for the newest commit.
    static func makeReadOptions(_ snapshot: OpaquePointer?) -> OpaquePointer?
    static func destroyReadOptions(_ options: OpaquePointer?)

    /// Calls `body` with the value of a key, if there is one.
    static func withValue<Result>(
        of key: UnsafeRawBufferPointer, _ database: OpaquePointer, _ options: OpaquePointer?,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result?

    static func makeIterator(
        _ database: OpaquePointer, _ options: OpaquePointer?
    ) -> OpaquePointer?
    static func destroyIterator(_ iterator: OpaquePointer)
    static func isValid(_ iterator: OpaquePointer) -> Bool
    static func seek(_ iterator: OpaquePointer, to key: UnsafeRawBufferPointer)
    static func seekToLast(_ iterator: OpaquePointer)
    static func next(_ iterator: OpaquePointer)
    static func previous(_ iterator: OpaquePointer)
    static func key(_ iterator: OpaquePointer) -> UnsafeRawBufferPointer
    static func value(_ iterator: OpaquePointer) -> UnsafeRawBufferPointer

    /// Throws if the iterator is not valid because of a read error.
    static func check(_ iterator: OpaquePointer) throws

    // MARK: Writing

    static func makeBatch() -> OpaquePointer?
    static func destroyBatch(_ batch: OpaquePointer)
    static func put(
        _ value: UnsafeRawBufferPointer, for key: UnsafeRawBufferPointer, into batch: OpaquePointer)
    static func remove(_ key: UnsafeRawBufferPointer, into batch: OpaquePointer)

    /// Makes the changes of a batch, all or none.
    /// - Parameter isSynced: Whether they are on the disk when this returns.
    static func write(
        _ batch: OpaquePointer, to database: OpaquePointer, isSynced: Bool) throws
}

/// An open database, and the objects that it uses and does not own.
@safe struct MergeTreeHandles: @unchecked Sendable {
    // SAFETY: valid until ``MergeTreeLibrary/close(_:)``. Both libraries let any thread use them.
    let database: OpaquePointer
    var cache: OpaquePointer?
    var filter: OpaquePointer?
}

/// The settings of both libraries. All others have their default values.
enum MergeTreeSettings {
    /// The cache size, which holds the whole database, as the caches of the other peers do.
    static let cacheSize = 1_000_000_000
    /// RocksDB's default. LevelDB's default of 4 MiB makes sixteen times as many tables.
    static let writeBufferSize = 64 << 20
    /// The size of the filter for keys that a table does not have.
    static let filterBitsPerKey = 10
}

/// An error message of a library.
struct MergeTreeError: Error {
    let message: String

    /// Calls a function of a library, and throws the message that it leaves.
    static func check<Result>(
        _ call: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) throws -> Result
    ) throws -> Result {
        var message: UnsafeMutablePointer<CChar>?
        let result = try unsafe call(&message)
        guard let message = unsafe message else { return result }
        defer { unsafe free(message) }
        throw MergeTreeError(message: unsafe String(cString: message))
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes as a C function takes them.
    var characters: UnsafePointer<CChar>? {
        unsafe baseAddress?.assumingMemoryBound(to: CChar.self)
    }
}
