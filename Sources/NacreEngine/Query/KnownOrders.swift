internal import NacreFormat
internal import Synchronization

/// The sort keys that requests for one entity have asked for lately: a program has few orders and
/// asks for them again and again. Thread-safe.
final class KnownOrders: Sendable {
    private static let most = 8
    private let orders = Mutex<[Order]>([])

    private struct Order {
        let sorts: [Sorting]
        let keys: SortKeys
    }

    /// - Parameters:
    ///   - sorts: of the entity that this is kept for, one at least.
    ///   - make: the keys, if nobody has asked for them yet.
    func keys(
        _ sorts: [Sorting], _ make: () throws(StoreError) -> SortKeys
    ) throws(StoreError) -> SortKeys {
        // What references lead to may have another schema next time; and two of one name are one
        // collation, which need not do the same.
        guard sorts.allSatisfy({ $0.hops.isEmpty && $0.collation == nil }) else {
            return try make()
        }
        if let known = orders.withLock({ $0.first { $0.sorts == sorts }?.keys }) { return known }
        let keys = try make()
        orders.withLock { orders in
            if orders.count == Self.most { orders.removeFirst() }
            orders.append(Order(sorts: sorts, keys: keys))
        }
        return keys
    }
}
