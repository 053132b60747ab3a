/// An enum whose cases carry values, stored inside of its owner as a struct would be: the name of
/// the case, `state.case`, and what each case carries, `state.hired.since`, nil for all cases but
/// the one that it is.
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
/// `@Embedded` writes the conformance. By hand it needs the parts, an ``Embedded`` struct, and the
/// way there and back.
public protocol EmbeddedEnum: Embedded {
    /// What is stored: the case, and what each case carries.
    associatedtype EmbeddedParts: Embedded
    /// The value that has these parts.
    /// - Parameter parts: as they are stored.
    /// - Throws: if the parts are those of no value.
    init(embeddedParts parts: EmbeddedParts) throws
    /// What is stored for the value.
    var embeddedParts: EmbeddedParts { get }
}

extension EmbeddedEnum {
    /// What the store keeps for a value.
    public static var attributeType: AttributeType { EmbeddedParts.attributeType.asChoice }

    /// Writes the value into the next slots of a record.
    public func encode(into row: inout RowEncoder) throws {
        try embeddedParts.encode(into: &row)
    }

    /// Reads a value from the next slots of a record.
    public static func decode(from row: inout RowDecoder) throws -> Self {
        try Self(embeddedParts: EmbeddedParts.decode(from: &row))
    }

    /// The value as an element of a collection.
    public func nested() throws -> NestedValue { try embeddedParts.nested() }

    /// The value of an element of a collection.
    public static func decode(from nested: NestedValue) throws -> Self {
        try Self(embeddedParts: EmbeddedParts.decode(from: nested))
    }

    /// What a case carries, as it is stored. For generated code.
    /// - Parameters:
    ///   - payload: nil if nothing is stored.
    ///   - name: of the case.
    /// - Throws: if nothing is stored.
    public static func _payload<Payload>(
        _ payload: Payload?, of name: String
    ) throws -> Payload {
        guard let payload else { throw RowError.missingPayload(ofCase: name) }
        return payload
    }
}
