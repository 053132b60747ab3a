import Nacre
import NacreTestSupport

// Tests of attributes with stages. None of them names a type that the stages lead to.

extension Entity {
    /// Makes tests of `==`, `!=` and membership.
    static func stagedEquality<Value: Sampled & Equatable, Kept: EqualityPromise>(
        _ field: StagedField<Self, Value, Kept>, _ read: @escaping @Sendable (Self) -> Value
    ) -> Expectations<Self> {
        Generator { choices throws(Rejection) in
            let value: Value = try choices.sample()
            let values: [Value] = try choices.sample()
            return switch try choices.draw(upTo: 3) {
            case 0: Expectation(filter: field == value) { read($0) == value }
            case 1: Expectation(filter: field != value) { read($0) != value }
            case 2: Expectation(filter: field.isIn(values)) { values.contains(read($0)) }
            default: Expectation(filter: values.contains(field)) { values.contains(read($0)) }
            }
        }
    }

    /// Makes tests of order and of ranges. Nil passes none of them.
    static func stagedOrder<Value: Comparable & Sampled, Kept: OrderPromise>(
        _ field: StagedField<Self, Value?, Kept>, _ read: @escaping @Sendable (Self) -> Value?
    ) -> Expectations<Self> {
        Generator { choices throws(Rejection) in
            let (low, high) = try Value.bounds(try choices.sample(), try choices.sample())
            let tests: [(Filter<Self>, @Sendable (Value) -> Bool)] = [
                (field < low, { $0 < low }), (field <= low, { $0 <= low }),
                (field > low, { $0 > low }), (field >= low, { $0 >= low }),
                ((low...high).contains(field), { (low...high).contains($0) }),
                ((low..<high).contains(field), { (low..<high).contains($0) }),
            ]
            let (filter, holds) = tests[Int(try choices.draw(upTo: UInt64(tests.count - 1)))]
            return Expectation(filter: filter) { read($0).map(holds) ?? false }
        }
    }

    /// Makes tests of order and of ranges.
    static func stagedOrder<Value: Comparable & Sampled, Kept: OrderPromise>(
        _ field: StagedField<Self, Value, Kept>, _ read: @escaping @Sendable (Self) -> Value
    ) -> Expectations<Self> {
        Generator { choices throws(Rejection) in
            let (low, high) = try Value.bounds(try choices.sample(), try choices.sample())
            let tests: [(Filter<Self>, @Sendable (Value) -> Bool)] = [
                (field < low, { $0 < low }), (field <= low, { $0 <= low }),
                (field > low, { $0 > low }), (field >= low, { $0 >= low }),
                ((low...high).contains(field), { (low...high).contains($0) }),
                ((..<high).contains(field), { (..<high).contains($0) }),
            ]
            let (filter, holds) = tests[Int(try choices.draw(upTo: UInt64(tests.count - 1)))]
            return Expectation(filter: filter) { holds(read($0)) }
        }
    }

    /// Makes tests of words. Nil passes none of them.
    static func stagedText<Kept: TextPromise>(
        _ field: StagedField<Self, Syllable?, Kept>, _ read: @escaping @Sendable (Self) -> Syllable?
    ) -> Expectations<Self> {
        Generator { choices throws(Rejection) in
            let part: Syllable = try choices.sample()
            return switch try choices.draw(upTo: 2) {
            case 0:
                Expectation(filter: field.hasPrefix(part)) {
                    read($0)?.letters.hasPrefix(part.letters) ?? false
                }
            case 1:
                Expectation(filter: field.hasSuffix(part)) {
                    read($0)?.letters.hasSuffix(part.letters) ?? false
                }
            default:
                Expectation(filter: field.contains(part)) {
                    read($0)?.letters.contains(part.letters) ?? false
                }
            }
        }
    }

    /// Makes tests of words.
    static func stagedText<Kept: TextPromise>(
        _ field: StagedField<Self, Syllable, Kept>, _ read: @escaping @Sendable (Self) -> Syllable
    ) -> Expectations<Self> {
        Generator { choices throws(Rejection) in
            let part: Syllable = try choices.sample()
            return switch try choices.draw(upTo: 2) {
            case 0:
                Expectation(filter: field.hasPrefix(part)) {
                    read($0).letters.hasPrefix(part.letters)
                }
            case 1:
                Expectation(filter: field.hasSuffix(part)) {
                    read($0).letters.hasSuffix(part.letters)
                }
            default:
                Expectation(filter: field.contains(part)) {
                    read($0).letters.contains(part.letters)
                }
            }
        }
    }

    /// Makes tests of a collection whose elements have stages.
    static func stagedElements<Elements: StagedElements & Sampled & Equatable, Kept>(
        _ field: StagedElementsField<Self, Elements, Kept>,
        _ read: @escaping @Sendable (Self) -> Elements
    ) -> Expectations<Self>
    where Kept: EqualityPromise, Elements.Element: Sampled & Equatable {
        Generator { choices throws(Rejection) in
            let element: Elements.Element = try choices.sample()
            let elements: Elements = try choices.sample()
            let count = Int(try choices.draw(upTo: 3))
            return switch try choices.draw(upTo: 6) {
            case 0: Expectation(filter: field.contains(element)) { read($0).contains(element) }
            case 1:
                Expectation(filter: field.contains { $0 != element }) {
                    read($0).contains { $0 != element }
                }
            case 2:
                Expectation(filter: field.allSatisfy { $0 == element }) {
                    read($0).allSatisfy { $0 == element }
                }
            case 3: Expectation(filter: field.count > count) { read($0).count > count }
            case 4: Expectation(filter: field.isEmpty) { read($0).isEmpty }
            case 5: Expectation(filter: field == elements) { read($0) == elements }
            default: Expectation(filter: field != elements) { read($0) != elements }
            }
        }
    }

    /// Makes comparisons of two attributes with the same stages.
    static func stagedPair<Value: Equatable, One: EqualityPromise, Other: EqualityPromise>(
        _ field: StagedField<Self, Value, One>, _ read: @escaping @Sendable (Self) -> Value,
        _ other: StagedField<Self, Value, Other>, _ readOther: @escaping @Sendable (Self) -> Value
    ) -> Expectations<Self> {
        .element(of: [
            Expectation(filter: field == other) { read($0) == readOther($0) },
            Expectation(filter: field != other) { read($0) != readOther($0) },
        ])
    }
}
