/// A library with a log-structured merge tree, with records and indexes in one space of keys.
struct MergeTreePeer<Library: MergeTreeLibrary>: KeyValuePeer {
    static var name: PeerName { Library.peer }
    private let database: MergeTreeDatabase<Library>

    init(at directory: String, isDurable: Bool) throws {
        database = try MergeTreeDatabase(at: directory, isDurable: isDurable)
    }

    func close() throws { try database.close() }

    func read<Result>(_ body: (MergeTreeSnapshot<Library>) throws -> Result) throws -> Result {
        try database.read(body)
    }

    func write<Result>(_ body: (MergeTreeChanges<Library>) throws -> Result) throws -> Result {
        try database.write(body)
    }

    /// A single lookup sees one commit without a snapshot.
    func find(_ id: Int64) throws -> City? { try database.newest.find(id) }
}
