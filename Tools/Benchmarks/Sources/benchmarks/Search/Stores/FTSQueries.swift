/// The statements of the notes in SQLite.
enum FTSQueries {
    /// The texts come last, so that reading the other columns does not walk over them.
    static let table = """
        CREATE TABLE IF NOT EXISTS note (
            id INTEGER PRIMARY KEY, date REAL NOT NULL, archived INTEGER NOT NULL,
            title TEXT NOT NULL, body TEXT NOT NULL);
        CREATE INDEX IF NOT EXISTS note_date ON note(date);
        """

    /// An index of the texts of another table, and triggers that keep it. Updates of other columns
    /// do not reach it.
    static let index = """
        CREATE VIRTUAL TABLE note_fts USING fts5(
            title, body, content = 'note', content_rowid = 'id', detail = full,
            tokenize = 'unicode61 remove_diacritics 2');
        CREATE TRIGGER note_inserted AFTER INSERT ON note BEGIN
            INSERT INTO note_fts(rowid, title, body) VALUES (new.id, new.title, new.body);
        END;
        CREATE TRIGGER note_deleted AFTER DELETE ON note BEGIN
            INSERT INTO note_fts(note_fts, rowid, title, body)
                VALUES ('delete', old.id, old.title, old.body);
        END;
        CREATE TRIGGER note_updated AFTER UPDATE OF id, title, body ON note BEGIN
            INSERT INTO note_fts(note_fts, rowid, title, body)
                VALUES ('delete', old.id, old.title, old.body);
            INSERT INTO note_fts(rowid, title, body) VALUES (new.id, new.title, new.body);
        END;
        """

    private static let columns = "note.id, date, archived, note.title, note.body"
    private static let matches = "note_fts JOIN note ON note.id = note_fts.rowid"

    static let best = """
        SELECT \(columns), rank FROM \(matches) WHERE note_fts MATCH ? ORDER BY rank LIMIT ?
        """
    /// Walks along the index on the date, past notes that do not match. By its own plan, SQLite
    /// reads and sorts all notes that match, which takes three times as long.
    static let newest = """
        SELECT \(columns) FROM note INDEXED BY note_date
            WHERE id IN (SELECT rowid FROM note_fts WHERE note_fts MATCH ?) AND archived = 0
            ORDER BY date DESC LIMIT ?
        """
    static let count = "SELECT count(*) FROM note_fts WHERE note_fts MATCH ?"
    static let ids = "SELECT rowid FROM note_fts WHERE note_fts MATCH ? ORDER BY rowid"
    static let scores = "SELECT rowid, rank FROM note_fts WHERE note_fts MATCH ?"
    static let find = "SELECT \(columns) FROM note WHERE id = ?"
    static let insert = "INSERT INTO note VALUES (?, ?, ?, ?, ?)"
    static let archive = "UPDATE note SET archived = 1 - archived WHERE id = ?"
    static let extend = "UPDATE note SET body = body || '\(NoteChanges.addition)' WHERE id = ?"
}
