package import NacreFormat

/// A query whose answer somebody follows from commit to commit. Objects that commits have touched
/// are asked whether they match, and get their place by some comparisons; all others stay where
/// they were, and nobody looks at them. Where a limit or other objects have a say, or much was
/// touched, the query runs again.
package struct FollowedQuery: Sendable {
    private let query: Query
    /// Whether an object's own values say if it is in the answer, and where.
    private let isByObject: Bool
    /// The entity's when it was answered last: another schema is another question.
    private var definition: EntityDefinition?

    package init(_ query: Query) {
        self.query = query
        isByObject =
            query.limit == nil && query.offset == 0 && query.after == nil
            && !query.reachesOtherObjects
    }

    /// What a query finds in a snapshot. Good as long as that is.
    package struct Answer {
        /// Of the objects, in the query's order.
        package fileprivate(set) var rows: [RowNumber] = []
        /// By place; nil of an object that was in the answer before and was not touched since.
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

    /// The answer in a snapshot.
    /// - Parameters:
    ///   - former: the rows of the answer before; nil if there is none.
    ///   - touched: the rows of the entity that commits between the two have touched, all of them.
    package mutating func answer(
        _ snapshot: Snapshot, after former: [RowNumber]?, touched: Set<RowNumber>
    ) throws -> Answer {
        let definition = try snapshot.definition(query.entity)
        defer { self.definition = definition }
        guard isByObject, let former, self.definition === definition,
            touched.count <= max(64, former.count / 8)
        else { return try whole(in: snapshot) }
        return try merged(former, touched, in: snapshot)
    }

    private func whole(in snapshot: Snapshot) throws -> Answer {
        var answer = Answer()
        try snapshot.forEachRecord(query) { found in
            answer.append(found)
            return true
        }
        return answer
    }

    /// The untouched objects of a former answer, and among them those touched ones that match now.
    private func merged(
        _ former: [RowNumber], _ touched: Set<RowNumber>, in snapshot: Snapshot
    ) throws -> Answer {
        let execution = try QueryExecution(query, in: snapshot.view)
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
    /// Those of some rows whose objects the filter holds for. Rows may have no object.
    fileprivate func matches(among rows: Set<RowNumber>) throws -> [FoundRecord] {
        let table = source.rows(of: definition.schema.number)
        let asked = BoundFilter(bound: filter, schema: definition.schema)
        var test = RecordTest(asked, in: source)
        var reader = BlockReader(of: definition, in: source)
        var matches: [FoundRecord] = []
        var rest = rows.map(\.rawValue).filter { table[$0] != 0 }.sorted()[...]
        while !rest.isEmpty {
            reader.removeAll()
            for row in rest.prefix(RecordBlock.capacity) { reader.append(row, at: table[row]) }
            rest = rest.dropFirst(RecordBlock.capacity)
            try reader.locate()
            try test.matches(reader).forEachBit { matches.append(try reader.found($0)) }
        }
        return matches
    }
}
