import Nacre
import NacreTestSupport

/// A filter, with Swift's answer for a decoded object: the two must agree.
struct Expectation<Root: Entity>: Sendable {
    let filter: Filter<Root>
    let holds: @Sendable (Root) -> Bool

    static func && (left: Self, right: Self) -> Self {
        let (a, b) = (left.holds, right.holds)
        return Self(filter: left.filter && right.filter, holds: { a($0) && b($0) })
    }

    static func || (left: Self, right: Self) -> Self {
        let (a, b) = (left.holds, right.holds)
        return Self(filter: left.filter || right.filter, holds: { a($0) || b($0) })
    }

    static prefix func ! (part: Self) -> Self {
        let a = part.holds
        return Self(filter: !part.filter, holds: { !a($0) })
    }
}

/// Makes random filters of single tests.
typealias Expectations<Root: Entity> = Generator<Expectation<Root>>

extension Generator {
    /// Makes tests joined by `&&`, `||` and `!`.
    static func tree<Root: Entity>(
        of tests: [Expectations<Root>], depth: Int = 3
    ) -> Expectations<Root> where Value == Expectation<Root> {
        Generator { choices throws(Rejection) in
            let kind = try choices.draw(upTo: depth > 0 ? 6 : 2)
            switch kind {
            case 3:
                return !(try choices.draw(tree(of: tests, depth: depth - 1)))
            case 4:
                return try choices.draw(tree(of: tests, depth: depth - 1))
                    && (try choices.draw(tree(of: tests, depth: depth - 1)))
            case 5:
                return try choices.draw(tree(of: tests, depth: depth - 1))
                    || (try choices.draw(tree(of: tests, depth: depth - 1)))
            case 6:
                let isAll = try choices.draw(Generator<Bool>.bool())
                return Expectation(filter: isAll ? .all : .nothing, holds: { _ in isAll })
            default: return try choices.draw(.oneOf(tests))
            }
        }
    }
}

/// A property of a type, sendable.
typealias Path<Root, Value> = any KeyPath<Root, Value> & Sendable

extension Entity where Fields == KeyPathFields<Self> {
    static func field<Value: AttributeValue>(_ path: Path<Self, Value>) -> Field<Self, Value> {
        Fields(FieldPath())[dynamicMember: path]
    }

    /// Makes tests of `==`, `!=` and membership.
    static func equality<Value: SingleValue & Equatable & Sampled>(
        _ path: Path<Self, Value>
    ) -> Expectations<Self> {
        equality(field(path), { $0[keyPath: path] }, ==)
    }

    /// Makes such tests of a type that is stored as JSON: the texts decide, and are equal as
    /// strings are.
    static func json<Value: Storable & Equatable & Sampled>(
        _ path: Path<Self, Value>
    ) -> Expectations<Self> where Value.Stored == JSONText {
        equality(field(path), { $0[keyPath: path] }, { text($0) == text($1) })
    }

    /// Makes such tests of an optional stored as JSON.
    static func maybeJSON<Value: Storable & Equatable & Sampled>(
        _ path: Path<Self, Value?>
    ) -> Expectations<Self> where Value.Stored == JSONText {
        equality(field(path), { $0[keyPath: path] }, { $0.map(text) == $1.map(text) })
    }

    private static func text<Value: Storable>(_ value: Value) -> String?
    where Value.Stored == JSONText {
        try? Value.transformer.transform(value).text
    }

    /// Makes comparisons by order, and ranges.
    static func order<Value: Storable & Comparable & Sampled>(
        _ path: Path<Self, Value>
    ) -> Expectations<Self> where Value.StoredEnd: Comparable {
        order(field(path), { $0[keyPath: path] })
    }

    /// Makes comparisons by order, and ranges, of an optional.
    static func maybeOrder<Value: Storable & Comparable & Sampled>(
        _ path: Path<Self, Value?>
    ) -> Expectations<Self> where Value.StoredEnd: Comparable {
        maybeOrder(field(path), { $0[keyPath: path] })
    }
}

extension Entity {
    static func equality<Value: SingleValue & Equatable & Sampled>(
        _ field: Field<Self, Value>, _ read: @escaping @Sendable (Self) -> Value,
        _ areEqual: @escaping @Sendable (Value, Value) -> Bool
    ) -> Expectations<Self> {
        Generator { choices throws(Rejection) in
            let value: Value = try choices.sample()
            let values: [Value] = try choices.sample()
            switch try choices.draw(upTo: 3) {
            case 0: return Expectation(filter: field == value) { areEqual(read($0), value) }
            case 1: return Expectation(filter: field != value) { !areEqual(read($0), value) }
            case 2:
                return Expectation(filter: field.isIn(values)) { object in
                    values.contains { areEqual(read(object), $0) }
                }
            default:
                return Expectation(filter: values.contains(field)) { object in
                    values.contains { areEqual(read(object), $0) }
                }
            }
        }
    }

    static func order<Value: Storable & Comparable & Sampled>(
        _ field: Field<Self, Value>, _ read: @escaping @Sendable (Self) -> Value
    ) -> Expectations<Self> where Value.StoredEnd: Comparable {
        Generator { choices throws(Rejection) in
            let value: Value = try choices.sample()
            let place = value.inOrder
            switch try choices.draw(upTo: 4) {
            case 0: return Expectation(filter: field < value) { read($0).inOrder < place }
            case 1: return Expectation(filter: field <= value) { read($0).inOrder <= place }
            case 2: return Expectation(filter: field > value) { read($0).inOrder > place }
            case 3: return Expectation(filter: field >= value) { read($0).inOrder >= place }
            default: break
            }
            let (lower, upper) = try Value.bounds(value, try choices.sample())
            let (low, high) = (lower.inOrder, upper.inOrder)
            switch try choices.draw(upTo: 4) {
            case 0:
                return Expectation(filter: (lower...upper).contains(field)) {
                    (low...high).contains(read($0).inOrder)
                }
            case 1:
                return Expectation(filter: (lower..<upper).contains(field)) {
                    (low..<high).contains(read($0).inOrder)
                }
            case 2:
                return Expectation(filter: (lower...).contains(field)) {
                    (low...).contains(read($0).inOrder)
                }
            case 3:
                return Expectation(filter: (...upper).contains(field)) {
                    (...high).contains(read($0).inOrder)
                }
            default:
                return Expectation(filter: (..<upper).contains(field)) {
                    (..<high).contains(read($0).inOrder)
                }
            }
        }
    }

    /// Makes comparisons of two attributes of an object, either of which may be nil.
    static func pair<One: SingleValue, Other: SingleValue, Value: Storable & Comparable & Sampled>(
        _ field: Field<Self, One>, _ read: @escaping @Sendable (Self) -> Value?,
        _ other: Field<Self, Other>, _ readOther: @escaping @Sendable (Self) -> Value?
    ) -> Expectations<Self>
    where One.Single == Value, Other.Single == Value, Value.StoredEnd: Comparable {
        let compare: @Sendable (Self, (Value, Value) -> Bool) -> Bool = { object, holds in
            guard let one = read(object), let other = readOther(object) else { return false }
            return holds(one.inOrder, other.inOrder)
        }
        return .element(of: [
            Expectation(filter: field == other) { read($0) == readOther($0) },
            Expectation(filter: field != other) { read($0) != readOther($0) },
            Expectation(filter: field < other) { compare($0, <) },
            Expectation(filter: field <= other) { compare($0, <=) },
            Expectation(filter: field > other) { compare($0, >) },
            Expectation(filter: field >= other) { compare($0, >=) },
        ])
    }

    static func maybeOrder<Value: Storable & Comparable & Sampled>(
        _ field: Field<Self, Value?>, _ read: @escaping @Sendable (Self) -> Value?
    ) -> Expectations<Self> where Value.StoredEnd: Comparable {
        Generator { choices throws(Rejection) in
            let value: Value = try choices.sample()
            let place = value.inOrder
            let isThere: @Sendable (Self, @Sendable (Value) -> Bool) -> Bool = {
                read($0).map(\.inOrder).map($1) ?? false
            }
            switch try choices.draw(upTo: 4) {
            case 0: return Expectation(filter: field < value) { isThere($0) { $0 < place } }
            case 1: return Expectation(filter: field <= value) { isThere($0) { $0 <= place } }
            case 2: return Expectation(filter: field > value) { isThere($0) { $0 > place } }
            case 3: return Expectation(filter: field >= value) { isThere($0) { $0 >= place } }
            default: break
            }
            let (lower, upper) = try Value.bounds(value, try choices.sample())
            let (low, high) = (lower.inOrder, upper.inOrder)
            switch try choices.draw(upTo: 4) {
            case 0:
                return Expectation(filter: (lower...upper).contains(field)) {
                    isThere($0) { (low...high).contains($0) }
                }
            case 1:
                return Expectation(filter: (lower..<upper).contains(field)) {
                    isThere($0) { (low..<high).contains($0) }
                }
            case 2:
                return Expectation(filter: (lower...).contains(field)) {
                    isThere($0) { (low...).contains($0) }
                }
            case 3:
                return Expectation(filter: (...upper).contains(field)) {
                    isThere($0) { (...high).contains($0) }
                }
            default:
                return Expectation(filter: (..<upper).contains(field)) {
                    isThere($0) { (..<high).contains($0) }
                }
            }
        }
    }

    /// Makes tests of text.
    static func text<Value: TextValue & SendableMetatype>(
        _ field: Field<Self, Value>, _ read: @escaping @Sendable (Self) -> String?
    ) -> Expectations<Self> {
        Generator { choices throws(Rejection) in
            let other: String = try choices.sample()
            let ignoresCase = try choices.draw(Generator<Bool>.bool())
            let ignoresMarks = try choices.draw(Generator<Bool>.bool())
            let plain: @Sendable (String) -> String = {
                let text = ignoresCase ? $0.lowercased() : $0
                return ignoresMarks ? text.withoutMarks : text
            }
            let holds: @Sendable (Self, @Sendable (String) -> Bool) -> Bool = { object, test in
                read(object).map { test(plain($0)) } ?? false
            }
            switch try choices.draw(upTo: 5) {
            case 0:
                return Expectation(
                    filter: field.hasPrefix(
                        other, ignoringCase: ignoresCase, ignoringDiacritics: ignoresMarks)
                ) { holds($0) { $0.hasPrefix(plain(other)) } }
            case 1:
                return Expectation(
                    filter: field.hasSuffix(
                        other, ignoringCase: ignoresCase, ignoringDiacritics: ignoresMarks)
                ) { holds($0) { $0.hasSuffix(plain(other)) } }
            case 2:
                return Expectation(
                    filter: field.equals(
                        other, ignoringCase: ignoresCase, ignoringDiacritics: ignoresMarks)
                ) { holds($0) { $0 == plain(other) } }
            case 3:
                return Expectation(filter: field.isEmpty) { read($0)?.isEmpty ?? false }
            case 4:
                return Expectation(filter: field.matches("^[a-c]|e", ignoringCase: ignoresCase)) {
                    let regex = ignoresCase ? /^[a-c]|e/.ignoresCase() : /^[a-c]|e/
                    return read($0)?.contains(regex) ?? false
                }
            default:
                return Expectation(
                    filter: field.contains(
                        other, ignoringCase: ignoresCase, ignoringDiacritics: ignoresMarks)
                ) { holds($0) { $0.contains(plain(other)) } }
            }
        }
    }

    /// Makes tests for nil and not nil.
    static func presence<Wrapped: AttributeValue & SendableMetatype>(
        _ field: Field<Self, Wrapped?>, _ read: @escaping @Sendable (Self) -> Wrapped?
    ) -> Expectations<Self> {
        Generator { choices throws(Rejection) in
            try choices.draw(Generator<Bool>.bool())
                ? Expectation(filter: field == nil) { read($0) == nil }
                : Expectation(filter: field != nil) { read($0) != nil }
        }
    }
}
