package import NacreFormat

/// A query whose result is followed from commit to commit. Only objects that commits have touched
/// are tested again, and a few comparisons find their places; all others keep their order and are
/// not read. The query runs again in full if a limit or other objects affect the result, or if many
/// objects were touched.
package struct FollowedQuery: Sendable {
    private let query: Query
    /// Whether an object's own values decide if it is in the result, and where.
    private let isByObject: Bool
    /// The entity's definition at the last answer. With another definition, the query runs again in
    /// full.
    private var definition: EntityDefinition?

    package init(_ query: Query) {
        self.query = query
        isByObject = query.isByObject
    }

    /// The result of the query in a snapshot. Valid as long as the snapshot.
    package struct Answer {
        /// The rows of the objects, in the query's order.
        package fileprivate(set) var rows: [RowNumber] = []
        /// The records in the same order; nil for an object that was in the former result and was
        /// not touched since.
        package fileprivate(set) var records: [FoundRecord?] = []

        fileprivate mutating func append(_ found: FoundRecord) {
            rows.append(found.row)
            records.append(found)
        }

        fileprivate mutating func append(untouched: ArraySlice<RowNumber>) {
            rows += untouched
            records += repeatElement(nil, count: untouched.count)
        }
    }

    /// Returns the result in a snapshot.
    /// - Parameters:
    ///   - former: The rows of the former result; nil if there is none.
    ///   - touched: All rows of the entity that commits between the two have touched.
    package mutating func answer(
        _ snapshot: DatabaseSnapshot, after former: [RowNumber]?, touched: Set<RowNumber>
    ) throws -> Answer {
        let definition = try snapshot.definition(query.entity)
        defer { self.definition = definition }
        guard isByObject, let former, self.definition === definition,
            touched.count <= max(64, former.count / 8)
        else { return try whole(in: snapshot) }
        return try merged(former, touched, in: snapshot)
    }

    private func whole(in snapshot: DatabaseSnapshot) throws -> Answer {
        var answer = Answer()
        try snapshot.forEachRecord(query) { found in
            answer.append(found)
            return true
        }
        return answer
    }

    /// Merges the untouched objects of a former result with the touched ones that match now.
    private func merged(
        _ former: [RowNumber], _ touched: Set<RowNumber>, in snapshot: DatabaseSnapshot
    ) throws -> Answer {
        let execution = try QueryExecution(query, in: snapshot.view, searching: touched)
        var keys = try SortKeySource(execution.keys, in: execution.source)
        var coming = try execution.matches(among: touched).map { try keys.sorted($0) }
        try coming.sort { try keys.precedes($0, $1) }
        let staying = former.filter { !touched.contains($0) }
        var answer = Answer()
        var start = 0
        for match in coming {
            let place = try staying[start...].partitioningIndex { row in
                let found = try snapshot.record(of: row.rawValue, in: execution.definition)
                let other = try keys.sorted(found)
                return try keys.precedes(match, other)
            }
            answer.append(untouched: staying[start..<place])
            answer.append(match.record.found)
            start = place
        }
        answer.append(untouched: staying[start...])
        return answer
    }
}

extension QueryExecution {
    /// Returns the records of the rows that match the filter. Rows may have no object.
    func matches(among rows: Set<RowNumber>) throws -> [FoundRecord] {
        let table = source.rows(of: definition.schema.number)
        let asked = BoundFilter(bound: filter, schema: definition.schema)
        var matcher = RecordMatcher(asked, in: source)
        var reader = BlockReader(of: definition, in: source)
        var matches: [FoundRecord] = []
        var rest = rows.map(\.rawValue).filter { table[$0] != 0 }.sorted()[...]
        while !rest.isEmpty {
            reader.removeAll()
            for row in rest.prefix(RecordBlock.capacity) { reader.append(row, at: table[row]) }
            rest = rest.dropFirst(RecordBlock.capacity)
            try reader.locate()
            try matcher.matches(reader).forEachBit { matches.append(try reader.found($0)) }
        }
        return matches
    }
}
