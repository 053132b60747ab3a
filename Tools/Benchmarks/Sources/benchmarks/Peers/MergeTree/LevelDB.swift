import CLevelDB
import Foundation

enum LevelDB: MergeTreeLibrary {
    static let peer = PeerName.leveldb

    static func open(_ directory: String) throws -> MergeTreeHandles {
        let options = unsafe leveldb_options_create()
        defer { unsafe leveldb_options_destroy(options) }
        let cache = unsafe leveldb_cache_create_lru(MergeTreeSettings.cacheSize)
        let filter = unsafe leveldb_filterpolicy_create_bloom(
            Int32(MergeTreeSettings.filterBitsPerKey))
        unsafe leveldb_options_set_create_if_missing(options, 1)
        unsafe leveldb_options_set_cache(options, cache)
        unsafe leveldb_options_set_filter_policy(options, filter)
        unsafe leveldb_options_set_write_buffer_size(options, MergeTreeSettings.writeBufferSize)
        unsafe leveldb_options_set_compression(options, Int32(leveldb_snappy_compression))
        let opened = try unsafe MergeTreeError.check {
            unsafe leveldb_open(options, directory, $0)
        }
        guard let database = unsafe opened else {
            throw MergeTreeError(message: "LevelDB cannot open \(directory).")
        }
        return unsafe MergeTreeHandles(database: database, cache: cache, filter: filter)
    }

    static func close(_ handles: MergeTreeHandles) {
        unsafe leveldb_close(handles.database)
        unsafe leveldb_cache_destroy(handles.cache)
        unsafe leveldb_filterpolicy_destroy(handles.filter)
    }

    static func compact(_ database: OpaquePointer) {
        unsafe leveldb_compact_range(database, nil, 0, nil, 0)
    }

    // MARK: Reading

    static func beginSnapshot(_ database: OpaquePointer) -> OpaquePointer? {
        unsafe leveldb_create_snapshot(database)
    }

    static func endSnapshot(_ snapshot: OpaquePointer?, _ database: OpaquePointer) {
        unsafe leveldb_release_snapshot(database, snapshot)
    }

    static func makeReadOptions(_ snapshot: OpaquePointer?) -> OpaquePointer? {
        let options = unsafe leveldb_readoptions_create()
        unsafe leveldb_readoptions_set_verify_checksums(options, 1)
        unsafe leveldb_readoptions_set_snapshot(options, snapshot)
        return unsafe options
    }

    static func destroyReadOptions(_ options: OpaquePointer?) {
        unsafe leveldb_readoptions_destroy(options)
    }

    static func withValue<Result>(
        of key: UnsafeRawBufferPointer, _ database: OpaquePointer, _ options: OpaquePointer?,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result? {
        var count = 0
        let found = try unsafe MergeTreeError.check {
            unsafe leveldb_get(database, options, key.characters, key.count, &count, $0)
        }
        guard let value = unsafe found else { return nil }
        defer { unsafe leveldb_free(value) }
        return try unsafe body(UnsafeRawBufferPointer(start: value, count: count))
    }

    static func makeIterator(
        _ database: OpaquePointer, _ options: OpaquePointer?
    ) -> OpaquePointer? {
        unsafe leveldb_create_iterator(database, options)
    }

    static func destroyIterator(_ iterator: OpaquePointer) {
        unsafe leveldb_iter_destroy(iterator)
    }

    static func isValid(_ iterator: OpaquePointer) -> Bool {
        unsafe leveldb_iter_valid(iterator) != 0
    }

    static func seek(_ iterator: OpaquePointer, to key: UnsafeRawBufferPointer) {
        unsafe leveldb_iter_seek(iterator, key.characters, key.count)
    }

    static func seekToLast(_ iterator: OpaquePointer) {
        unsafe leveldb_iter_seek_to_last(iterator)
    }

    static func next(_ iterator: OpaquePointer) { unsafe leveldb_iter_next(iterator) }

    static func previous(_ iterator: OpaquePointer) { unsafe leveldb_iter_prev(iterator) }

    static func key(_ iterator: OpaquePointer) -> UnsafeRawBufferPointer {
        var count = 0
        let bytes = unsafe leveldb_iter_key(iterator, &count)
        return unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    }

    static func value(_ iterator: OpaquePointer) -> UnsafeRawBufferPointer {
        var count = 0
        let bytes = unsafe leveldb_iter_value(iterator, &count)
        return unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    }

    static func check(_ iterator: OpaquePointer) throws {
        try unsafe MergeTreeError.check { unsafe leveldb_iter_get_error(iterator, $0) }
    }

    // MARK: Writing

    static func makeBatch() -> OpaquePointer? { unsafe leveldb_writebatch_create() }

    static func destroyBatch(_ batch: OpaquePointer) { unsafe leveldb_writebatch_destroy(batch) }

    static func put(
        _ value: UnsafeRawBufferPointer, for key: UnsafeRawBufferPointer, into batch: OpaquePointer
    ) {
        unsafe leveldb_writebatch_put(
            batch, key.characters, key.count, value.characters, value.count)
    }

    static func remove(_ key: UnsafeRawBufferPointer, into batch: OpaquePointer) {
        unsafe leveldb_writebatch_delete(batch, key.characters, key.count)
    }

    static func write(
        _ batch: OpaquePointer, to database: OpaquePointer, isSynced: Bool
    ) throws {
        let options = unsafe leveldb_writeoptions_create()
        defer { unsafe leveldb_writeoptions_destroy(options) }
        unsafe leveldb_writeoptions_set_sync(options, isSynced ? 1 : 0)
        try unsafe MergeTreeError.check { unsafe leveldb_write(database, options, batch, $0) }
    }
}
