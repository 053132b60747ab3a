internal import NacreEngine
internal import NacreFormat

/// A stored reference: the id of an object of another entity, or of the same one. It does not hold
/// the object; `try snapshot.find(city.mayor)` reads it, and gives nil if there is none. Filters
/// and sorts go on behind it: `City.where { $0.mayor.name == "Anne" }`.
public struct Ref<Target: Entity>: Hashable, Sendable {
    /// Of the object.
    public let id: Target.ID

    /// A reference to an object.
    public init(_ object: Target) { id = object.id }

    /// A reference to the object with an id.
    public init(id: Target.ID) { self.id = id }
}

extension Ref: Storable {
    /// The way to what is stored, and back.
    public static var transformer: Transformer<Self, Target.ID> {
        Transformer(transform: { $0.id }, reverse: { Ref(id: $0) })
    }

    /// What the store keeps for a value: what it keeps of the object's id.
    public static var attributeType: AttributeType {
        guard let type = Target.idType else { return Target.storedIDType }
        return AttributeType(type, reference: Target.self).behind(Target.idCoding?.stages ?? [])
    }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout RowEncoder) throws { try Target.encodeID(id, into: &row) }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout RowDecoder) throws -> Self {
        Ref(id: try Target.decodeID(from: &row))
    }

    /// The value as an element of a collection.
    public func nested() throws -> NestedValue { try Target.nestedID(id) }

    /// The value of an element of a collection.
    public static func decode(from nested: NestedValue) throws -> Self {
        Ref(id: try Target.decodeID(from: nested))
    }

    /// What is stored for the value, as filters compare it.
    public func storedValue() throws -> StoredValue { try Target.storedID(id) }
}

extension Set {
    /// References in the order of the ids that are stored.
    package func ascending<Target: Entity>() -> [Ref<Target>] where Element == Ref<Target> {
        map { ($0, id: $0.storedOrder) }
            .sorted { $0.id.order(relativeTo: $1.id) < 0 }
            .map(\.0)
    }
}

extension Ref: Codable where Target.ID: Codable {}

extension Ref: Comparable where Target.ID: Comparable {
    /// The order of what is stored.
    public static func < (left: Self, right: Self) -> Bool {
        if Target.idCoding == nil { return left.id < right.id }
        return left.storedOrder.order(relativeTo: right.storedOrder) < 0
    }
}

extension Ref {
    /// What the store orders references by. A reference that cannot be stored comes first.
    fileprivate var storedOrder: Value { (try? storedValue().value) ?? .null }
}
