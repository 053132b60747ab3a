/// A database with tables of rows, which SQL statements make and change.
protocol TableRows {
    /// Opens the database, relaxed, or makes it.
    init(in directory: String) throws

    func close() throws

    func execute(_ sql: String) throws

    /// Inserts in one transaction.
    func insert<Owner: RowCoded>(_ objects: some Sequence<Owner>) throws

    func fetchAll<Owner: RowCoded>(_ type: Owner.Type) throws -> [Owner]

    /// Returns the objects with some ids, each looked up by itself, in one transaction.
    func find<Owner: RowCoded>(_ ids: [Int], _ type: Owner.Type) throws -> [Owner]
}
