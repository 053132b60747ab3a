import Foundation

/// Notes in SQLite, with an index of FTS5. The table has the texts, and triggers keep the index, as
/// SQLite's documentation says.
struct FTSNotes: NoteStore {
    private let connection: SQLiteConnection

    /// - Parameters:
    ///   - isSearched: Whether to make an index if there is none.
    ///   - isOptimized: Whether to merge an index that is made now into one piece.
    init(in directory: String, isSearched: Bool, isOptimized: Bool) throws {
        connection = try Self.connect(directory)
        try connection.execute(FTSQueries.table)
        if try !isSearched || hasSearch() { return }
        try connection.transaction {
            try connection.execute(FTSQueries.index)
            try command("rebuild")
            if isOptimized { try command("optimize") }
        }
    }

    static func create(in directory: String, _ notes: [Note]) throws {
        let connection = try connect(directory)
        try connection.execute(FTSQueries.table)
        try connection.transaction { try insert(notes[...], connection) }
        try connection.close()
    }

    private func hasSearch() throws -> Bool {
        let statement = try connection.statement(
            "SELECT 1 FROM sqlite_schema WHERE name = 'note_fts'")
        defer { statement.reset() }
        return try statement.step()
    }

    private func command(_ name: String) throws {
        try connection.execute("INSERT INTO note_fts(note_fts) VALUES ('\(name)')")
    }

    private static func connect(_ directory: String) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path: directory + "/notes.sqlite")
        for sql in [SQL.connection, SQL.writeAheadLog, SQL.relaxed] {
            try connection.execute(sql)
        }
        return connection
    }

    func compact() throws { try connection.execute("VACUUM") }

    func close() throws { try connection.close() }

    func best(_ query: NoteQuery, limit: Int) throws -> [RankedNote] {
        try rows(FTSQueries.best, query, limit) {
            RankedNote(note: $0.note(), score: -$0.double(5))
        }
    }

    func newest(_ query: NoteQuery, limit: Int) throws -> [Note] {
        try rows(FTSQueries.newest, query, limit) { $0.note() }
    }

    func count(_ query: NoteQuery) throws -> Int {
        try rows(FTSQueries.count, query) { Int($0.int64(0)) }.first ?? 0
    }

    func ids(_ query: NoteQuery) throws -> [Int] {
        try rows(FTSQueries.ids, query) { Int($0.int64(0)) }
    }

    func find(_ id: Int) throws -> Note? {
        let statement = try connection.statement(FTSQueries.find)
        defer { statement.reset() }
        statement.bind(Int64(id), at: 1)
        return try statement.step() ? statement.note() : nil
    }

    /// Returns the scores of all notes that match a part of a query, by id.
    func scores(_ part: String) throws -> [Int: Double] {
        let statement = try connection.statement(FTSQueries.scores)
        defer { statement.reset() }
        statement.bind(part, at: 1)
        var scores: [Int: Double] = [:]
        while try statement.step() { scores[Int(statement.int64(0))] = -statement.double(1) }
        return scores
    }

    /// - Parameter limit: The second parameter of the statement; nil if it has none.
    private func rows<Row>(
        _ sql: String, _ query: NoteQuery, _ limit: Int? = nil,
        _ row: (SQLiteStatement) throws -> Row
    ) throws -> [Row] {
        let statement = try connection.statement(sql)
        defer { statement.reset() }
        statement.bind(query.fts5, at: 1)
        if let limit { statement.bind(Int64(limit), at: 2) }
        var rows: [Row] = []
        while try statement.step() { rows.append(try row(statement)) }
        return rows
    }

    // MARK: Changes

    func insert(_ notes: [Note], inCommitsOf size: Int) throws {
        for batch in notes.batches(of: size) {
            try connection.transaction { try Self.insert(batch, connection) }
        }
    }

    private static func insert(
        _ notes: ArraySlice<Note>, _ connection: SQLiteConnection
    ) throws {
        let statement = try connection.statement(FTSQueries.insert)
        for note in notes {
            statement.bind(Int64(note.id), at: 1)
            statement.bind(note.date.timeIntervalSinceReferenceDate, at: 2)
            statement.bind(note.archived ? 1 : 0 as Int64, at: 3)
            statement.bind(note.title, at: 4)
            statement.bind(note.body, at: 5)
            try statement.run()
        }
    }

    func archive(ids: [Int], inCommitsOf size: Int) throws {
        try update(FTSQueries.archive, ids, size)
    }

    func extend(ids: [Int], inCommitsOf size: Int) throws {
        try update(FTSQueries.extend, ids, size)
    }

    private func update(_ sql: String, _ ids: [Int], _ size: Int) throws {
        let statement = try connection.statement(sql)
        for batch in ids.batches(of: size) {
            try connection.transaction {
                for id in batch {
                    statement.bind(Int64(id), at: 1)
                    try statement.run()
                }
            }
        }
    }
}

extension SQLiteStatement {
    /// Returns the note in the first columns of the row.
    fileprivate func note() -> Note {
        Note(
            id: Int(int64(0)), date: Date(timeIntervalSinceReferenceDate: double(1)),
            archived: int64(2) != 0, title: text(3), body: text(4))
    }
}
