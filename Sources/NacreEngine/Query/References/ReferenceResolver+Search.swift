internal import NacreFormat
internal import NacreSearch

// Resolves full-text searches: the objects are found by the index, and the search becomes a
// condition on their rows. No object is read.

extension ReferenceResolver {
    /// Resolves a search.
    /// - Parameter question: The filter that the result replaces.
    mutating func search(
        _ condition: SearchCondition, _ schema: StoredSchema, answering question: FilterExpression
    ) throws -> FilterExpression {
        let definition = try source.definition(schema.name)
        let reader = try SearchReader(condition.search, of: definition, in: source)
        let query = try reader.compiled(condition.query)
        let (source, wanted) = (source, searchedRows)
        let table = source.rows(of: definition.schema.number)
        let (rows, state, isScanned) = try reader.answer(query) { state, isScanned in
            var rows = try state.rows(matching: query) { try source.limit?.check() }
            if let wanted {
                let touched = wanted.lazy.map(\.rawValue).filter { rows.contains($0) }
                rows = NacreSearch.RowSet(Array(touched))
            }
            // A forged index may name any.
            try rows.forEach { row in
                if table[row] == 0 { throw SearchReader.missing }
            }
            return (rows, state, isScanned)
        }
        add(
            ObjectLookup("\(condition)", isScanned: isScanned, count: rows.count) {
                (try? state.explain(0, matching: query)) ?? []
            })
        if rows.count == 0 { return .none }
        let id = schema.idAttribute
        return .among(id.name, ObjectSet(rows: rows, of: id.type, answering: question))
    }
}
