package import NacreFormat

/// The values that an object is sorted by, copied out of its record. Also a place in an order, even
/// if no object is at it.
package struct SortKey: Sendable, Hashable {
    package let values: [Value]

    package init(values: [Value]) { self.values = values }
}
