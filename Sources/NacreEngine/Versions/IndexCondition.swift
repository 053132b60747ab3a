import NacreFormat

/// The condition of a unique index: a filter of an object's own attributes. Only objects that match
/// it have an entry.
///
/// The schema has it as text, so that every program and the tool judge alike.
final class IndexCondition: Sendable {
    /// The ordinals of the attributes that it tests, each once.
    let ordinals: [Int]
    private let test: Test

    private indirect enum Test: Sendable {
        case constant(Bool)
        case and([Test])
        case or([Test])
        case not(Test)
        /// Comparisons of the value at a place in ``ordinals``; all or one of them must hold.
        case comparisons(Int, [(ComparisonOperator, Value)], mustAllHold: Bool)
        case text(Int, TextCondition, literal: String)
        case pattern(Int, TextPattern)
        /// A comparison of two values.
        case pair(Int, ComparisonOperator, Int)
    }

    /// Parses a condition.
    /// - Throws: If it is not a filter of the schema's own attributes, with the reason as a
    ///   sentence.
    init(_ text: String, of schema: StoredSchema) throws(IndexConditionError) {
        let filter: FilterExpression
        do {
            let parsed = try FilterParser.parse(text, schema: schema)
            filter = try BoundFilter(parsed, schema: schema).filter
        } catch {
            throw IndexConditionError(reason: "\(error)")
        }
        var ordinals: [Int] = []
        test = try Self.test(filter, schema, &ordinals)
        self.ordinals = ordinals
    }

    private static func test(
        _ filter: FilterExpression, _ schema: StoredSchema, _ ordinals: inout [Int]
    ) throws(IndexConditionError) -> Test {
        func place(of name: String) throws(IndexConditionError) -> Int {
            guard let ordinal = schema.ordinal(of: name) else {
                throw IndexConditionError(reason: "There is no attribute '\(name)'.")
            }
            if let place = ordinals.firstIndex(of: ordinal) { return place }
            ordinals.append(ordinal)
            return ordinals.count - 1
        }
        func tests(_ parts: [FilterExpression]) throws(IndexConditionError) -> [Test] {
            var tests: [Test] = []
            for part in parts { tests.append(try test(part, schema, &ordinals)) }
            return tests
        }
        switch filter {
        case .all: return .constant(true)
        case .none: return .constant(false)
        case .and(let parts): return .and(try tests(parts))
        case .or(let parts): return .or(try tests(parts))
        case .not(let part): return .not(try test(part, schema, &ordinals))
        case .attributes(let one, let comparison, let other) where one.isOwn && other.isOwn:
            return .pair(
                try place(of: one.attribute), comparison, try place(of: other.attribute))
        case .comparison(let name, let comparison, let value):
            return .comparisons(try place(of: name), [(comparison, value)], mustAllHold: true)
        case .range(let name, let range):
            return .comparisons(try place(of: name), range.comparisons, mustAllHold: true)
        case .membership(let name, let values):
            let comparisons = values.map { (ComparisonOperator.equal, $0) }
            return .comparisons(try place(of: name), comparisons, mustAllHold: false)
        case .text(let name, let test) where test.method == .matches:
            do { return .pattern(try place(of: name), try test.pattern) } catch {
                throw IndexConditionError(reason: "\(error)")
            }
        case .text(let name, let test):
            return .text(
                try place(of: name), test, literal: test.text.folded(test.options))
        case .attributes, .inner, .elements, .reference, .members, .referrers, .outer, .among,
            .search, .deferred:
            throw IndexConditionError(
                reason: "It tests something other than single values of the object itself.")
        }
    }

    /// Returns whether an object with these values has an entry.
    /// - Parameter values: The values of ``ordinals``.
    func holds(for values: ArraySlice<Value>) -> Bool { holds(test, values) }

    private func holds(_ test: Test, _ values: ArraySlice<Value>) -> Bool {
        func value(_ place: Int) -> Value { values[values.startIndex + place] }
        switch test {
        case .constant(let holds): return holds
        case .and(let parts): return parts.allSatisfy { holds($0, values) }
        case .or(let parts): return parts.contains { holds($0, values) }
        case .not(let part): return !holds(part, values)
        case .pair(let one, let comparison, let other):
            return comparison.holds(value(one), value(other))
        case .comparisons(let place, let comparisons, let mustAllHold):
            let value = value(place)
            return mustAllHold
                ? comparisons.allSatisfy { $0.holds(value, $1) }
                : comparisons.contains { $0.holds(value, $1) }
        case .text(let place, let test, let literal):
            guard case .string(let text) = value(place) else { return false }
            return TextMatching.test(text.folded(test.options), test.method, literal)
        case .pattern(let place, let pattern):
            guard case .string(let text) = value(place) else { return false }
            return pattern.matches(text)
        }
    }
}

/// The reason why a text is not the condition of an index, as a sentence.
struct IndexConditionError: Error {
    let reason: String
}

extension StoredSchema {
    /// The text and the reason of the first condition that cannot be used; nil if all can.
    package var unusableCondition: (text: String, reason: String)? {
        for index in indexes {
            guard let text = index.condition else { continue }
            do { _ = try IndexCondition(text, of: self) } catch { return (text, error.reason) }
        }
        return nil
    }
}
