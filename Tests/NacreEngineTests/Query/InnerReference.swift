import NacreEngine
import NacreFormat

/// Evaluates filters on the contents of values, as decoded trees. Shares nothing with the engine
/// except the forms of single values in JSON.
enum InnerReference {
    static func holds(_ inner: InnerValue, _ test: FilterExpression, _ value: Value) -> Bool {
        switch value {
        case .array(let elements):
            return holds(inner, test, elements) { ReferenceEvaluator(values: ["$0": $1]).holds($0) }
        case .json(let text):
            guard let json = try? JSONParser.parse(text) else { return false }
            return holds(inner, test, json)
        default: return holds(inner, test, JSONValue.null)
        }
    }

    /// Returns whether each element passes its test.
    static func holds(_ tests: [FilterExpression], _ value: Value) -> Bool {
        switch value {
        case .array(let elements):
            return elements.count == tests.count
                && zip(tests, elements).allSatisfy {
                    ReferenceEvaluator(values: ["$0": $1]).holds($0)
                }
        case .json(let text):
            guard let json = try? JSONParser.parse(text) else { return false }
            return holds(tests, json)
        default: return false
        }
    }

    private static func holds(_ tests: [FilterExpression], _ json: JSONValue) -> Bool {
        guard let elements = json.asArray, elements.count == tests.count else { return false }
        return zip(tests, elements).allSatisfy { holds($0, $1) }
    }

    private static func holds<Element>(
        _ inner: InnerValue, _ test: FilterExpression, _ elements: [Element],
        _ holds: (FilterExpression, Element) -> Bool
    ) -> Bool {
        switch inner {
        case .count:
            ReferenceEvaluator(values: ["$0": .int(Int64(elements.count))]).holds(test)
        case .someElement: elements.contains { holds(test, $0) }
        case .everyElement: elements.allSatisfy { holds(test, $0) }
        case .value, .keys, .values: false
        }
    }

    private static func holds(_ inner: InnerValue, _ test: FilterExpression, _ json: JSONValue)
        -> Bool
    {
        let members = json.asObject ?? []
        switch inner {
        case .value(let key):
            return holds(test, members.first { $0.name == key }?.value ?? .null)
        case .keys:
            return holds(test, json.asObject.map { .array($0.map { .string($0.name) }) } ?? .null)
        case .values: return holds(test, json.asObject.map { .array($0.map(\.value)) } ?? .null)
        case .count, .someElement, .everyElement:
            guard let elements = json.asArray ?? json.asObject?.map(\.value) else {
                return inner == .count && ReferenceEvaluator(values: [:]).holds(test)
            }
            return holds(inner, test, elements) { holds($0, $1) }
        }
    }

    /// Evaluates a filter of a value in JSON: the literal determines the value's type.
    private static func holds(_ filter: FilterExpression, _ json: JSONValue) -> Bool {
        func compare(_ comparison: ComparisonOperator, _ literal: Value) -> Bool {
            if comparison == .notEqual { return !compare(.equal, literal) }
            var literal = literal
            if case .int(let number) = literal { literal = .double(Double(number)) }
            return ReferenceEvaluator(values: ["$0": value(json, like: literal)])
                .holds(.comparison("$0", comparison, literal))
        }
        switch filter {
        case .all: return true
        case .none: return false
        case .and(let parts): return parts.allSatisfy { holds($0, json) }
        case .or(let parts): return parts.contains { holds($0, json) }
        case .not(let part): return !holds(part, json)
        case .comparison(_, let comparison, let literal): return compare(comparison, literal)
        case .membership(_, let literals): return literals.contains { compare(.equal, $0) }
        case .range(_, let range): return range.comparisons.allSatisfy(compare)
        case .text:
            let text = json.asString.map { Value.string($0) } ?? .null
            return ReferenceEvaluator(values: ["$0": text]).holds(filter)
        case .inner(_, let inner, let test): return holds(inner, test, json)
        case .elements(_, let tests): return holds(tests, json)
        // A value contains no references and no other attributes.
        case .reference, .members, .referrers, .outer, .among, .attributes, .search, .deferred:
            return false
        }
    }

    /// Returns a value of the literal's type, or an incomparable value if the JSON is of another
    /// type.
    private static func value(_ json: JSONValue, like literal: Value) -> Value {
        if json.isNull { return .null }
        let other = Value.array([])
        switch literal {
        case .null: return other
        case .bool: return json.asBool.map { .bool($0) } ?? other
        case .double:
            if case .number(let digits) = json { return .double(Double(digits) ?? 0) }
            return Value(json, as: .scalar(.double)) ?? other
        case .string: return json.asString.map { .string($0) } ?? other
        case .date: return Value(json, as: .scalar(.date)) ?? other
        case .uuid: return Value(json, as: .scalar(.uuid)) ?? other
        case .decimal: return Value(json, as: .scalar(.decimal)) ?? other
        default: return other
        }
    }
}
