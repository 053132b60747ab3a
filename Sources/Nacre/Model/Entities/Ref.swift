internal import NacreEngine
internal import NacreFormat

/// A stored reference: the id of an object of another entity, or of the same one. It does not hold
/// the object. `try snapshot.find(city.mayor)` reads the object, or returns nil if there is none.
/// Filters and sorts follow references: `City.where { $0.mayor.name == "Anne" }`.
public struct Ref<Target: Entity>: Hashable, Sendable {
    /// The id of the object.
    public let id: Target.ID

    /// Makes a reference to an object.
    public init(_ object: Target) { id = object.id }

    /// Makes a reference to the object with an id.
    public init(id: Target.ID) { self.id = id }
}

extension Ref: Storable {
    /// The conversion to the stored id, and back.
    public static var transformer: Transformer<Self, Target.ID> {
        Transformer(transform: { $0.id }, reverse: { Ref(id: $0) })
    }

    /// The type that values are stored as: that of the object's id.
    public static var attributeType: AttributeType {
        guard let type = Target.idType else { return Target.storedIDType }
        return AttributeType(type, reference: Target.self).behind(Target.idCoding?.stages ?? [])
    }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout ObjectEncoder) throws { try Target.encodeID(id, into: &row) }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout ObjectDecoder) throws -> Self {
        Ref(id: try Target.decodeID(from: &row))
    }

    /// Writes an array of values into the next slot of a record.
    @inlinable
    public static func encodeElements(_ elements: [Self], into row: inout ObjectEncoder) throws {
        guard Target.idCoding == nil, !Target.convertsJSONID else {
            return try row.store(anyElements: elements)
        }
        try Target.ID.encodeElements(elements.map(\.id), into: &row)
    }

    /// Reads an array of values from the next slot of a record.
    @inlinable
    public static func decodeElements(from row: inout ObjectDecoder) throws -> [Self] {
        guard Target.idCoding == nil, !Target.convertsJSONID else {
            return try row.anyElements(Self.self)
        }
        return try Target.ID.decodeElements(from: &row).map { Ref(id: $0) }
    }

    /// Returns the value as an element of a collection.
    public func nested() throws -> NestedValue { try Target.nestedID(id) }

    /// Reads a value from an element of a collection.
    public static func decode(from nested: NestedValue) throws -> Self {
        Ref(id: try Target.decodeID(from: nested))
    }

    /// Returns the stored form of the value, as filters compare it.
    public func storedValue() throws -> StoredValue { try Target.storedID(id) }
}

extension Set {
    /// Returns the references in the order of the stored ids.
    package func ascending<Target: Entity>() -> [Ref<Target>] where Element == Ref<Target> {
        map { ($0, id: $0.storedOrder) }
            .sorted { $0.id.order(relativeTo: $1.id) < 0 }
            .map(\.0)
    }
}

extension Ref: Codable where Target.ID: Codable {}

extension Ref: Comparable where Target.ID: Comparable {
    /// Compares references in their stored order.
    public static func < (left: Self, right: Self) -> Bool {
        if Target.idCoding == nil, !Target.convertsJSONID { return left.id < right.id }
        return left.storedOrder.order(relativeTo: right.storedOrder) < 0
    }
}

extension Ref {
    /// The value that the store orders references by. A reference that cannot be stored comes
    /// first.
    fileprivate var storedOrder: Value { (try? storedValue().value) ?? .null }
}
