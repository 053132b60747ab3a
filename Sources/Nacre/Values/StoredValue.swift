package import NacreFormat

/// What is stored for a value, without its Swift type. Opaque; filters and cursors hold it.
public struct StoredValue: Hashable, Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}
