/// A batch of changes. The libraries do not show the contents of a batch, so this object keeps the
/// cities that it has replaced or removed.
@safe final class MergeTreeChanges<Library: MergeTreeLibrary>: KeyValueChanges {
    // SAFETY: valid as long as this object is.
    private let batch: OpaquePointer
    private let newest: MergeTreeSnapshot<Library>
    /// The changed cities by id; nil for a city that was removed.
    private var changed: [Int64: City?] = [:]

    init(_ newest: MergeTreeSnapshot<Library>) throws {
        guard let batch = unsafe Library.makeBatch() else {
            throw MergeTreeError(message: "There is not enough memory for a batch.")
        }
        unsafe self.batch = batch
        self.newest = newest
    }

    deinit { unsafe Library.destroyBatch(batch) }

    func commit(to database: OpaquePointer, isSynced: Bool) throws {
        try unsafe Library.write(batch, to: database, isSynced: isSynced)
    }

    func find(_ id: Int64) throws -> City? {
        if let city = changed[id] { return city }
        return try newest.find(id)
    }

    func put(_ record: UnsafeRawBufferPointer, of city: City, isAppending: Bool) {
        unsafe MergeTreeKey.with(.cities, city.id) { key in
            unsafe Library.put(record, for: key, into: batch)
        }
        if !isAppending { changed[city.id] = .some(city) }
    }

    func remove(_ id: Int64) {
        unsafe MergeTreeKey.with(.cities, id) { unsafe Library.remove($0, into: batch) }
        changed[id] = .some(nil)
    }

    func index(_ city: City) {
        unsafe MergeTreeKey.with(.geonameIDs, city.geonameID) { key in
            unsafe withUnsafeBytes(of: city.id) { unsafe Library.put($0, for: key, into: batch) }
        }
        unsafe MergeTreeKey.with(.names, city.name, id: city.id) { unsafe add($0) }
        unsafe MergeTreeKey.with(.countries, city.country, id: city.id) { unsafe add($0) }
        unsafe MergeTreeKey.with(.populations, city.population, id: city.id) { unsafe add($0) }
    }

    func unindex(_ city: City) {
        unsafe MergeTreeKey.with(.geonameIDs, city.geonameID) { unsafe remove($0) }
        unsafe MergeTreeKey.with(.names, city.name, id: city.id) { unsafe remove($0) }
        unsafe MergeTreeKey.with(.countries, city.country, id: city.id) { unsafe remove($0) }
        unsafe MergeTreeKey.with(.populations, city.population, id: city.id) { unsafe remove($0) }
    }

    func move(_ id: Int64, fromPopulation old: Int64, to new: Int64) {
        unsafe MergeTreeKey.with(.populations, old, id: id) { unsafe remove($0) }
        unsafe MergeTreeKey.with(.populations, new, id: id) { unsafe add($0) }
    }

    func append(_ row: UnsafeRawBufferPointer, at place: Int64) {
        unsafe MergeTreeKey.with(.numbers, place) { key in
            unsafe Library.put(row, for: key, into: batch)
        }
    }

    /// Adds an index entry, whose key contains everything.
    private func add(_ key: UnsafeRawBufferPointer) {
        unsafe Library.put(UnsafeRawBufferPointer(start: nil, count: 0), for: key, into: batch)
    }

    private func remove(_ key: UnsafeRawBufferPointer) {
        unsafe Library.remove(key, into: batch)
    }
}
