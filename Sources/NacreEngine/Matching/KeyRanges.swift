internal import NacreFormat

/// Maps conditions to ranges of keys in the tree of one attribute.
struct KeyRanges {
    let attribute: AttributeSchema
    let isUnique: Bool
    let idKey: IDKey
    /// The maximum number of values in a list. For longer lists, the lookups cost more than they
    /// save.
    var valuesMax = Int.max

    /// Returns the key ranges of a condition.
    /// - Returns: nil if the tree cannot answer the condition. Ranges do not overlap.
    func ranges(of filter: FilterExpression) -> [KeyRange]? {
        switch filter {
        case .comparison(attribute.name, let comparison, let value):
            return range(comparison, value).map { $0.isEmpty ? [] : [$0] }
        case .membership(attribute.name, let values): return ranges(equalToOneOf: values)
        case .among(attribute.name, let set)
        where !set.isComplement && set.quantifier == nil && set.rows == nil:
            return ranges(equalToOneOf: set.ids)
        case .range(attribute.name, let values):
            return range(of: values).map { $0.isEmpty ? [] : [$0] }
        case .text(attribute.name, let test)
        where test.method == .hasPrefix && test.options.isEmpty && !isUnique:
            return prefixRange(test.text).map { [$0] }
        default: return nil
        }
    }

    /// Returns the ranges for the conjunction of some conditions.
    /// - Returns: The ranges, the conditions that must still be checked against records, and
    ///   whether the keys restrict each of them. Nil if they restrict none.
    func narrowing(
        _ parts: [FilterExpression]
    ) -> (ranges: [KeyRange], rest: [FilterExpression], knowsAll: Bool)? {
        var ranges: [KeyRange]?
        var rest: [FilterExpression] = []
        var knowsAll = true
        for part in parts {
            guard let more = self.ranges(of: part) else {
                rest.append(part)
                knowsAll = false
                continue
            }
            ranges = ranges.map { $0.intersection(more) } ?? more
            if more.contains(where: { $0.check != .none }) { rest.append(part) }
        }
        return ranges.map { ($0, rest, knowsAll) }
    }

    private func ranges(equalToOneOf values: [Value]) -> [KeyRange]? {
        guard values.count <= valuesMax else { return nil }
        var ranges: [KeyRange] = []
        for value in values {
            guard let range = range(.equal, value) else { return nil }
            ranges.append(range)
        }
        return ranges.merged
    }

    /// Returns the range between both bounds.
    private func range(of values: FilterRange) -> KeyRange? {
        guard let (comparison, bound) = values.lower else {
            return values.upper.flatMap { range($0, $1) }
        }
        guard let lower = range(comparison, bound) else { return nil }
        guard let (comparison, bound) = values.upper else { return lower }
        return range(comparison, bound).map { lower.intersection($0) }
    }

    /// - Returns: nil if the tree cannot answer the comparison.
    private func range(_ comparison: ComparisonOperator, _ value: Value) -> KeyRange? {
        if value.isNull { return nullRange(comparison) }
        guard takes(value) else { return nil }
        if value.isNaN { return comparison == .notEqual ? nil : .empty }
        return isUnique ? uniqueRange(comparison, value) : orderedRange(comparison, value)
    }

    /// Returns whether the value's key can be used. Doubles are valid for floats too: both have the
    /// key of the double.
    private func takes(_ value: Value) -> Bool {
        if case (.double, .scalar(.float)) = (value, attribute.type) { return true }
        return IDKey.takes(value, as: attribute.type)
    }

    private func nullRange(_ comparison: ComparisonOperator) -> KeyRange? {
        // Unique trees do not contain objects without a value.
        guard !isUnique else { return nil }
        switch comparison {
        case .equal: return KeyRange(lower: OrderKey.null, upper: OrderKey.null)
        case .notEqual: return KeyRange(lower: OrderKey.least, upper: .max)
        default: return nil
        }
    }

    /// Returns the range in a unique tree. The keys' order is meaningful only if they determine the
    /// values.
    private func uniqueRange(_ comparison: ComparisonOperator, _ value: Value) -> KeyRange? {
        let key = idKey(value)
        if comparison == .equal {
            let check: KeyRange.Check = IDKey.isExact(attribute.type) ? .none : .all
            return KeyRange(lower: key, upper: key, check: check)
        }
        switch (attribute.type, comparison) {
        case (.scalar(.float), _), (.scalar(.double), _), (.scalar(.date), _): return nil
        case _ where !IDKey.isExact(attribute.type): return nil
        case (_, .less): return key == 0 ? .empty : KeyRange(lower: 0, upper: key - 1)
        case (_, .lessOrEqual): return KeyRange(lower: 0, upper: key)
        case (_, .greater): return key == .max ? .empty : KeyRange(lower: key + 1, upper: .max)
        case (_, .greaterOrEqual): return KeyRange(lower: key, upper: .max)
        default: return nil
        }
    }

    private func orderedRange(_ comparison: ComparisonOperator, _ value: Value) -> KeyRange? {
        let key = OrderKey.key(value)
        let isExact = OrderKey.isExact(key, of: attribute.type)
        let (least, most) = (OrderKey.least, mostKey)
        switch comparison {
        case .equal: return KeyRange(lower: key, upper: key, check: isExact ? .none : .all)
        case .notEqual: return nil
        case .less where isExact: return KeyRange(lower: least, upper: key - 1)
        case .less, .lessOrEqual:
            return KeyRange(
                lower: least, upper: key, check: isExact ? .none : .ends(lower: false, upper: true))
        case .greater where isExact:
            // No key is above the greatest one.
            return key == .max ? .empty : KeyRange(lower: key + 1, upper: most)
        case .greater, .greaterOrEqual:
            return KeyRange(
                lower: key, upper: most, check: isExact ? .none : .ends(lower: true, upper: false))
        }
    }

    /// The greatest key of a value with an order. NaN comes after it and has no order.
    private var mostKey: UInt64 {
        switch attribute.type {
        case .scalar(.float), .scalar(.double), .scalar(.date): OrderKey.key(.double(.infinity))
        default: .max
        }
    }

    /// Returns the range of texts with a prefix. In NFC, such a text begins with the prefix's
    /// bytes: composition happens only within characters, and the prefix consists of whole
    /// characters.
    private func prefixRange(_ prefix: String) -> KeyRange? {
        guard attribute.type == .string, !prefix.isEmpty else { return nil }
        return prefix.withNormalisedBytes { bytes in
            var (lower, upper): (UInt64, UInt64) = (0, 0)
            for index in 0..<7 {
                let isInside = index < bytes.count
                lower = lower << 8 | (isInside ? UInt64(bytes[index]) : 0)
                upper = upper << 8 | (isInside ? UInt64(bytes[index]) : 0xFF)
            }
            var check = KeyRange.Check.all
            if bytes.count < 7, bytes.isPlainBeforeMarks {
                // If a scalar below U+0300 comes next in the text, a Character ends before it.
                // Later scalars may still belong to the last Character of the prefix.
                check = .from(lower << 8 | 0xCC << UInt64(56 - 8 * bytes.count))
            }
            return KeyRange(
                lower: lower << 8 | (bytes.count > 7 ? 255 : UInt64(bytes.count + 1)),
                upper: upper << 8 | 255, check: check)
        }
    }
}

extension Value {
    var isNaN: Bool {
        switch self {
        case .float(let number): number.isNaN
        case .double(let number), .date(let number): number.isNaN
        default: false
        }
    }
}
