/// Notes with a full-text search, in the store of a peer.
protocol NoteStore {
    /// Returns the notes that match best, the best one first.
    func best(_ query: NoteQuery, limit: Int) throws -> [RankedNote]

    /// Returns the newest notes that match and are not archived.
    func newest(_ query: NoteQuery, limit: Int) throws -> [Note]

    func count(_ query: NoteQuery) throws -> Int

    /// Returns the ids of all notes that match, in ascending order.
    func ids(_ query: NoteQuery) throws -> [Int]

    func find(_ id: Int) throws -> Note?

    func insert(_ notes: [Note], inCommitsOf size: Int) throws

    /// Changes an attribute that is not searched.
    func archive(ids: [Int], inCommitsOf size: Int) throws

    /// Changes a searched text: each body gets one more word.
    func extend(ids: [Int], inCommitsOf size: Int) throws

    /// Frees the space in files that is not used.
    func compact() throws

    func close() throws
}

/// A note that a ranked search has found.
struct RankedNote {
    let note: Note
    /// The score, greater for a better match.
    let score: Double
}
