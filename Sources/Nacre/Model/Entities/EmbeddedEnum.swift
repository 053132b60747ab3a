/// An enum whose cases carry values, stored inside its owner like a struct. The stored attributes
/// are the name of the case, `state.case`, and the values of each case, `state.hired.since`, which
/// are nil for all cases except the current one.
///
/// ```swift
/// @Embedded
/// enum State: Hashable {
///     case applied
///     case hired(since: Date, salary: Int)
///     case left(reason: String)
/// }
/// let recent = Employee.where { $0.state.case == .hired && $0.state.hired.since >= date }
/// ```
/// `@Embedded` writes the conformance. A manual conformance needs the parts, an ``Embedded``
/// struct, and the conversions to and from them.
public protocol EmbeddedEnum: Embedded {
    /// The stored parts: the case, and the values of each case.
    associatedtype EmbeddedParts: Embedded
    /// Makes the value that has these parts.
    /// - Parameter parts: The parts, as they are stored.
    /// - Throws: An error if no value has these parts.
    init(embeddedParts parts: EmbeddedParts) throws
    /// The parts to store for the value.
    var embeddedParts: EmbeddedParts { get }
}

extension EmbeddedEnum {
    /// The type that values are stored as.
    public static var attributeType: AttributeType { EmbeddedParts.attributeType.asChoice }

    /// Writes the value into the next slots of a record.
    public func encode(into row: inout ObjectEncoder) throws {
        try embeddedParts.encode(into: &row)
    }

    /// Reads a value from the next slots of a record.
    public static func decode(from row: inout ObjectDecoder) throws -> Self {
        try Self(embeddedParts: EmbeddedParts.decode(from: &row))
    }

    /// Returns the value as an element of a collection.
    public func nested() throws -> NestedValue { try embeddedParts.nested() }

    /// Reads a value from an element of a collection.
    public static func decode(from nested: NestedValue) throws -> Self {
        try Self(embeddedParts: EmbeddedParts.decode(from: nested))
    }

    /// Returns the stored values of a case. For generated code.
    /// - Parameters:
    ///   - payload: The values, or nil if nothing is stored.
    ///   - name: The name of the case.
    /// - Throws: An error if nothing is stored.
    public static func _payload<Payload>(
        _ payload: Payload?, of name: String
    ) throws -> Payload {
        guard let payload else { throw AttributeError.missingPayload(ofCase: name) }
        return payload
    }
}
