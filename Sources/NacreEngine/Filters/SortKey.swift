package import NacreFormat

/// What an object is sorted by: its values, copied out of its record. Also a place in an order,
/// whether an object stands there or not.
package struct SortKey: Sendable, Hashable {
    package let values: [Value]

    package init(values: [Value]) { self.values = values }
}
