internal import NacreEngine
internal import NacreFormat

/// An attribute whose values are told apart as they are stored: objects can be grouped by it, and
/// it has distinct values. That is a ``Field`` of single values, and any ``OrderedField``.
public protocol SingleField<Root, Value>: FieldProtocol {
    /// How single values are read and written. For the library.
    var singleCoding: SingleCoding<Value> { get }
}

/// An attribute whose values are stored in their order: it has a least and a greatest value, and
/// with an index ranks and percentiles. That is a ``Field`` of values that are `Comparable`, and
/// stored as something that is, and any ``OrderedField``.
public protocol ComparableField<Root, Value>: SingleField {}

extension Field: SingleField where Value: SingleValue {
    /// How single values are read and written. For the library.
    public var singleCoding: SingleCoding<Value> {
        SingleCoding(
            fieldPath, of: Root.self, problem: problem, decode: { try Value.decode(from: $0) },
            encode: { try $0.storedValue() })
    }
}

extension Field: ComparableField
where Value: SingleValue, Value.Single: Comparable, Value.Single.StoredEnd: Comparable {}

extension OrderedField: ComparableField {
    /// How single values are read and written. For the library.
    public var singleCoding: SingleCoding<Value> { stagedCoding.single(of: Root.self) }
}

/// Where an attribute's values are stored, and how one is read and written by itself. Opaque.
public struct SingleCoding<Value>: Sendable {
    let path: AttributePath
    /// The entity.
    private let root: Any.Type
    /// Why the attribute cannot be used; nil if it can.
    let problem: String?
    private let read: @Sendable (NestedValue) throws -> Value
    private let write: @Sendable (Value) throws -> StoredValue

    init(
        _ path: FieldPath, of root: Any.Type, problem: String?,
        decode: @escaping @Sendable (NestedValue) throws -> Value,
        encode: @escaping @Sendable (Value) throws -> StoredValue
    ) {
        self.path = path.attributePath
        self.root = root
        self.problem = problem
        read = decode
        write = encode
    }

    /// - Throws: `undecodable` if the type has no value for what is stored.
    func decode(_ stored: StoredForm) throws(StoreError) -> Value {
        do { return try read(NestedValue(.value(stored))) } catch {
            let entity = (root as? any Entity.Type)?.entityName ?? "\(root)"
            throw StoreError(
                .undecodable,
                "A value of '\(path)' of '\(entity)' cannot be read as \(Value.self):"
                    + " \(ErrorText.reason(error)).")
        }
    }

    /// - Throws: what a transformer throws.
    func encode(_ value: Value) throws -> StoredForm { try write(value).value }
}
