/// An attribute with stages of its own, `@Attribute(.transformed(by: ...))`. Its declaration says
/// what the stages keep, and `Kept` decides which operations compile:
///
/// | the stages keep | the field is | operations |
/// | --- | --- | --- |
/// | nothing | ``OpaqueField`` | fetching, comparison with nil |
/// | equality | ``TransformedField`` | equality, `isIn`, unique values |
/// | order | ``OrderedField`` | also order, ranges, sorts, groups, least and greatest values |
/// | parts of text | ``StagedTextField`` | equality, and `hasPrefix`, `hasSuffix`, `contains` |
/// | order and parts of text | ``OrderedTextField`` | all of these |
///
/// Filters compare stored values. If a stage does not keep what the attribute's declaration says,
/// fetching with such a filter throws `invalidValue`.
public struct StagedField<Root, Value: Sendable, Kept: StagePromise>: StagedFilterable {
    /// The coding of the stages. For the library.
    public let stagedCoding: StagedCoding<Value>

    init(_ coding: StagedCoding<Value>) { stagedCoding = coding }
}

extension StagedField: FieldProtocol, CheckedField {
    /// The path of the attribute.
    public var fieldPath: FieldPath { stagedCoding.path }

    /// Reads the attribute at the decoder's current position.
    public func decode(from row: inout ObjectDecoder) throws -> Value {
        try stagedCoding.decode(&row)
    }

    var problem: String? { stagedCoding.problem }
}

extension StagedField where Kept: UnorderedPromise {
    /// Makes the field of an attribute.
    /// - Parameters:
    ///   - path: The path of the attribute.
    ///   - codec: The attribute's stages.
    public init<Stored>(_ path: FieldPath, _ codec: AttributeCodec<Value, Stored>) {
        self.init(StagedCoding(path, codec))
    }
}

extension StagedField where Kept == Keeps.Order {
    /// Makes the field of an attribute.
    /// - Parameters:
    ///   - path: The path of the attribute.
    ///   - codec: The attribute's stages. Their result must be ordered.
    public init<Stored: Storable & Comparable>(
        _ path: FieldPath, ordered codec: AttributeCodec<Value, Stored>
    ) where Stored.StoredEnd: Comparable {
        self.init(StagedCoding(path, codec))
    }

    /// Makes the field of an optional attribute.
    /// - Parameters:
    ///   - path: The path of the attribute.
    ///   - codec: The attribute's stages. Their result must be ordered, or nil.
    public init<Wrapped, Stored: Storable & Comparable>(
        _ path: FieldPath, ordered codec: AttributeCodec<Wrapped?, Stored?>
    ) where Value == Wrapped?, Stored.StoredEnd: Comparable {
        self.init(StagedCoding(path, codec))
    }
}

extension StagedField where Kept: TextPromise {
    /// Makes the field of an attribute.
    /// - Parameters:
    ///   - path: The path of the attribute.
    ///   - codec: The attribute's stages. Their result must be text.
    public init(_ path: FieldPath, text codec: AttributeCodec<Value, String>) {
        self.init(StagedCoding(path, codec))
    }

    /// Makes the field of an optional attribute.
    /// - Parameters:
    ///   - path: The path of the attribute.
    ///   - codec: The attribute's stages. Their result must be text, or nil.
    public init<Wrapped>(_ path: FieldPath, text codec: AttributeCodec<Wrapped?, String?>)
    where Value == Wrapped? {
        self.init(StagedCoding(path, codec))
    }
}
