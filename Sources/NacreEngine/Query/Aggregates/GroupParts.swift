internal import NacreFormat

/// Finds the groups of an object whose keys are not just values: parts of dates, and elements of
/// lists. With several lists, an object is in the group of each combination of their elements.
struct GroupParts {
    private let parts: [GroupTerm.Part]
    private var periods: [PeriodTable?]

    init(_ terms: [GroupTerm]) {
        parts = terms.map(\.part)
        periods = terms.map { term in
            guard case .period(let period) = term.part else { return nil }
            return PeriodTable(period, of: term.path)
        }
    }

    /// The maximum number of groups of one object: several long lists have very many combinations.
    private static var groupsMax: Int { 1 << 16 }

    /// Returns the keys of an object.
    /// - Parameter values: The values at the ends of the terms' paths.
    /// - Throws: `limitReached` if there are too many, and `invalidValue` for a date that is in no
    ///   period.
    mutating func keys(of values: [Value]) throws(StoreError) -> [[Value]] {
        var keys: [[Value]] = [[]]
        for (place, value) in values.enumerated() {
            let found = try self.values(place, value)
            guard keys.count == 1 || keys.count * found.count <= Self.groupsMax else {
                throw StoreError(
                    .limitReached,
                    "The elements of an object's lists have more than \(Self.groupsMax)"
                        + " combinations. Group by fewer lists.")
            }
            keys = keys.flatMap { key in found.map { key + [$0] } }
            if keys.isEmpty { return [] }
        }
        return keys
    }

    private mutating func values(_ place: Int, _ value: Value) throws(StoreError) -> [Value] {
        switch parts[place] {
        case .value: return [value]
        case .elements(let type): return Self.distinct(value.elements(of: type))
        case .period:
            guard case .date(let seconds) = value else { return [.null] }
            return [.date(try periods[place]?.bounds(of: seconds).lowerBound ?? seconds)]
        }
    }

    private static func distinct(_ values: [Value]) -> [Value] {
        guard values.count > 1 else { return values }
        var found: [Value] = []
        var keys: Set<[UInt64]> = []
        for value in values {
            var key = GroupKey()
            key.append(part: value, 0)
            if keys.insert(Array(key.words[..<key.count])).inserted { found.append(value) }
        }
        return found
    }
}

extension GroupKey {
    /// Appends a part of a value. JSON, such as an element of another type than the others, differs
    /// from a string with the same text.
    mutating func append(part value: Value, _ place: Int) {
        if case .json = value { append(word: .max) }
        append(value, place)
    }
}
