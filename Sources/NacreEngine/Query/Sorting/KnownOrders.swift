internal import NacreFormat
internal import Synchronization

/// A cache of the sort keys of recent requests for one entity: a program has few orders and
/// requests them repeatedly. Thread-safe.
final class KnownOrders: Sendable {
    private static let most = 8
    private let schema: StoredSchema
    /// The order by ids alone.
    private let idOrder: SortKeys
    private let orders = Mutex<[Order]>([])

    private struct Order {
        let sorts: [SortTerm]
        let keys: SortKeys
    }

    /// - Parameter schema: The schema of the entity.
    init(of schema: StoredSchema) {
        self.schema = schema
        idOrder = SortKeys(ofIDs: schema)
    }

    /// Returns the sort keys of an order.
    /// - Parameter entities: The entities that references lead to.
    func keys(_ sorts: [SortTerm], _ entities: EntityFinder) throws(StoreError) -> SortKeys {
        if sorts.isEmpty { return idOrder }
        // Not cached with references or collations: the target of a reference may have another
        // schema next time, and two collations of one name count as equal but may behave
        // differently.
        guard sorts.allSatisfy({ $0.hops.isEmpty && $0.collation == nil }) else {
            return try SortKeys(sorts, schema: schema, entities: entities)
        }
        if let known = orders.withLock({ $0.first { $0.sorts == sorts }?.keys }) { return known }
        let keys = try SortKeys(sorts, schema: schema, entities: entities)
        orders.withLock { orders in
            if orders.count == Self.most { orders.removeFirst() }
            orders.append(Order(sorts: sorts, keys: keys))
        }
        return keys
    }
}

extension EntityDefinition {
    /// Returns the sort keys of an order.
    /// - Parameter entities: The entities that references lead to.
    func keys(
        sortedBy sorts: [SortTerm], _ entities: EntityFinder
    ) throws(StoreError) -> SortKeys {
        try orders.object { KnownOrders(of: schema) }.keys(sorts, entities)
    }
}
