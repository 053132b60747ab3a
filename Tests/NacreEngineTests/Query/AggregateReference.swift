import NacreFormat

@testable import NacreEngine

/// Computes aggregates by reading every value of every object with Swift's own types.
struct AggregateReference {
    /// The objects, in the order in which the store visits them.
    let objects: [[String: Value]]

    private func values(_ path: AttributePath) -> [Value] {
        objects.compactMap { $0[Self.name(path)] }.filter { !$0.isNull }
    }

    /// Returns the name of a path's values. Values reached by references have the path's text as
    /// their name.
    private static func name(_ path: AttributePath) -> String {
        path.hops.isEmpty ? path.attribute : path.description
    }

    /// - Returns: The value, or nil if its type has no room for the result.
    func value(of aggregate: AggregateExpression, _ type: (String) -> StoredType) -> Value? {
        switch aggregate {
        case .count: .int(Int64(objects.count))
        case .sum(let path): sum(values(path), type(Self.name(path)))
        case .average(let path): values(path).isEmpty ? .null : average(values(path))
        case .min(let path): Self.extreme(values(path)) { $0.order(relativeTo: $1) < 0 }
        case .max(let path): Self.extreme(values(path)) { $0.order(relativeTo: $1) > 0 }
        }
    }

    private static func extreme(_ values: [Value], _ precedes: (Value, Value) -> Bool) -> Value {
        let numbers = values.filter { !isNaN($0) }
        return (numbers.isEmpty ? values : numbers).min(by: precedes) ?? .null
    }

    static func isNaN(_ value: Value) -> Bool {
        switch value {
        case .float(let number): number.isNaN
        case .double(let number), .date(let number): number.isNaN
        default: false
        }
    }

    private static func double(_ value: Value) -> Double {
        switch value {
        case .float(let number): Double(number)
        case .double(let number): number
        default: .nan
        }
    }

    private static func integer(_ value: Value) -> Int128 {
        switch value {
        case .int(let number): Int128(number)
        case .uint(let number): Int128(number)
        default: 0
        }
    }

    private func sum(_ values: [Value], _ type: StoredType) -> Value? {
        switch type {
        case .scalar(.double): return .double(values.map(Self.double).reduce(0, +))
        case .scalar(.float): return .float(Float(values.map(Self.double).reduce(0, +)))
        case .scalar(.decimal): return LongDecimal(sumOf: values).decimal.map { .decimal($0) }
        default: break
        }
        let sum = values.map(Self.integer).reduce(0, +)
        return type == .scalar(.uint64)
            ? UInt64(exactly: sum).map { .uint($0) } : Int64(exactly: sum).map { .int($0) }
    }

    private func average(_ values: [Value]) -> Value? {
        let count = Double(values.count)
        switch values[0] {
        case .int, .uint: return .double(Double(values.map(Self.integer).reduce(0, +)) / count)
        case .decimal:
            return LongDecimal(sumOf: values).divided(by: values.count).map { .decimal($0) }
        default: return .double(values.map(Self.double).reduce(0, +) / count)
        }
    }

    /// Returns groups of objects with equal values, in the order of these.
    func groups(by names: [String]) -> [(key: [Value], objects: AggregateReference)] {
        var groups: [(key: [Value], objects: [[String: Value]])] = []
        for object in objects {
            let key = names.map { object[$0] ?? .null }
            if let place = groups.firstIndex(where: { Self.order($0.key, key) == 0 }) {
                groups[place].objects.append(object)
            } else {
                groups.append((key, [object]))
            }
        }
        return groups.sorted { Self.order($0.key, $1.key) < 0 }
            .map { ($0.key, AggregateReference(objects: $0.objects)) }
    }

    static func order(_ first: [Value], _ second: [Value]) -> Int {
        zip(first, second).lazy.map { $0.order(relativeTo: $1) }.first { $0 != 0 } ?? 0
    }

    /// Returns whether two results are equal; NaN equals itself, and equal values may be spelled
    /// differently.
    static func areSame(_ first: Value, _ second: Value) -> Bool {
        first.order(relativeTo: second) == 0 && first.kindName == second.kindName
    }
}
