internal import NacreFormat

/// The state of one aggregate for the objects of one group. Which parts are used depends on the
/// operation and on the attribute's type. The result does not depend on the order of the objects,
/// except for sums of floating-point numbers, and for which one of several NaNs remains.
struct AggregateCell: Sendable {
    /// The number of values that are not null; when counting, the number of objects.
    private(set) var count = 0
    /// The sum of integers, or the smallest or largest one, in the order of
    /// ``MatchCondition/IntegerSlot``.
    private var integer: Int128 = 0
    private var number = 0.0
    /// The state for any other type: one element or none. It is stored out of line, so that cells
    /// for numbers are small and a lookup waits for one cache line.
    private var others: [Other] = []

    private struct Other {
        /// The smallest or largest value.
        var value = Value.null
        var decimals = DecimalSum()
    }

    @inline(__always)
    mutating func addObject() { count += 1 }

    mutating func addObjects(_ count: Int) { self.count += count }

    @inline(__always)
    mutating func add(integer new: Int64, _ operation: BoundAggregate.Operation) {
        switch operation {
        case .sum, .average: integer += Int128(new)
        case .min: if count == 0 || Int128(new) < integer { integer = Int128(new) }
        case .max: if count == 0 || Int128(new) > integer { integer = Int128(new) }
        case .count: break
        }
        count += 1
    }

    /// Adds the sum of several integers.
    mutating func add(integers sum: Int128, count: Int) {
        integer += sum
        self.count += count
    }

    @inline(__always)
    mutating func add(number new: Double, _ operation: BoundAggregate.Operation) {
        switch operation {
        case .sum, .average: number += new
        // A number replaces NaN, never the other way round. Negative zero is less than positive
        // zero, so the order in which they come does not matter.
        case .min:
            if count == 0 || number.isNaN || new < number || new == number && new.sign == .minus {
                number = new
            }
        case .max:
            if count == 0 || number.isNaN || new > number || new == number && new.sign == .plus {
                number = new
            }
        case .count: break
        }
        count += 1
    }

    /// Adds a value of another type, or one that is not stored in a record.
    mutating func add(_ new: Value, _ operation: BoundAggregate.Operation) {
        switch new {
        case .null: return
        case .bool(let bool): add(integer: bool ? 1 : 0, operation)
        case .int(let number): add(integer: number, operation)
        case .uint(let number), .objectID(let number):
            add(integer: MatchCondition.IntegerSlot.order(number), operation)
        case .float(let number): add(number: Double(number), operation)
        case .double(let number), .date(let number): add(number: number, operation)
        default:
            add(other: new, operation)
            count += 1
        }
    }

    private mutating func add(other new: Value, _ operation: BoundAggregate.Operation) {
        if others.isEmpty { others.append(Other()) }
        switch operation {
        case .sum, .average:
            guard case .decimal(let decimal) = new else { return }
            others[0].decimals.add(decimal)
        case .min:
            if count == 0 || new.strictOrder(relativeTo: value) < 0 { others[0].value = new }
        case .max:
            if count == 0 || new.strictOrder(relativeTo: value) > 0 { others[0].value = new }
        case .count: break
        }
    }

    /// Adds the state for other objects. Sums of floating-point numbers are added as they are.
    mutating func add(_ other: AggregateCell, _ operation: BoundAggregate.Operation) {
        guard other.count > 0 else { return }
        let count = count
        switch operation {
        case .count: break
        case .sum, .average:
            integer += other.integer
            number += other.number
            if !other.others.isEmpty {
                if others.isEmpty { others.append(Other()) }
                others[0].decimals.add(other.decimals)
            }
        case .min, .max:
            // Only one of the three is in use.
            add(integer: Int64(truncatingIfNeeded: other.integer), operation)
            self.count = count
            add(number: other.number, operation)
            self.count = count
            if let value = other.others.first?.value { add(other: value, operation) }
        }
        self.count = count + other.count
    }

    /// Takes out the state for objects that were added before.
    /// - Returns: False if the state for the others is not known, because an object with the least
    ///   or greatest value was taken out. Never false for exact sums; sums of floating-point
    ///   numbers must not be taken out.
    mutating func remove(
        _ other: AggregateCell, _ operation: BoundAggregate.Operation
    ) -> Bool {
        guard other.count < count else {
            self = AggregateCell()
            return true
        }
        switch operation {
        case .count: break
        case .sum, .average:
            integer -= other.integer
            if !other.others.isEmpty { others[0].decimals.remove(other.decimals) }
        case .min, .max:
            if other.count > 0, isEqual(to: other) { return false }
        }
        count -= other.count
        return true
    }

    /// Whether the least or greatest values are equal. Parts that are not in use are equal, too.
    private func isEqual(to other: AggregateCell) -> Bool {
        integer == other.integer
            && (number == other.number || number.isNaN && other.number.isNaN)
            && value.order(relativeTo: other.value) == 0
    }

    private var value: Value { others.first?.value ?? .null }
    private var decimals: DecimalSum { others.first?.decimals ?? DecimalSum() }

    // MARK: Results

    /// Returns the result of the aggregate.
    /// - Throws: `invalidValue` if an exact sum does not fit into its type.
    func result(of aggregate: BoundAggregate) throws(StoreError) -> Value {
        guard let path = aggregate.path else { return .int(Int64(count)) }
        switch aggregate.operation {
        case .count: return .int(Int64(count))
        case .sum: return try sum(of: path)
        case .average: return count == 0 ? .null : try average(of: path)
        case .min, .max: return count == 0 ? .null : extreme(of: path.attribute.type)
        }
    }

    private func sum(of path: BoundPath) throws(StoreError) -> Value {
        let type = path.attribute.type
        let sum: Value? =
            switch type {
            case .scalar(.float): .float(Float(number))
            case .scalar(.double): .double(number)
            case .scalar(.decimal): decimals.total.map { .decimal($0) }
            case .scalar(.uint64): UInt64(exactly: integerSum(type)).map { .uint($0) }
            default: Int64(exactly: integerSum(type)).map { .int($0) }
            }
        guard let sum else { throw overflow(path) }
        return sum
    }

    private func average(of path: BoundPath) throws(StoreError) -> Value {
        let type = path.attribute.type
        switch type {
        case .scalar(.float), .scalar(.double): return .double(number / Double(count))
        case .scalar(.decimal):
            guard let average = decimals.average(of: count) else {
                throw overflow(path)
            }
            return .decimal(average)
        default: return .double(Double(integerSum(type)) / Double(count))
        }
    }

    /// Returns the sum of integers. UInt64 values were added with their top bit inverted, that is,
    /// minus 2^63 each.
    private func integerSum(_ type: StoredType) -> Int128 {
        type == .scalar(.uint64) ? integer + Int128(count) << 63 : integer
    }

    private func extreme(of type: StoredType) -> Value {
        let exact = Int64(truncatingIfNeeded: integer)
        switch type {
        case .scalar(.bool): return .bool(exact != 0)
        case .scalar(.uint64): return .uint(UInt64(bitPattern: exact) ^ 1 << 63)
        case .scalar(.objectID): return .objectID(UInt64(bitPattern: exact) ^ 1 << 63)
        case .scalar(.float): return .float(Float(number))
        case .scalar(.double): return .double(number)
        case .scalar(.date): return .date(number)
        case .scalar(.uuid), .scalar(.decimal), .string, .data, .json, .array: return value
        case .scalar: return .int(exact)
        }
    }

    private func overflow(_ path: BoundPath) -> StoreError {
        StoreError(
            .invalidValue,
            "The sum of '\(path.path)' does not fit into its type \(path.attribute.type.name). Sum"
                + " fewer objects, or use the average.")
    }
}
