import Nacre
import NacreTestSupport

/// A filter of gauges, with Swift's answer for a gauge.
struct Condition: Sendable {
    var expectation: Expectation<Gauge>
    /// Whether it contains NaN, or a test that matches no object.
    var isSpecial = false

    static func && (left: Condition, right: Condition) -> Condition {
        Condition(
            expectation: left.expectation && right.expectation,
            isSpecial: left.isSpecial || right.isSpecial)
    }
}

/// The six comparisons.
private enum Comparison: CaseIterable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

    func holds<Value: Comparable>(_ value: Value?, _ other: Value) -> Bool {
        guard let value else { return self == .notEqual }
        return switch self {
        case .equal: value == other
        case .notEqual: value != other
        case .less: value < other
        case .lessOrEqual: value <= other
        case .greater: value > other
        case .greaterOrEqual: value >= other
        }
    }

    func filter<Member: FilterableField>(
        _ field: Member, _ value: Member.Value
    ) -> Filter<Member.Root>
    where Member.Value: Storable & Comparable, Member.Value.StoredEnd: Comparable {
        switch self {
        case .equal: field == value
        case .notEqual: field != value
        case .less: field < value
        case .lessOrEqual: field <= value
        case .greater: field > value
        case .greaterOrEqual: field >= value
        }
    }

    func filter<Member: FilterableField, Value: Storable & Comparable>(
        _ field: Member, _ value: Value
    ) -> Filter<Member.Root> where Member.Value == Value?, Value.StoredEnd: Comparable {
        switch self {
        case .equal: field == value
        case .notEqual: field != value
        case .less: field < value
        case .lessOrEqual: field <= value
        case .greater: field > value
        case .greaterOrEqual: field >= value
        }
    }
}

/// The possible tests of one property.
private struct Questions<Value: Comparable & Sendable>: Sendable {
    let values: [Value]
    let read: @Sendable (Gauge) -> Value?
    let compare: @Sendable (Comparison, Value) -> Filter<Gauge>
    let isIn: @Sendable ([Value]) -> Filter<Gauge>
    let isWithin: @Sendable (Range<Value>) -> Filter<Gauge>

    func comparison(_ comparison: Comparison, _ value: Value) -> Expectation<Gauge> {
        Expectation(filter: compare(comparison, value)) { comparison.holds(read($0), value) }
    }

    func range(_ range: Range<Value>) -> Expectation<Gauge> {
        Expectation(filter: isWithin(range)) { read($0).map { range.contains($0) } ?? false }
    }

    func membership(_ values: [Value]) -> Expectation<Gauge> {
        Expectation(filter: isIn(values)) { object in
            read(object).map { values.contains($0) } ?? false
        }
    }

    /// Conditions of one value or several.
    var conditions: Generator<Condition> {
        Generator { choices throws(Rejection) in
            let value = try choices.draw(.element(of: values))
            let other = try choices.draw(.element(of: values))
            let isSpecial = value != value
            switch try choices.draw(upTo: 3) {
            case 0:
                return Condition(
                    expectation: membership([value, other]),
                    isSpecial: isSpecial || other != other)
            case 1 where value <= other:
                return Condition(expectation: range(value..<other), isSpecial: value == other)
            default:
                let comparison = try choices.draw(Generator<Comparison>.anyCase())
                return Condition(
                    expectation: self.comparison(comparison, value), isSpecial: isSpecial)
            }
        }
    }

    /// Conditions that few objects match.
    var equalities: Generator<Condition> {
        Generator.element(of: values).map { value in
            Condition(expectation: comparison(.equal, value), isSpecial: value != value)
        }
    }

    /// Conditions that match no object.
    var impossible: Generator<Condition> {
        Generator { choices throws(Rejection) in
            let value = try choices.draw(.element(of: values))
            let expectation: Expectation<Gauge>
            switch try choices.draw(upTo: 3) {
            case 0: expectation = membership([])
            case 1 where value == value: expectation = range(value..<value)
            case 2: expectation = Expectation(filter: .nothing) { _ in false }
            default: expectation = comparison(.less, value) && comparison(.greaterOrEqual, value)
            }
            return Condition(expectation: expectation, isSpecial: true)
        }
    }
}

extension Questions where Value: Storable, Value.StoredEnd: Comparable {
    init(
        _ field: Field<Gauge, Value>, _ values: [Value],
        _ read: @escaping @Sendable (Gauge) -> Value
    ) {
        self.init(
            values: values, read: { read($0) }, compare: { $0.filter(field, $1) },
            isIn: { field.isIn($0) }, isWithin: { $0.contains(field) })
    }

    init(
        optional field: Field<Gauge, Value?>, _ values: [Value],
        _ read: @escaping @Sendable (Gauge) -> Value?
    ) {
        self.init(
            values: values, read: read, compare: { $0.filter(field, $1) },
            isIn: { field.isIn($0.map { Optional($0) }) }, isWithin: { $0.contains(field) })
    }
}

extension Condition {
    /// Conjunctions of two to five conditions, mostly of indexed attributes, sometimes with a
    /// negation or a disjunction. Every second one begins with two that few objects match, so that
    /// reading two indexes often pays.
    static let crossing = Generator<Condition> { choices throws(Rejection) in
        let isSelective = try choices.draw(Generator<Bool>.bool())
        let first = isSelective ? (places.equalities, days.equalities) : (indexed, indexed)
        var condition = try choices.draw(first.0) && (try choices.draw(first.1))
        for _ in 0..<(try choices.draw(upTo: 3)) {
            condition = condition && (try choices.draw(any))
        }
        switch try choices.draw(upTo: 7) {
        case 0: condition.expectation = !condition.expectation
        case 1:
            let other = try choices.draw(indexed)
            condition.expectation = condition.expectation || other.expectation
            condition.isSpecial = condition.isSpecial || other.isSpecial
        default: break
        }
        return condition
    }

    private static var fields: Gauge.Fields { Gauge.Fields(FieldPath()) }
    private static let places = Questions(fields.place, Gauge.places) { $0.place }
    private static let days = Questions(fields.day, Gauge.days) { $0.day }
    private static let hours = Questions(fields.hour, Gauge.days) { $0.hour }
    private static let levels = Questions(fields.level, Gauge.numbers) { $0.level }
    private static let values = Questions(fields.value, Gauge.numbers) { $0.value }
    private static let flows = Questions(optional: fields.flow, Gauge.numbers) { $0.flow }
    private static let heights = Questions(
        optional: fields.station.height, Gauge.numbers
    ) { $0.height }

    /// Conditions that an index answers.
    private static let indexed: Generator<Condition> = .oneOf(
        places.conditions, days.conditions, hours.conditions, levels.conditions, marks, tags,
        heights.conditions)

    private static let any: Generator<Condition> = .oneOf(
        indexed, values.conditions, flows.conditions, days.impossible, levels.impossible,
        values.impossible, flows.impossible, heights.impossible)

    /// Conditions of one of the elements.
    private static let marks = Generator<Condition> { choices throws(Rejection) in
        let value = try choices.draw(.element(of: Gauge.numbers))
        let comparison = try choices.draw(Generator<Comparison>.anyCase())
        let filter = fields.marks.contains { comparison.filter($0, value) }
        return Condition(
            expectation: Expectation(filter: filter) { gauge in
                gauge.marks.contains { comparison.holds($0, value) }
            }, isSpecial: value.isNaN)
    }

    private static let tags = Generator<Condition> { choices throws(Rejection) in
        let value = try choices.draw(.element(of: Gauge.places))
        return Condition(
            expectation: Expectation(filter: fields.tags.contains(value)) {
                $0.tags.contains(value)
            })
    }
}
