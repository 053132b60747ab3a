internal import NacreEngine
internal import NacreFormat

/// One value that is made of many objects: `.count`, `.sum(\.population)`. For
/// ``Reader/group(_:by:_:having:)``; of all objects of a request together, a ``Reader`` has methods
/// of the same names.
///
/// Objects whose attribute is nil are left out by all but `count`. NaN is neither the least nor the
/// greatest value while there is a number.
public struct Aggregate<Owner: Entity, Result>: Sendable {
    let content: NacreEngine.Aggregate
    /// Why the field cannot be used; nil if it can.
    let problem: String?
    private let decode: @Sendable (StoredForm) throws -> Result

    init(
        _ content: NacreEngine.Aggregate, problem: String? = nil,
        _ decode: @escaping @Sendable (StoredForm) throws -> Result
    ) {
        self.content = content
        self.problem = problem
        self.decode = decode
    }

    /// What the engine found, as the type that it is.
    func result(_ value: StoredForm) throws(StoreError) -> Result {
        do { return try decode(value) } catch {
            throw StoreError(
                .invalidValue,
                "\(content.text) of '\(Owner.entityName)' has no room in \(Result.self):"
                    + " \(ErrorText.reason(error)).")
        }
    }
}

extension NacreEngine.Aggregate {
    fileprivate var text: String {
        switch self {
        case .count: "The number"
        case .sum(let path): "The sum of '\(path)'"
        case .average(let path): "The average of '\(path)'"
        case .min(let path): "The least '\(path)'"
        case .max(let path): "The greatest '\(path)'"
        }
    }
}

extension Aggregate where Result == Int {
    /// How many objects there are.
    public static var count: Aggregate { Aggregate(.count) { try Int(StoredValue($0)) } }
}

extension Aggregate {
    /// The sum of an attribute: exact for integers and decimals, and 0 of no objects. Integers of
    /// less than 64 bits are summed as Int64 or UInt64. An integer that has no room there is an
    /// error.
    public static func sum<Value: Summable>(
        _ field: KeyPath<Owner.Fields, Field<Owner, Value>>
    ) -> Aggregate where Result == Value.Sum {
        let field = Owner.Fields(FieldPath())[keyPath: field]
        // The engine adds unsigned integers of less than 64 bits as signed ones.
        let widening = ValueConversion(from: .scalar(.uint32), to: Value.Sum.storedType)
        return Aggregate(.sum(field.fieldPath.attributePath), problem: field.problem) {
            try Value.Sum(StoredValue(widening?.converted($0) ?? $0))
        }
    }

    /// The average of an attribute; nil of no objects.
    public static func average<Value: Summable>(
        _ field: KeyPath<Owner.Fields, Field<Owner, Value>>
    ) -> Aggregate where Result == Value.Average? {
        let field = Owner.Fields(FieldPath())[keyPath: field]
        return Aggregate(.average(field.fieldPath.attributePath), problem: field.problem) {
            $0.isNull ? nil : try Value.Average(StoredValue($0))
        }
    }

    /// The least value of an attribute; nil of no objects.
    public static func min<Member: ComparableField, Value: Comparable & Sendable>(
        _ field: KeyPath<Owner.Fields, Member>
    ) -> Aggregate where Member.Root == Owner, Member.Value == Value, Result == Value? {
        let coding = Owner.Fields(FieldPath())[keyPath: field].singleCoding
        return Aggregate(.min(coding.path), problem: coding.problem) {
            $0.isNull ? nil : try coding.decode($0)
        }
    }

    /// The least value of an attribute; nil of no objects with one.
    public static func min<Member: ComparableField, Value: Comparable & Sendable>(
        _ field: KeyPath<Owner.Fields, Member>
    ) -> Aggregate where Member.Root == Owner, Member.Value == Value?, Result == Value? {
        let coding = Owner.Fields(FieldPath())[keyPath: field].singleCoding
        return Aggregate(.min(coding.path), problem: coding.problem) { try coding.decode($0) }
    }

    /// The greatest value of an attribute; nil of no objects.
    public static func max<Member: ComparableField, Value: Comparable & Sendable>(
        _ field: KeyPath<Owner.Fields, Member>
    ) -> Aggregate where Member.Root == Owner, Member.Value == Value, Result == Value? {
        let coding = Owner.Fields(FieldPath())[keyPath: field].singleCoding
        return Aggregate(.max(coding.path), problem: coding.problem) {
            $0.isNull ? nil : try coding.decode($0)
        }
    }

    /// The greatest value of an attribute; nil of no objects with one.
    public static func max<Member: ComparableField, Value: Comparable & Sendable>(
        _ field: KeyPath<Owner.Fields, Member>
    ) -> Aggregate where Member.Root == Owner, Member.Value == Value?, Result == Value? {
        let coding = Owner.Fields(FieldPath())[keyPath: field].singleCoding
        return Aggregate(.max(coding.path), problem: coding.problem) { try coding.decode($0) }
    }
}
