/// The history of the two peers on SQLite, as applications build it: triggers store the former row
/// of each change, with the number of the commit that changed it.
enum HistorySQL {
    static let schema = """
        CREATE TABLE commits (
            number INTEGER PRIMARY KEY, time REAL NOT NULL DEFAULT (julianday('now')));
        CREATE TABLE history (
            id INTEGER NOT NULL, geonameID INTEGER, name TEXT, country TEXT, population INTEGER,
            latitude REAL, longitude REAL, elevation INTEGER, founded REAL, status INTEGER,
            note TEXT, number INTEGER NOT NULL, existed INTEGER NOT NULL);
        CREATE INDEX history_id ON history(id, number);
        CREATE INDEX history_number ON history(number);
        CREATE TRIGGER city_inserted AFTER INSERT ON city BEGIN
            INSERT INTO history (id, number, existed)
            VALUES (NEW.id, (SELECT max(number) FROM commits), 0);
        END;
        CREATE TRIGGER city_updated AFTER UPDATE ON city BEGIN \(keep) END;
        CREATE TRIGGER city_deleted AFTER DELETE ON city BEGIN \(keep) END;
        """

    private static let keep = """
        INSERT INTO history
        VALUES (OLD.id, OLD.geonameID, OLD.name, OLD.country, OLD.population, OLD.latitude,
            OLD.longitude, OLD.elevation, OLD.founded, OLD.status, OLD.note,
            (SELECT max(number) FROM commits), 1);
        """

    /// The first statement of each transaction.
    static let begin = "INSERT INTO commits DEFAULT VALUES"

    static let newest = "SELECT max(number) FROM commits"

    private static let columns = """
        id, geonameID, name, country, population, latitude, longitude, elevation, founded, status,
        note
        """

    /// The columns after those of a city.
    static let numberColumn = 11
    static let existedColumn = 12

    /// The former rows of a city, newest first.
    static let revisions = """
        SELECT \(columns), number, existed FROM history WHERE id = ? ORDER BY number DESC
        """

    /// The row that a city had after a commit, if a later one has changed it.
    static let byID = """
        SELECT \(columns), number, existed FROM history WHERE id = ? AND number > ?
        ORDER BY number LIMIT 1
        """

    static let byPopulation = """
        SELECT \(columns) FROM city WHERE population >= ? AND population < ? ORDER BY id
        """

    /// The cities in a range of population after a commit: those that no later commit has changed,
    /// and the first former row of each of the others. Without a hint, the planner would walk over
    /// the whole history in the order of ids.
    static let byPopulationThen = """
        SELECT \(columns) FROM city
        WHERE population >= ?1 AND population < ?2 AND NOT EXISTS (
            SELECT 1 FROM history WHERE history.id = city.id AND number > ?3)
        UNION ALL
        SELECT \(columns) FROM history AS former INDEXED BY history_number
        WHERE number > ?3 AND population >= ?1 AND population < ?2 AND NOT EXISTS (
            SELECT 1 FROM history AS earlier
            WHERE earlier.id = former.id AND earlier.number > ?3
                AND earlier.number < former.number)
        ORDER BY id
        """

    static let compaction = "VACUUM"
    static let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)"
}
