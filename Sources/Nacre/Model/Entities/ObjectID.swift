internal import NacreEngine
internal import NacreFormat
internal import Synchronization

/// An id that is made on the client: 64 bits, ascending with time, and unique within a process.
/// There are no temporary ids, and an id never changes.
///
/// The text form, used by `description`, `Codable` and the tool, has 13 digits of base 32. Texts
/// sort in the order of the ids. `Element` is the entity; it keeps ids of different entities apart.
public struct ObjectID<Element>: Hashable, Sendable {
    /// The 64 bits.
    public let rawValue: UInt64

    /// Makes a new id.
    public init() { rawValue = ObjectIDSource.shared.next() }

    /// Makes an id from its 64 bits.
    /// - Parameter rawValue: The 64 bits of an existing id.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension ObjectID: Comparable {
    /// Compares ids in their stored order.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension ObjectID: LosslessStringConvertible {
    /// The text form.
    public var description: String { ObjectIDText.text(rawValue) }

    /// Makes an id from its text form.
    /// - Returns: The id, or nil if the text is not that of an id.
    public init?(_ description: String) {
        guard let id = ObjectIDText.id(description) else { return nil }
        rawValue = id
    }
}

extension ObjectID: Codable {
    /// Decodes the text form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "This is not the text of an object id.")
        }
        self = id
    }

    /// Encodes the text form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension ObjectID: Primitive {
    /// The type that values are stored as.
    public static var attributeType: AttributeType { AttributeType(.scalar(.objectID)) }

    /// Writes the value into the next slots of a record.
    @inlinable @inline(__always)
    public func encode(into row: inout ObjectEncoder) { row.store(rawValue) }

    /// Reads a value from the next slots of a record.
    @inlinable @inline(__always)
    public static func decode(from row: inout ObjectDecoder) -> Self {
        Self(rawValue: row.load(UInt64.self))
    }

    /// Writes an array of values into the next slot of a record.
    @inlinable
    public static func encodeElements(_ elements: [Self], into row: inout ObjectEncoder) throws {
        row.store(elements: elements) { $0.rawValue }
    }

    /// Reads an array of values from the next slot of a record.
    @inlinable
    public static func decodeElements(from row: inout ObjectDecoder) throws -> [Self] {
        try row.elements(of: UInt64.self) { Self(rawValue: $0) }
    }

    /// Returns the stored form of the value, as filters compare it.
    public func storedValue() -> StoredValue { StoredValue(.objectID(rawValue)) }

    /// Makes a value from its stored form, as returned by ``storedValue()``.
    public init(_ stored: StoredValue) throws {
        guard case .objectID(let id) = stored.value else { throw Self.mismatch }
        rawValue = id
    }
}

/// The generator of the whole process: ids ascend across all stores.
private final class ObjectIDSource: Sendable {
    static let shared = ObjectIDSource()
    private let generator = Mutex(ObjectIDGenerator(.system))

    func next() -> UInt64 { generator.withLock { $0.next() } }
}
