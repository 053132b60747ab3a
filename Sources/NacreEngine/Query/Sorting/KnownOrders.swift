internal import NacreFormat
internal import Synchronization

/// The sort keys that requests for one entity have asked for lately: a program has few orders and
/// asks for them again and again. Thread-safe.
final class KnownOrders: Sendable {
    private static let most = 8
    private let schema: EntitySchema
    /// By ids alone.
    private let idOrder: SortKeys
    private let orders = Mutex<[Order]>([])

    private struct Order {
        let sorts: [Sorting]
        let keys: SortKeys
    }

    /// - Parameter schema: of the entity that this is kept for.
    init(of schema: EntitySchema) {
        self.schema = schema
        idOrder = SortKeys(ofIDs: schema)
    }

    /// - Parameter entities: those that references lead to.
    func keys(_ sorts: [Sorting], _ entities: EntityFinder) throws(StoreError) -> SortKeys {
        if sorts.isEmpty { return idOrder }
        // What references lead to may have another schema next time; and two of one name are one
        // collation, which need not do the same.
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
    /// The order that sorts ask for.
    /// - Parameter entities: those that references lead to.
    func keys(
        sortedBy sorts: [Sorting], _ entities: EntityFinder
    ) throws(StoreError) -> SortKeys {
        try orders.object { KnownOrders(of: schema) }.keys(sorts, entities)
    }
}
