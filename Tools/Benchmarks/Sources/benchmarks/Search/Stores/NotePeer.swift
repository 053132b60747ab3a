import ArgumentParser

/// The compared full-text searches.
enum NotePeer: String, CaseIterable, ExpressibleByArgument {
    case nacre
    case fts5
    /// FTS5 after its command `optimize`, which merges the whole index into one piece.
    case optimized

    /// The name in the table.
    var title: String {
        switch self {
        case .nacre: "Nacre"
        case .fts5: "FTS5"
        case .optimized: "FTS5, optimized"
        }
    }

    /// Makes a store of notes without a search.
    func create(in directory: String, _ notes: [Note]) throws {
        switch self {
        case .nacre: try NacreNotes.create(in: directory, notes)
        case .fts5, .optimized: try FTSNotes.create(in: directory, notes)
        }
    }

    /// Opens a store of notes, or makes one if there is none.
    /// - Parameter isSearched: Whether to add a search if the store has none yet. Work for it may
    ///   go on after the return.
    func open(in directory: String, isSearched: Bool = true) throws -> any NoteStore {
        switch self {
        case .nacre:
            try NacreNotes(in: directory, isSearched: isSearched)
        case .fts5, .optimized:
            try FTSNotes(
                in: directory, isSearched: isSearched, isOptimized: self == .optimized)
        }
    }
}
