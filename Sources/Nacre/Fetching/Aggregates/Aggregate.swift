internal import NacreEngine
internal import NacreFormat

/// A single value computed from many objects, such as `.count` or `.sum(\.population)`, for use
/// with ``Reader/group(_:by:_:limit:having:)``. To compute a value over all objects of a request,
/// use the methods of the same names on ``Reader``.
///
/// All aggregates except `count` skip objects whose attribute is nil. NaN is the least or greatest
/// value only if there are no numbers.
public struct Aggregate<Owner: Entity, Result>: Sendable {
    let content: AggregateExpression
    /// The reason why the field cannot be used, or nil if it can.
    let problem: String?
    private let decode: @Sendable (StoredForm) throws -> Result
    /// The direction in which groups are ordered by it; nil if they are not.
    private(set) var isAscending: Bool?

    init(
        _ content: AggregateExpression, problem: String? = nil,
        _ decode: @escaping @Sendable (StoredForm) throws -> Result
    ) {
        self.content = content
        self.problem = problem
        self.decode = decode
    }

    /// The aggregate as an order of groups, the least first: nil, then the least value.
    public var ascending: Aggregate { ordered(isAscending: true) }

    /// The aggregate as an order of groups, the greatest first:
    /// `group(City.all, by: \.country, .count.descending, limit: 10)`. If several aggregates are
    /// orders, the first one is the most significant.
    public var descending: Aggregate { ordered(isAscending: false) }

    private func ordered(isAscending: Bool) -> Aggregate {
        var aggregate = self
        aggregate.isAscending = isAscending
        return aggregate
    }

    /// Converts the engine's result to the aggregate's type.
    func result(_ value: StoredForm) throws(StoreError) -> Result {
        do { return try decode(value) } catch {
            throw StoreError(
                .invalidValue,
                "\(content.text) of '\(Owner.entityName)' does not fit into \(Result.self):"
                    + " \(ErrorText.reason(error)).")
        }
    }
}

extension AggregateExpression {
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
    /// The number of objects.
    public static var count: Aggregate { Aggregate(.count) { try Int(StoredValue($0)) } }
}

extension Aggregate {
    /// Makes an aggregate that sums an attribute. The sum is exact for integers and decimals, and 0
    /// if there are no objects. Integers of less than 64 bits are summed as Int64 or UInt64. An
    /// integer sum that overflows its type is an error.
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

    /// Makes an aggregate that averages an attribute. The result is nil if there are no objects.
    public static func average<Value: Summable>(
        _ field: KeyPath<Owner.Fields, Field<Owner, Value>>
    ) -> Aggregate where Result == Value.Average? {
        let field = Owner.Fields(FieldPath())[keyPath: field]
        return Aggregate(.average(field.fieldPath.attributePath), problem: field.problem) {
            $0.isNull ? nil : try Value.Average(StoredValue($0))
        }
    }

    /// Makes an aggregate that finds the least value of an attribute. The result is nil if there
    /// are no objects.
    public static func min<Member: ComparableField, Value: Comparable & Sendable>(
        _ field: KeyPath<Owner.Fields, Member>
    ) -> Aggregate where Member.Root == Owner, Member.Value == Value, Result == Value? {
        let coding = Owner.Fields(FieldPath())[keyPath: field].singleCoding
        return Aggregate(.min(coding.path), problem: coding.problem) {
            $0.isNull ? nil : try coding.decode($0)
        }
    }

    /// Makes an aggregate that finds the least value of an optional attribute. The result is nil if
    /// no object has a value.
    public static func min<Member: ComparableField, Value: Comparable & Sendable>(
        _ field: KeyPath<Owner.Fields, Member>
    ) -> Aggregate where Member.Root == Owner, Member.Value == Value?, Result == Value? {
        let coding = Owner.Fields(FieldPath())[keyPath: field].singleCoding
        return Aggregate(.min(coding.path), problem: coding.problem) { try coding.decode($0) }
    }

    /// Makes an aggregate that finds the greatest value of an attribute. The result is nil if there
    /// are no objects.
    public static func max<Member: ComparableField, Value: Comparable & Sendable>(
        _ field: KeyPath<Owner.Fields, Member>
    ) -> Aggregate where Member.Root == Owner, Member.Value == Value, Result == Value? {
        let coding = Owner.Fields(FieldPath())[keyPath: field].singleCoding
        return Aggregate(.max(coding.path), problem: coding.problem) {
            $0.isNull ? nil : try coding.decode($0)
        }
    }

    /// Makes an aggregate that finds the greatest value of an optional attribute. The result is nil
    /// if no object has a value.
    public static func max<Member: ComparableField, Value: Comparable & Sendable>(
        _ field: KeyPath<Owner.Fields, Member>
    ) -> Aggregate where Member.Root == Owner, Member.Value == Value?, Result == Value? {
        let coding = Owner.Fields(FieldPath())[keyPath: field].singleCoding
        return Aggregate(.max(coding.path), problem: coding.problem) { try coding.decode($0) }
    }
}
