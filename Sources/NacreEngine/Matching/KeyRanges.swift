internal import NacreFormat

/// From conditions to the ranges of keys that they leave, in the tree of one attribute.
struct KeyRanges {
    let attribute: AttributeSchema
    let isUnique: Bool
    let idKey: IDKey
    /// Of longer lists the tree says nothing: looking each value up costs more than it saves.
    var valuesMax = Int.max

    /// - Returns: nil if the tree says nothing about the condition. Ranges do not overlap.
    func ranges(of filter: Filter) -> [KeyRange]? {
        switch filter {
        case .comparison(attribute.name, let comparison, let value):
            return range(comparison, value).map { $0.isEmpty ? [] : [$0] }
        case .membership(attribute.name, let values): return ranges(equalToOneOf: values)
        case .among(attribute.name, let set) where !set.isComplement && set.quantifier == nil:
            return ranges(equalToOneOf: set.ids)
        case .range(attribute.name, let values):
            return range(of: values).map { $0.isEmpty ? [] : [$0] }
        case .text(attribute.name, let test)
        where test.method == .hasPrefix && test.options.isEmpty && !isUnique:
            return prefixRange(test.text).map { [$0] }
        default: return nil
        }
    }

    /// What conditions that all have to hold leave together.
    /// - Returns: the ranges, the conditions that records still have to be asked, and whether the
    ///   keys say something about each of them; nil if they say nothing about any.
    func narrowing(
        _ parts: [Filter]
    ) -> (ranges: [KeyRange], rest: [Filter], knowsAll: Bool)? {
        var ranges: [KeyRange]?
        var rest: [Filter] = []
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

    /// What both bounds leave.
    private func range(of values: FilterRange) -> KeyRange? {
        guard let (comparison, bound) = values.lower else {
            return values.upper.flatMap { range($0, $1) }
        }
        guard let lower = range(comparison, bound) else { return nil }
        guard let (comparison, bound) = values.upper else { return lower }
        return range(comparison, bound).map { lower.intersection($0) }
    }

    /// - Returns: nil if the tree says nothing about it.
    private func range(_ comparison: ComparisonOperator, _ value: Value) -> KeyRange? {
        if value.isNull { return nullRange(comparison) }
        guard takes(value) else { return nil }
        if value.isNaN { return comparison == .notEqual ? nil : .empty }
        return isUnique ? uniqueRange(comparison, value) : orderedRange(comparison, value)
    }

    /// Doubles are taken for floats, too: both have the key of the double.
    private func takes(_ value: Value) -> Bool {
        if case (.double, .scalar(.float)) = (value, attribute.type) { return true }
        return IDKey.takes(value, as: attribute.type)
    }

    private func nullRange(_ comparison: ComparisonOperator) -> KeyRange? {
        // Unique trees do not have those without a value.
        guard !isUnique else { return nil }
        switch comparison {
        case .equal: return KeyRange(lower: OrderKey.null, upper: OrderKey.null)
        case .notEqual: return KeyRange(lower: OrderKey.least, upper: .max)
        default: return nil
        }
    }

    /// The keys have an order that means something only where they are the values.
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
            // Above the greatest key there is nothing.
            return key == .max ? .empty : KeyRange(lower: key + 1, upper: most)
        case .greater, .greaterOrEqual:
            return KeyRange(
                lower: key, upper: most, check: isExact ? .none : .ends(lower: true, upper: false))
        }
    }

    /// Behind it stands NaN, which has no order to anything.
    private var mostKey: UInt64 {
        switch attribute.type {
        case .scalar(.float), .scalar(.double), .scalar(.date): OrderKey.key(.double(.infinity))
        default: .max
        }
    }

    /// A text that begins with another one has its bytes at the beginning, both in NFC: letters are
    /// put together within characters only, and the prefix consists of whole ones.
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
                // Where a scalar below U+0300 comes next in the text, a Character ends before it;
                // but what comes behind those may belong to the last one of the prefix.
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
