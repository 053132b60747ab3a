public import NacreEngine
package import NacreFormat

/// The stored form of a value, without its Swift type. Opaque; filters and cursors hold it.
public struct StoredValue: Hashable, Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }

    /// Makes the stored form of a value.
    /// - Throws: `invalidValue` if the value's transformer throws.
    @usableFromInline
    init(of value: some SingleValue) throws(StoreError) {
        do { self = try value.storedValue() } catch { throw StoreError.wrapping(error) }
    }

    /// Makes the stored form of an object's id.
    /// - Throws: `invalidValue` if a stage or the id's transformer throws.
    @inlinable
    init<Owner: Entity>(of id: Owner.ID, in type: Owner.Type) throws(StoreError) {
        guard Owner.idCoding != nil || Owner.convertsJSONID else {
            try self.init(of: id)
            return
        }
        do { self = try Owner.storedID(id) } catch { throw Self.unstorable(error) }
    }

    @usableFromInline
    static func unstorable(_ error: any Error) -> StoreError { StoreError.wrapping(error) }
}
