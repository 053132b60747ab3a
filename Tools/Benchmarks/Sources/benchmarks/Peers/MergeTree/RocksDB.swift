import CRocksDB
import Foundation

enum RocksDB: MergeTreeLibrary {
    static let peer = PeerName.rocksdb

    static func open(_ directory: String) throws -> MergeTreeHandles {
        let tables = unsafe rocksdb_block_based_options_create()
        defer { unsafe rocksdb_block_based_options_destroy(tables) }
        let cache = unsafe rocksdb_cache_create_lru(MergeTreeSettings.cacheSize)
        // The database shares it.
        defer { unsafe rocksdb_cache_destroy(cache) }
        unsafe rocksdb_block_based_options_set_block_cache(tables, cache)
        // The options own the filter.
        unsafe rocksdb_block_based_options_set_filter_policy(
            tables,
            rocksdb_filterpolicy_create_bloom_full(Double(MergeTreeSettings.filterBitsPerKey)))

        let options = unsafe rocksdb_options_create()
        defer { unsafe rocksdb_options_destroy(options) }
        unsafe rocksdb_options_set_create_if_missing(options, 1)
        unsafe rocksdb_options_set_block_based_table_factory(options, tables)
        unsafe rocksdb_options_set_write_buffer_size(options, MergeTreeSettings.writeBufferSize)
        unsafe rocksdb_options_set_compression(options, Int32(rocksdb_snappy_compression))
        let opened = try unsafe MergeTreeError.check {
            unsafe rocksdb_open(options, directory, $0)
        }
        guard let database = unsafe opened else {
            throw MergeTreeError(message: "RocksDB cannot open \(directory).")
        }
        return unsafe MergeTreeHandles(database: database)
    }

    static func close(_ handles: MergeTreeHandles) { unsafe rocksdb_close(handles.database) }

    static func compact(_ database: OpaquePointer) {
        let options = unsafe rocksdb_compactoptions_create()
        defer { unsafe rocksdb_compactoptions_destroy(options) }
        // A single large table would be moved to the last level unchanged.
        let force: UInt8 = 2
        unsafe rocksdb_compactoptions_set_bottommost_level_compaction(options, force)
        unsafe rocksdb_compact_range_opt(database, options, nil, 0, nil, 0)
    }

    // MARK: Reading

    static func beginSnapshot(_ database: OpaquePointer) -> OpaquePointer? {
        unsafe rocksdb_create_snapshot(database)
    }

    static func endSnapshot(_ snapshot: OpaquePointer?, _ database: OpaquePointer) {
        unsafe rocksdb_release_snapshot(database, snapshot)
    }

    static func makeReadOptions(_ snapshot: OpaquePointer?) -> OpaquePointer? {
        let options = unsafe rocksdb_readoptions_create()
        unsafe rocksdb_readoptions_set_verify_checksums(options, 1)
        unsafe rocksdb_readoptions_set_snapshot(options, snapshot)
        return unsafe options
    }

    static func destroyReadOptions(_ options: OpaquePointer?) {
        unsafe rocksdb_readoptions_destroy(options)
    }

    static func withValue<Result>(
        of key: UnsafeRawBufferPointer, _ database: OpaquePointer, _ options: OpaquePointer?,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result? {
        let found = try unsafe MergeTreeError.check {
            unsafe rocksdb_get_pinned(database, options, key.characters, key.count, $0)
        }
        guard let slice = unsafe found else { return nil }
        defer { unsafe rocksdb_pinnableslice_destroy(slice) }
        var count = 0
        let value = unsafe rocksdb_pinnableslice_value(slice, &count)
        return try unsafe body(UnsafeRawBufferPointer(start: value, count: count))
    }

    static func makeIterator(
        _ database: OpaquePointer, _ options: OpaquePointer?
    ) -> OpaquePointer? {
        unsafe rocksdb_create_iterator(database, options)
    }

    static func destroyIterator(_ iterator: OpaquePointer) {
        unsafe rocksdb_iter_destroy(iterator)
    }

    static func isValid(_ iterator: OpaquePointer) -> Bool {
        unsafe rocksdb_iter_valid(iterator) != 0
    }

    static func seek(_ iterator: OpaquePointer, to key: UnsafeRawBufferPointer) {
        unsafe rocksdb_iter_seek(iterator, key.characters, key.count)
    }

    static func seekToLast(_ iterator: OpaquePointer) {
        unsafe rocksdb_iter_seek_to_last(iterator)
    }

    static func next(_ iterator: OpaquePointer) { unsafe rocksdb_iter_next(iterator) }

    static func previous(_ iterator: OpaquePointer) { unsafe rocksdb_iter_prev(iterator) }

    static func key(_ iterator: OpaquePointer) -> UnsafeRawBufferPointer {
        var count = 0
        let bytes = unsafe rocksdb_iter_key(iterator, &count)
        return unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    }

    static func value(_ iterator: OpaquePointer) -> UnsafeRawBufferPointer {
        var count = 0
        let bytes = unsafe rocksdb_iter_value(iterator, &count)
        return unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    }

    static func check(_ iterator: OpaquePointer) throws {
        try unsafe MergeTreeError.check { unsafe rocksdb_iter_get_error(iterator, $0) }
    }

    // MARK: Writing

    static func makeBatch() -> OpaquePointer? { unsafe rocksdb_writebatch_create() }

    static func destroyBatch(_ batch: OpaquePointer) { unsafe rocksdb_writebatch_destroy(batch) }

    static func put(
        _ value: UnsafeRawBufferPointer, for key: UnsafeRawBufferPointer, into batch: OpaquePointer
    ) {
        unsafe rocksdb_writebatch_put(
            batch, key.characters, key.count, value.characters, value.count)
    }

    static func remove(_ key: UnsafeRawBufferPointer, into batch: OpaquePointer) {
        unsafe rocksdb_writebatch_delete(batch, key.characters, key.count)
    }

    static func write(
        _ batch: OpaquePointer, to database: OpaquePointer, isSynced: Bool
    ) throws {
        let options = unsafe rocksdb_writeoptions_create()
        defer { unsafe rocksdb_writeoptions_destroy(options) }
        unsafe rocksdb_writeoptions_set_sync(options, isSynced ? 1 : 0)
        try unsafe MergeTreeError.check { unsafe rocksdb_write(database, options, batch, $0) }
    }
}
