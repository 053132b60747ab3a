internal import NacreEngine
internal import NacreFormat

/// An attribute whose values can be distinguished in their stored form, so that objects can be
/// grouped by it and it has distinct values: a ``Field`` of single values, or any ``OrderedField``.
public protocol SingleField<Root, Value>: FieldProtocol, GroupField {}

/// An attribute whose values are stored in their order, so that it has a least and a greatest
/// value, ranks and percentiles: a ``Field`` whose values and their stored form are `Comparable`,
/// or any ``OrderedField``.
public protocol ComparableField<Root, Value>: SingleField {}

extension Field: GroupField, SingleField where Value: SingleValue {
    /// The coding of single values. For the library.
    public var singleCoding: SingleCoding<Value> {
        SingleCoding(
            fieldPath, of: Root.self, problem: problem, decode: { try Value.decode(from: $0) },
            encode: { try $0.storedValue() })
    }
}

extension Field: ComparableField
where Value: SingleValue, Value.Single: Comparable, Value.Single.StoredEnd: Comparable {}

extension StagedField: GroupField, SingleField, ComparableField where Kept: OrderPromise {
    /// The coding of single values. For the library.
    public var singleCoding: SingleCoding<Value> { stagedCoding.single(of: Root.self) }
}

/// The path of an attribute, and the coding of a single value of it. Opaque.
public struct SingleCoding<Value>: Sendable {
    let path: AttributePath
    /// The part of the value that makes groups.
    private let part: GroupTerm.Part
    /// The entity.
    private let root: Any.Type
    /// The reason why the attribute cannot be used, or nil if it can.
    let problem: String?
    private let read: @Sendable (NestedValue) throws -> Value
    private let write: @Sendable (Value) throws -> StoredValue

    init(
        _ path: FieldPath, of root: Any.Type, problem: String?, part: GroupTerm.Part = .value,
        decode: @escaping @Sendable (NestedValue) throws -> Value,
        encode: @escaping @Sendable (Value) throws -> StoredValue
    ) {
        self.path = path.attributePath
        self.part = part
        self.root = root
        self.problem = problem
        read = decode
        write = encode
    }

    /// The part of a group's key.
    var term: GroupTerm { GroupTerm(path, part) }

    /// Returns the value of a stored form.
    /// - Throws: `undecodable` if the type has no value for the stored form.
    func decode(_ stored: StoredForm) throws(StoreError) -> Value {
        do { return try read(NestedValue(.value(stored))) } catch {
            let entity = (root as? any Entity.Type)?.entityName ?? "\(root)"
            throw StoreError(
                .undecodable,
                "A value of '\(path)' of '\(entity)' cannot be read as \(Value.self):"
                    + " \(ErrorText.reason(error)).")
        }
    }

    /// Returns the stored form of a value.
    /// - Throws: Any error from a transformer.
    func encode(_ value: Value) throws -> StoredForm { try write(value).value }
}
