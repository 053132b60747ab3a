import NacreFormat

@testable import NacreEngine

/// Queries on decoded objects, the reference for all plans. Shares only the order of two values
/// with the engine; a test of its own compares that with Swift's.
struct QueryReference {
    let objects: [[String: Value]]

    /// Returns the names of the attributes that determine an order, the id last.
    static func keyNames(of sorts: [SortTerm]) -> [String] {
        let names = sorts.map(\.attribute)
        return names.contains("id") ? names : names + ["id"]
    }

    /// Returns the objects of a query, in its order.
    func objects(of query: Query) -> [[String: Value]] {
        let names = Self.keyNames(of: query.sorts)
        var behind = objects.filter { ReferenceEvaluator(values: $0).holds(query.filter) }
            .sorted { Self.order(names, $0, $1, query.sorts) < 0 }
        if let after = query.after {
            let place = Dictionary(zip(names, after.values)) { first, _ in first }
            behind.removeAll { Self.order(names, place, $0, query.sorts) >= 0 }
        }
        return Array(behind.dropFirst(query.offset).prefix(query.limit ?? .max))
    }

    private static func order(
        _ names: [String], _ first: [String: Value], _ second: [String: Value],
        _ sorts: [SortTerm]
    ) -> Int {
        for (index, name) in names.enumerated() {
            let order = (first[name] ?? .null).order(relativeTo: second[name] ?? .null)
            let isAscending = index < sorts.count ? sorts[index].isAscending : true
            if order != 0 { return isAscending ? order : -order }
        }
        return 0
    }
}
