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

extension Entity {
    /// What is stored of an id.
    static var idType: StoredType? {
        if case .stored(let type, _) = ID.attributeType.kind { type } else { nil }
    }
}

extension Ref: Storable {
    /// The way to what is stored, and back.
    public static var transformer: Transformer<Self, Target.ID> {
        Transformer(transform: { $0.id }, reverse: { Ref(id: $0) })
    }

    /// What the store keeps for a value.
    public static var attributeType: AttributeType {
        guard case .stored(let type, _) = Target.ID.attributeType.kind else {
            return Target.ID.attributeType
        }
        return AttributeType(type, reference: Target.self)
    }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout RowEncoder) throws { try id.encode(into: &row) }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout RowDecoder) throws -> Self {
        Ref(id: try Target.ID.decode(from: &row))
    }
}

extension Set {
    /// References in the order of the ids that are stored.
    package func ascending<Target: Entity>() -> [Ref<Target>] where Element == Ref<Target> {
        map { ($0, id: (try? $0.id.storedValue().value) ?? .null) }
            .sorted { $0.id.order(relativeTo: $1.id) < 0 }
            .map(\.0)
    }
}

extension Ref: Codable where Target.ID: Codable {}

extension Ref: Comparable where Target.ID: Comparable {
    /// The order of what is stored.
    public static func < (left: Self, right: Self) -> Bool { left.id < right.id }
}
