/// A store, used as somebody would who knows it well: one method a question, each in that store's
/// best honest way. All of them keep the same indexes, see ``City``, and answer alike.
///
/// A method that a peer has no way to answer throws ``NotYet``; the table says so then.
protocol Peer {
    static var name: PeerName { get }

    /// Opens the store in a directory that exists, and makes it there if it is empty.
    /// - Parameter isDurable: whether each commit is on the disk when its call returns. Otherwise a
    ///   power cut may take back the last ones, but nothing else.
    init(at directory: String, isDurable: Bool) throws

    /// Ends the work: what was written is whole on the disk.
    func close() throws

    /// Inserts in transactions of so many. Ids ascend, and are above those that are there.
    func insert(_ cities: [City], inTransactionsOf size: Int) throws

    /// Replaces those whose ids are there and inserts the others, in one transaction. Ids ascend.
    func upsert(_ cities: [City]) throws

    /// Adds an inhabitant to each, in transactions of so many.
    func grow(ids: [Int64], inTransactionsOf size: Int) throws

    /// Deletes in one transaction.
    func delete(ids: [Int64]) throws

    /// Takes one step after another, each in a transaction of its own.
    func readOrGrow(_ steps: [Step], _ tally: inout Tally) throws

    /// Somebody who reads on another thread while this one writes.
    func makeReader() throws -> any CityReader

    /// Inserts in one transaction.
    func insert(_ rows: [Numbers]) throws

    /// In the order of insertion.
    func fetchNumbers() throws -> [Numbers]

    /// Fetches by id, all in one snapshot.
    func find(ids: [Int64], _ tally: inout Tally) throws

    /// Fetches by id, each in a snapshot of its own.
    func findApart(ids: [Int64], _ tally: inout Tally) throws

    /// Fetches by the unique attribute, all in one snapshot.
    func find(geonameIDs: [Int64], _ tally: inout Tally) throws

    /// The most populous of those above a population, the largest first.
    func mostPopulous(above population: Int64, limit: Int) throws -> [City]

    /// The most populous of those below a population, the largest first.
    func mostPopulous(below population: Int64, limit: Int) throws -> [City]

    /// By name and id.
    func named(prefix: String, limit: Int) throws -> [City]

    /// By ascending population.
    func byPopulation(offset: Int, limit: Int) throws -> [City]

    func count(population range: Range<Int64>) throws -> Int

    func count(latitude range: Range<Double>, status: Status) throws -> Int

    /// By id.
    func fetch(latitude range: Range<Double>, status: Status) throws -> [City]

    /// By id.
    func fetchAll() throws -> [City]

    /// By country, name and id.
    func firstByCountryAndName(limit: Int) throws -> [City]

    /// By status, name and id.
    func firstByStatusAndName(limit: Int) throws -> [City]

    /// In any order.
    func totalsByCountry() throws -> [CountryTotal]

    /// How the store answers the questions of a row, by the row's name, in a few words; nil where
    /// it does not tell.
    func plan(of row: String) throws -> String?
}

extension Peer {
    init(at directory: String) throws { try self.init(at: directory, isDurable: true) }

    func plan(of row: String) throws -> String? { nil }
}

/// Something that a peer cannot express so far.
struct NotYet: Error {
    let what: String
}
