internal import NacreFormat

/// The objects among touched rows that match a query, with the values that a result depends on.
struct TouchedObjects {
    /// An object and its values of some attributes.
    struct Object {
        let found: FoundRecord
        let values: [Value]
    }

    private let objects: [RowNumber: Object]

    /// - Parameters:
    ///   - rows: The touched rows. Rows may have no object.
    ///   - query: A query without limit, offset and cursor.
    ///   - names: The names of the attributes.
    init(_ rows: Set<RowNumber>, of query: Query, _ names: [String], in view: StoreView) throws {
        let execution = try QueryExecution(query, in: view, searching: rows)
        let schema = execution.definition.schema
        let ordinals = names.compactMap(schema.ordinal)
        var objects: [RowNumber: Object] = [:]
        for found in try execution.matches(among: rows) {
            let values = try ordinals.map { try view.value(of: $0, in: schema, of: found) }
            objects[found.row] = Object(found: found, values: values)
        }
        self.objects = objects
    }

    /// Returns the objects that another state does not have with the same values, in the order of
    /// their rows.
    func differing(from other: TouchedObjects) -> [Object] {
        objects.filter { row, object in
            other.objects[row].map { !$0.values.isIdentical(to: object.values) } ?? true
        }.sorted { $0.key < $1.key }.map(\.value)
    }
}
