/// A peer on a store of keys and values, which knows nothing of records and indexes. A record is
/// encoded by hand (``City/init(id:record:)``), and so are the entries of each index (``KeyRun``).
///
/// All queries are answered here, once for all such stores.
protocol KeyValuePeer: Peer, Sendable {
    associatedtype Snapshot: KeyValueSnapshot
    associatedtype Changes: KeyValueChanges

    /// Reads in one snapshot, which ends with the closure.
    func read<Result>(_ body: (Snapshot) throws -> Result) throws -> Result

    /// Makes the changes of the closure in one transaction.
    func write<Result>(_ body: (Changes) throws -> Result) throws -> Result

    /// Fetches from the newest commit.
    func find(_ id: Int64) throws -> City?
}

/// A state of the store that no writer changes.
protocol KeyValueSnapshot {
    associatedtype Cursor: KeyValueCursor

    func find(_ id: Int64) throws -> City?

    /// Returns the id of the city with a unique number.
    func id(ofGeonameID number: Int64) throws -> Int64?

    /// Returns the number of entries, or nil if the store does not know it.
    func count(of run: KeyRun) throws -> Int?

    func withCursor<Result>(over run: KeyRun, _ body: (Cursor) throws -> Result) throws -> Result
}

/// A position in a run of keys. Every method moves it and returns the entry there, or nil if there
/// is none in the run.
protocol KeyValueCursor {
    associatedtype Entry: KeyValueEntry

    func first() throws -> Entry?
    func last() throws -> Entry?
    func next() throws -> Entry?
    func previous() throws -> Entry?

    /// Moves to the first entry whose number is not below `number`.
    func first(from number: Int64) throws -> Entry?

    /// Moves to the first entry whose text is not below `text`.
    func first(from text: String) throws -> Entry?
}

/// An entry of a run. Its bytes are valid until the cursor moves.
protocol KeyValueEntry {
    /// The number that the run is ordered by, if it is ordered by one.
    var number: Int64 { get }
    /// The text that the run is ordered by, if it is ordered by one.
    var text: String { get }
    /// The id of the city of an index entry.
    var id: Int64 { get }
    /// The record of an entry of ``KeyRun/cities`` or ``KeyRun/numbers``.
    var record: UnsafeRawBufferPointer { get }
}

/// A transaction that changes the store.
protocol KeyValueChanges {
    /// Fetches a city as this transaction has left it so far.
    func find(_ id: Int64) throws -> City?

    /// Stores a city's record.
    /// - Parameter isAppending: Whether the id is above all ids of the store. Such a city is not
    ///   looked up again in the same transaction.
    func put(_ record: UnsafeRawBufferPointer, of city: City, isAppending: Bool) throws

    /// Removes a city's record.
    func remove(_ id: Int64) throws

    /// Adds a city to all indexes.
    func index(_ city: City) throws

    /// Removes a city from all indexes.
    func unindex(_ city: City) throws

    /// Moves a city within the index on the population.
    func move(_ id: Int64, fromPopulation old: Int64, to new: Int64) throws

    /// Stores a row of numbers after all others.
    func append(_ row: UnsafeRawBufferPointer, at place: Int64) throws
}

// MARK: - Look-ups by key

extension KeyValuePeer {
    func find(ids: [Int64], _ tally: inout Tally) throws {
        try read { snapshot in
            for id in ids {
                if let city = try snapshot.find(id) { tally.add(city) }
            }
        }
    }

    func findApart(ids: [Int64], _ tally: inout Tally) throws {
        for id in ids {
            if let city = try find(id) { tally.add(city) }
        }
    }

    func find(geonameIDs: [Int64], _ tally: inout Tally) throws {
        try read { snapshot in
            for number in geonameIDs {
                guard let id = try snapshot.id(ofGeonameID: number) else { continue }
                if let city = try snapshot.find(id) { tally.add(city) }
            }
        }
    }

    func makeReader() throws -> any CityReader { KeyValueReader(peer: self) }
}

/// A reader that shares the store with the writer, as the threads of one process must.
private struct KeyValueReader<Store: KeyValuePeer>: CityReader {
    let peer: Store

    func find(_ id: Int64) throws -> City? { try peer.find(id) }
}
