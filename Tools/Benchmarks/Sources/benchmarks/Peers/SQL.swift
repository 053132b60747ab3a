/// The common parts of the two peers on SQLite: the same table, indexes, settings and queries, so
/// that they differ only in the way of calling.
enum SQL {
    /// The settings of a connection. It waits for the locks of others instead of failing. The cache
    /// holds the whole database, as Nacre's mapping of its files does; reading by a mapping saves
    /// SQLite the copy into that cache.
    static let connection = """
        PRAGMA busy_timeout = 10000;
        PRAGMA cache_size = -1000000;
        PRAGMA mmap_size = 8000000000;
        PRAGMA temp_store = MEMORY;
        """

    static let writeAheadLog = "PRAGMA journal_mode = WAL"

    /// The setting with which a commit is on the disk when it returns.
    static let durable = "PRAGMA synchronous = FULL"

    /// The setting with which the log is synced before it is written back, and at no commit.
    static let relaxed = "PRAGMA synchronous = NORMAL"

    static let schema = """
        CREATE TABLE IF NOT EXISTS city (
            id INTEGER PRIMARY KEY, geonameID INTEGER NOT NULL, name TEXT NOT NULL,
            country TEXT NOT NULL, population INTEGER NOT NULL, latitude REAL NOT NULL,
            longitude REAL NOT NULL, elevation INTEGER, founded REAL, status INTEGER NOT NULL,
            note TEXT NOT NULL);
        CREATE UNIQUE INDEX IF NOT EXISTS city_geonameID ON city(geonameID);
        CREATE INDEX IF NOT EXISTS city_name ON city(name);
        CREATE INDEX IF NOT EXISTS city_country ON city(country);
        CREATE INDEX IF NOT EXISTS city_population ON city(population);
        CREATE TABLE IF NOT EXISTS numbers (
            i0 INTEGER NOT NULL, i1 INTEGER NOT NULL, i2 INTEGER NOT NULL, i3 INTEGER NOT NULL,
            i4 INTEGER NOT NULL, i5 INTEGER NOT NULL, i6 INTEGER NOT NULL, i7 INTEGER NOT NULL,
            i8 INTEGER NOT NULL, i9 INTEGER NOT NULL);
        """

    static let insert = "INSERT INTO city VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

    static let upsert = """
        \(insert) ON CONFLICT(id) DO UPDATE SET geonameID = excluded.geonameID,
            name = excluded.name, country = excluded.country, population = excluded.population,
            latitude = excluded.latitude, longitude = excluded.longitude,
            elevation = excluded.elevation, founded = excluded.founded, status = excluded.status,
            note = excluded.note
        """

    static let grow = "UPDATE city SET population = population + 1 WHERE id = ?"
    static let delete = "DELETE FROM city WHERE id = ?"
    static let insertNumbers = "INSERT INTO numbers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    static let numbers = """
        SELECT i0, i1, i2, i3, i4, i5, i6, i7, i8, i9 FROM numbers ORDER BY rowid
        """

    private static let columns = """
        id, geonameID, name, country, population, latitude, longitude, elevation, founded, status,
        note
        """

    static let byID = "SELECT \(columns) FROM city WHERE id = ?"
    static let byIDs = "SELECT \(columns) FROM city WHERE id >= ? AND id < ?"
    static let byGeonameID = "SELECT \(columns) FROM city WHERE geonameID = ?"
    static let above = """
        SELECT \(columns) FROM city WHERE population > ? ORDER BY population DESC LIMIT ?
        """
    static let below = """
        SELECT \(columns) FROM city WHERE population < ? ORDER BY population DESC LIMIT ?
        """
    static let named = """
        SELECT \(columns) FROM city WHERE name >= ? AND name < ? ORDER BY name, id LIMIT ?
        """
    static let byPopulation = """
        SELECT \(columns) FROM city ORDER BY population LIMIT ? OFFSET ?
        """
    static let countPopulation = """
        SELECT count(*) FROM city WHERE population >= ? AND population < ?
        """
    static let countLatitude = """
        SELECT count(*) FROM city WHERE latitude >= ? AND latitude < ? AND status = ?
        """
    static let fetchLatitude = """
        SELECT \(columns) FROM city WHERE latitude >= ? AND latitude < ? AND status = ? ORDER BY id
        """
    static let all = "SELECT \(columns) FROM city ORDER BY id"
    static let byCountryAndName = """
        SELECT \(columns) FROM city ORDER BY country, name, id LIMIT ?
        """
    static let byStatusAndName = """
        SELECT \(columns) FROM city ORDER BY status, name, id LIMIT ?
        """
    static let totals = "SELECT country, count(*), sum(population) FROM city GROUP BY country"

    /// Returns the smallest text after all texts that begin with a prefix, which is not empty.
    static func end(ofPrefix prefix: String) -> String {
        var scalars = Array(prefix.unicodeScalars)
        guard let last = scalars.popLast() else { return prefix }
        // No letter of the names is the last one before the surrogates.
        return String(String.UnicodeScalarView(scalars))
            + String(Unicode.Scalar(last.value + 1) ?? last)
    }

    /// An undefined raw value of an enum, which another program must have written.
    struct UnknownStatus: Error {
        let rawValue: Int32
    }
}
