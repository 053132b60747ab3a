/// A store, used expertly: one method per query, each in that store's best legitimate way. All
/// peers keep the same indexes, see ``City``, and give the same answers.
///
/// A method that a peer cannot implement throws ``NotYet``, which the table then shows.
protocol Peer {
    static var name: PeerName { get }

    /// Opens the store in an existing directory, and makes it there if the directory is empty.
    /// - Parameter isDurable: Whether each commit is on the disk when its call returns. Otherwise a
    ///   power cut may lose the last ones, but nothing else.
    init(at directory: String, isDurable: Bool) throws

    /// Closes the store: all writes are then complete on the disk.
    func close() throws

    /// Inserts in transactions of this size. Ids ascend, and are above the existing ones.
    func insert(_ cities: [City], inTransactionsOf size: Int) throws

    /// Replaces the cities whose ids exist and inserts the others, in one transaction. Ids ascend.
    func upsert(_ cities: [City]) throws

    /// Adds an inhabitant to each city, in transactions of this size.
    func grow(ids: [Int64], inTransactionsOf size: Int) throws

    /// Deletes in one transaction.
    func delete(ids: [Int64]) throws

    /// Takes one step after another, each in a transaction of its own.
    func readOrGrow(_ steps: [Step], _ tally: inout Tally) throws

    /// Makes a reader for another thread, while this one writes.
    func makeReader() throws -> any CityReader

    /// Inserts in one transaction.
    func insert(_ rows: [Numbers]) throws

    /// Returns all rows in the order of insertion.
    func fetchNumbers() throws -> [Numbers]

    /// Fetches by id, all in one snapshot.
    func find(ids: [Int64], _ tally: inout Tally) throws

    /// Fetches by id, each in a snapshot of its own.
    func findApart(ids: [Int64], _ tally: inout Tally) throws

    /// Fetches by the unique attribute, all in one snapshot.
    func find(geonameIDs: [Int64], _ tally: inout Tally) throws

    /// Returns the most populous cities above a population, the largest first.
    func mostPopulous(above population: Int64, limit: Int) throws -> [City]

    /// Returns the most populous cities below a population, the largest first.
    func mostPopulous(below population: Int64, limit: Int) throws -> [City]

    /// Returns the cities whose names begin with a prefix, by name and id.
    func named(prefix: String, limit: Int) throws -> [City]

    /// Returns cities by ascending population.
    func byPopulation(offset: Int, limit: Int) throws -> [City]

    func count(population range: Range<Int64>) throws -> Int

    func count(latitude range: Range<Double>, status: Status) throws -> Int

    /// Returns the matching cities, by id.
    func fetch(latitude range: Range<Double>, status: Status) throws -> [City]

    /// Returns all cities, by id.
    func fetchAll() throws -> [City]

    /// Returns the first cities by country, name and id.
    func firstByCountryAndName(limit: Int) throws -> [City]

    /// Returns the first cities by status, name and id.
    func firstByStatusAndName(limit: Int) throws -> [City]

    /// Returns the totals, in any order.
    func totalsByCountry() throws -> [CountryTotal]

    /// Returns a short description of the store's plan for the queries of a row, by the row's name,
    /// or nil if the store does not report it.
    func plan(of row: String) throws -> String?
}

extension Peer {
    init(at directory: String) throws { try self.init(at: directory, isDurable: true) }

    func plan(of row: String) throws -> String? { nil }
}

/// An operation that a peer cannot express so far.
struct NotYet: Error {
    let what: String
}
