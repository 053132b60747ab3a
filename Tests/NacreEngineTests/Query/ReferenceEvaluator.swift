import NacreEngine
import NacreFormat

/// Evaluates filters on decoded values with Swift's own operators on optionals. Shares nothing with
/// ``Matcher``.
struct ReferenceEvaluator {
    let values: [String: Value]

    func holds(_ filter: FilterExpression) -> Bool {
        switch filter {
        case .all: return true
        case .none: return false
        case .and(let parts): return parts.allSatisfy(holds)
        case .or(let parts): return parts.contains(where: holds)
        case .not(let part): return !holds(part)
        case .comparison(let name, let comparison, let literal):
            return compare(value(name), comparison, literal)
        // Attributes of other objects have an oracle of their own.
        case .attributes(let one, let comparison, let other):
            return compare(value(one.attribute), comparison, value(other.attribute))
        case .membership(let name, let list):
            return list.contains { compare(value(name), .equal, $0) }
        case .range(let name, let range): return contains(range, value(name))
        case .text(let name, let test): return holds(test, value(name))
        case .inner(let name, let inner, let test):
            return InnerReference.holds(inner, test, value(name))
        case .elements(let name, let tests): return InnerReference.holds(tests, value(name))
        // Other objects have an oracle of their own.
        case .reference, .members, .referrers, .outer, .among, .search, .deferred: return false
        }
    }

    private func value(_ name: String) -> Value { values[name] ?? .null }

    private func contains(_ range: FilterRange, _ value: Value) -> Bool {
        switch range {
        case .closed(let lower, let upper):
            compare(value, .greaterOrEqual, lower) && compare(value, .lessOrEqual, upper)
        case .halfOpen(let lower, let upper):
            compare(value, .greaterOrEqual, lower) && compare(value, .less, upper)
        case .from(let lower): compare(value, .greaterOrEqual, lower)
        case .through(let upper): compare(value, .lessOrEqual, upper)
        case .upTo(let upper): compare(value, .less, upper)
        }
    }

    private func holds(_ test: TextCondition, _ value: Value) -> Bool {
        guard case .string(var text) = value else { return false }
        var other = test.text
        if test.method == .matches { return matches(text, test) }
        if test.options.contains(.caseInsensitive) {
            text = text.lowercased()
            other = other.lowercased()
        }
        if test.options.contains(.diacriticInsensitive) {
            text = text.withoutMarks
            other = other.withoutMarks
        }
        switch test.method {
        case .equals: return text == other
        case .matches: return false
        case .hasPrefix: return text.hasPrefix(other)
        case .hasSuffix: return text.hasSuffix(other)
        case .contains: return text.contains(other)
        }
    }

    private func matches(_ text: String, _ test: TextCondition) -> Bool {
        guard var regex = try? Regex(test.text) else { return false }
        if test.options.contains(.caseInsensitive) { regex = regex.ignoresCase() }
        // Swift's Regex misses some spellings: for it, "K" is not in "\u{212a}".
        return NormalText.nfc(text).contains(regex)
    }

    private func compare(_ a: Value, _ comparison: ComparisonOperator, _ b: Value) -> Bool {
        switch (a, b) {
        case (.null, _), (_, .null):
            switch comparison {
            case .equal: a.isNull && b.isNull
            case .notEqual: !(a.isNull && b.isNull)
            default: false
            }
        case (.bool(let a), .bool(let b)): compare(a ? 1 : 0, comparison, b ? 1 : 0)
        case (.int(let a), .int(let b)): compare(a, comparison, b)
        case (.uint(let a), .uint(let b)), (.objectID(let a), .objectID(let b)):
            compare(a, comparison, b)
        case (.float(let a), .float(let b)): compare(a, comparison, b)
        case (.float(let a), .double(let b)): compare(Double(a), comparison, b)
        case (.double(let a), .float(let b)): compare(a, comparison, Double(b))
        case (.double(let a), .double(let b)), (.date(let a), .date(let b)):
            compare(a, comparison, b)
        case (.uuid(let a), .uuid(let b)):
            compare(bigEndian(a), comparison, bigEndian(b))
        case (.decimal(let a), .decimal(let b)): compare(a, comparison, b)
        case (.string(let a), .string(let b)):
            compare(NormalText(a), comparison, NormalText(b))
        case (.data(let a), .data(let b)): compare(Bytes(bytes: a), comparison, Bytes(bytes: b))
        case (.json(let a), .json(let b)): compare(a, comparison, b)
        // Swift's arrays are only compared for equality. Arrays that share their memory compare as
        // equal even if they contain NaN, hence element by element.
        case (.array(let a), .array(let b)):
            a.elementsEqual(b) { compare($0, .equal, $1) } == (comparison == .equal)
        default: false
        }
    }

    private struct Bytes: Comparable {
        let bytes: [UInt8]

        static func < (a: Bytes, b: Bytes) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
    }

    private func bigEndian(_ uuid: UUIDValue) -> UInt128 {
        UInt128(uuid.high) << 64 | UInt128(uuid.low)
    }

    private func compare<Operand: Comparable>(
        _ a: Operand, _ comparison: ComparisonOperator, _ b: Operand
    ) -> Bool {
        switch comparison {
        case .equal: a == b
        case .notEqual: a != b
        case .less: a < b
        case .lessOrEqual: a <= b
        case .greater: a > b
        case .greaterOrEqual: a >= b
        }
    }
}
