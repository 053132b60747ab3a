internal import NacreFormat
internal import NacreSearch

// Resolves full-text searches: the objects are found by the index, and the search becomes a
// condition on their ids.

extension ReferenceResolver {
    /// Resolves a search.
    /// - Parameter question: The filter that the result replaces.
    mutating func search(
        _ condition: SearchCondition, _ schema: StoredSchema, answering question: FilterExpression
    ) throws -> FilterExpression {
        let definition = try source.definition(schema.name)
        let reader = try SearchReader(condition.search, of: definition, in: source)
        let query = try reader.compiled(condition.query)
        let source = source
        let (ids, state, isScanned) = try reader.answer(query) { state, isScanned in
            var ids: [Value] = []
            try state.rows(matching: query) { try source.limit?.check() }.forEach { row in
                let id = try source.id(of: try reader.record(of: row))
                // An error is better than a result that lacks an object.
                guard !id.isNaN else { throw Self.notFound(question, schema) }
                ids.append(id)
            }
            return (ids, state, isScanned)
        }
        add(
            ObjectLookup("\(condition)", isScanned: isScanned, count: ids.count) {
                (try? state.explain(0, matching: query)) ?? []
            })
        if ids.isEmpty { return .none }
        let id = schema.idAttribute
        return .among(id.name, ObjectSet(ids, of: id.type, answering: question))
    }
}
