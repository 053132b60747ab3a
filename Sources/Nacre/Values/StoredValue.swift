public import NacreEngine
package import NacreFormat

/// What is stored for a value, without its Swift type. Opaque; filters and cursors hold it.
public struct StoredValue: Hashable, Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }

    /// - Throws: `invalidValue` if the value's transformer throws.
    @usableFromInline
    init(of value: some SingleValue) throws(StoreError) {
        do { self = try value.storedValue() } catch { throw StoreError.wrapping(error) }
    }
}
