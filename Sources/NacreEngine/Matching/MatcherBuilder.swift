import NacreFormat

/// Compiles a filter into steps for the records of one layout.
///
/// It works backwards: the targets for true and false are known before a filter is compiled. So
/// `&&`, `||` and `!` need no steps: they only determine the targets of the tests inside them.
struct MatcherBuilder {
    private let schema: StoredSchema
    private let layout: Layout
    private(set) var steps: [MatchStep] = []
    private(set) var literals = MatchLiterals()

    init(_ schema: StoredSchema, _ layout: Layout) {
        self.schema = schema
        self.layout = layout
    }

    /// - Returns: The target at which the evaluation of the filter begins.
    mutating func compile(
        _ filter: FilterExpression, _ onTrue: MatchTarget, _ onFalse: MatchTarget
    ) throws(StoreError) -> MatchTarget {
        switch filter {
        case .all: return onTrue
        case .none: return onFalse
        case .not(let part): return try compile(part, onFalse, onTrue)
        case .and(let parts):
            var next = onTrue
            for part in parts.reversed() { next = try compile(part, next, onFalse) }
            return next
        case .or(let parts):
            var next = onFalse
            for part in parts.reversed() { next = try compile(part, onTrue, next) }
            return next
        default: return try compileTest(filter, onTrue, onFalse)
        }
    }

    /// Compiles a test. Separate from ``compile(_:_:_:)``, so nested junctions do not use its stack
    /// space.
    private mutating func compileTest(
        _ filter: FilterExpression, _ onTrue: MatchTarget, _ onFalse: MatchTarget
    ) throws(StoreError) -> MatchTarget {
        if case .among(_, let set) = filter, let rows = set.rows {
            return add(.row(among: literals.add(rows)), onTrue, onFalse)
        }
        if let test = try convertedTest(of: filter) { return add(test, onTrue, onFalse) }
        switch filter {
        case .all, .none, .not, .and, .or: return try compile(filter, onTrue, onFalse)
        case .comparison(let name, .notEqual, let value):
            return try compile(.comparison(name, .equal, value), onFalse, onTrue)
        case .comparison(let name, let comparison, let value):
            return try compile(name, [(comparison, value)], onTrue, onFalse)
        case .attributes(let one, let comparison, let other) where !filter.asksOthers:
            let pair = try pair(one.attribute, comparison, other.attribute)
            return add(.pair(literals.add(pair)), onTrue, onFalse)
        case .range(let name, let range):
            return try compile(name, range.comparisons, onTrue, onFalse)
        case .membership(let name, let values):
            return try compile(name, among: values, onTrue, onFalse)
        case .among(let name, let set):
            if let quantifier = set.quantifier {
                return try compile(name, quantifier, set, onTrue, onFalse)
            }
            return set.isComplement
                ? try compile(name, among: set.ids, onFalse, onTrue)
                : try compile(name, among: set.ids, onTrue, onFalse)
        case .reference, .members, .referrers, .outer, .attributes, .search:
            throw StoreError(
                .invalidValue, "A filter of other objects must be resolved before it is compiled.")
        case .deferred:
            throw StoreError(
                .invalidValue, "A filter must be resolved in its store before it is compiled.")
        case .text(let name, let test):
            guard let place = try place(of: name) else {
                return try holdsForDefault(filter, of: name) ? onTrue : onFalse
            }
            let literal = try literal(of: test)
            let next = add(
                .textTest(place.variable, test.method, test.options, literal: literal), onTrue,
                onFalse)
            return unlessNull(place, next, ifNull: onFalse)
        case .inner(let name, _, _), .elements(let name, _):
            guard let place = try place(of: name) else {
                return try holdsForDefault(filter, of: name) ? onTrue : onFalse
            }
            let (test, holdsForNull) = try innerTest(filter)
            let next = add(
                .inner(place.variable, test: literals.add(test)), onTrue, onFalse)
            return unlessNull(place, next, ifNull: holdsForNull ? onTrue : onFalse)
        }
    }

    /// Compiles comparisons of one attribute that must all hold.
    private mutating func compile(
        _ name: String, _ comparisons: [(ComparisonOperator, Value)], _ onTrue: MatchTarget,
        _ onFalse: MatchTarget
    ) throws(StoreError) -> MatchTarget {
        let isNullWanted = comparisons.allSatisfy { $0 == .equal && $1.isNull }
        let ifNull = isNullWanted ? onTrue : onFalse
        guard let place = try place(of: name) else {
            for (comparison, value) in comparisons {
                let test = FilterExpression.comparison(name, comparison, value)
                if !(try holdsForDefault(test, of: name)) { return onFalse }
            }
            return onTrue
        }
        var next = onTrue
        for (comparison, value) in comparisons.reversed() {
            // A comparison with nil holds for no value.
            next = value.isNull ? onFalse : compile(place, comparison, value, next, onFalse)
        }
        return unlessNull(place, next, ifNull: ifNull)
    }

    private mutating func compile(
        _ name: String, among values: [Value], _ onTrue: MatchTarget, _ onFalse: MatchTarget
    ) throws(StoreError) -> MatchTarget {
        let ifNull = values.contains(where: \.isNull) ? onTrue : onFalse
        guard let place = try place(of: name) else {
            let test = FilterExpression.membership(name, values)
            return try holdsForDefault(test, of: name) ? onTrue : onFalse
        }
        let others = values.filter { !$0.isNull }
        var next = onFalse
        if let list = list(of: others, place) ?? lookup(of: others, place) {
            if !others.isEmpty { next = add(list, onTrue, onFalse) }
        } else {
            for value in others { next = compile(place, .equal, value, onTrue, next) }
        }
        return unlessNull(place, next, ifNull: ifNull)
    }

    /// Compiles a test of an array of references.
    private mutating func compile(
        _ name: String, _ quantifier: Quantifier, _ set: ObjectSet, _ onTrue: MatchTarget,
        _ onFalse: MatchTarget
    ) throws(StoreError) -> MatchTarget {
        guard let place = try place(of: name) else {
            return try holdsForDefault(.among(name, set), of: name) ? onTrue : onFalse
        }
        let lookup = literals.add(ValueLookup(set.ids, for: set.idType))
        let next = add(
            .elements(place.variable, quantifier, lookup: lookup), onTrue, onFalse)
        return unlessNull(place, next, ifNull: quantifier.holdsForNil ? onTrue : onFalse)
    }

    // Places

    /// Returns the result of a test for all records, if the layout is older than the attribute.
    private func holdsForDefault(_ test: FilterExpression, of name: String) throws(StoreError)
        -> Bool
    {
        guard let attribute = schema.attributes.first(where: { $0.name == name }) else {
            return false
        }
        return try Matcher.holds(test, of: attribute, for: attribute.valueOfOlderRecords)
    }

    private func pair(
        _ name: String, _ comparison: ComparisonOperator, _ other: String
    ) throws(StoreError) -> PairMatcher {
        func side(_ name: String) throws(OperandError) -> PairMatcher.Side {
            try PairMatcher.Side(OperandCheck.attribute(named: name, of: schema), layout)
        }
        do throws(OperandError) {
            return PairMatcher(try side(name), comparison, try side(other))
        } catch {
            throw StoreError(error)
        }
    }

    /// Returns a test of a value that the records hold in another form, or nil if the filter tests
    /// no such value.
    private mutating func convertedTest(of filter: FilterExpression) throws(StoreError)
        -> MatchCondition?
    {
        guard !layout.converted.isEmpty, let name = filter.attribute,
            let attribute = schema.attributes.first(where: { $0.name == name }),
            let ordinal = layout.ordinal(of: attribute.id), layout.isConverted(ordinal)
        else { return nil }
        let test = literals.add(try ValueMatcher(filter, of: attribute))
        return .converted(ordinal: ordinal, test: test)
    }

    /// Returns the attribute's place in the layout, or nil if the layout is older than the
    /// attribute.
    private func place(of name: String) throws(StoreError) -> LayoutPlace? {
        do throws(OperandError) {
            let attribute = try OperandCheck.attribute(named: name, of: schema)
            return try LayoutPlace(attribute, layout)
        } catch {
            throw StoreError(error)
        }
    }

    private mutating func unlessNull(
        _ place: LayoutPlace, _ next: MatchTarget, ifNull: MatchTarget
    ) -> MatchTarget {
        guard let bit = place.nullBit else { return next }
        let (offset, mask) = layout.nullPlace(bit)
        return add(.isNull(offset: offset, mask: mask), ifNull, next)
    }

    private mutating func add(
        _ test: MatchCondition, _ onTrue: MatchTarget, _ onFalse: MatchTarget
    ) -> MatchTarget {
        // If the result does not matter, no test is needed.
        if onTrue == onFalse { return onTrue }
        steps.append(MatchStep(test: test, onTrue: onTrue, onFalse: onFalse))
        return MatchTarget(step: steps.count - 1)
    }

    // Tests

    private func innerTest(
        _ filter: FilterExpression
    ) throws(StoreError) -> (test: InnerMatcher, holdsForNull: Bool) {
        do {
            let test = try InnerMatcher(filter)
            return (test, try test.holds(for: .null))
        } catch let error as OperandError {
            throw StoreError(error)
        } catch {
            throw StoreError(.invalidValue, "The filter cannot be evaluated for nil.")
        }
    }

    private mutating func literal(of test: TextCondition) throws(StoreError) -> Int {
        guard test.method == .matches else { return literals.add(test.text.folded(test.options)) }
        do throws(OperandError) {
            return literals.add(try test.pattern)
        } catch {
            throw StoreError(error)
        }
    }

    /// Compiles a comparison of a value that is not null with a literal that is not nil.
    private mutating func compile(
        _ place: LayoutPlace, _ comparison: ComparisonOperator, _ value: Value,
        _ onTrue: MatchTarget, _ onFalse: MatchTarget
    ) -> MatchTarget {
        if let slot = place.integer, let number = Self.integer(value) {
            guard let range = Self.range(comparison, number) else { return onFalse }
            return add(.integer(slot, range), onTrue, onFalse)
        }
        let test: MatchCondition
        switch value {
        case .float(let number): test = .number(place.number, comparison, Double(number))
        case .double(let number), .date(let number):
            test = .number(place.number, comparison, number)
        case .uuid(let uuid): test = .uuid(place.slot, comparison, literal: literals.add(uuid))
        case .decimal(let decimal):
            test = .decimal(place.slot, comparison, literal: literals.add(decimal))
        case .string(let text), .json(let text):
            test = .textComparison(place.variable, comparison, literal: literals.add(text))
        case .data(let bytes):
            test = .data(place.variable, comparison, literal: literals.add(bytes))
        case .array(let values):
            test = .arrayEquals(place.variable, literal: literals.add(values))
        case .null, .bool, .int, .uint, .objectID:
            // A bound filter has none of these here.
            return onFalse
        }
        return add(test, onTrue, onFalse)
    }

    static func integer(_ value: Value) -> Int64? {
        switch value {
        case .bool(let bool): bool ? 1 : 0
        case .int(let number): number
        case .uint(let number), .objectID(let number): MatchCondition.IntegerSlot.order(number)
        default: nil
        }
    }

    /// Returns the integers for which a comparison holds, or nil if there are none.
    private static func range(
        _ comparison: ComparisonOperator, _ number: Int64
    ) -> ClosedRange<Int64>? {
        switch comparison {
        case .less: number == .min ? nil : .min...(number - 1)
        case .lessOrEqual: .min...number
        case .greater: number == .max ? nil : (number + 1)...(.max)
        case .greaterOrEqual: number...(.max)
        // Inequality does not occur here: it was compiled as equality with exchanged targets.
        case .equal, .notEqual: number...number
        }
    }

    /// Returns a lookup for types whose lists are rarely long. Nil for up to eight values, or if a
    /// value does not fit the type.
    private mutating func lookup(of values: [Value], _ place: LayoutPlace) -> MatchCondition? {
        guard values.count > 8, values.allSatisfy({ IDKey.takes($0, as: place.type) }) else {
            return nil
        }
        let lookup = literals.add(ValueLookup(values, for: place.type))
        return .valueInLookup(ordinal: place.ordinal, lookup: lookup)
    }

    /// Returns a test that looks a value up in a list, or nil for types without such a test.
    private mutating func list(of values: [Value], _ place: LayoutPlace) -> MatchCondition? {
        if let slot = place.integer {
            let list = literals.add(list: values.compactMap(Self.integer))
            return .integerInList(slot, list: list)
        }
        switch place.type {
        case .string, .json:
            let strings = values.compactMap { value in
                switch value {
                case .string(let text), .json(let text): text
                default: nil
                }
            }
            return .textInList(place.variable, list: literals.add(list: strings))
        case .scalar(.uuid):
            let uuids = values.compactMap { if case .uuid(let uuid) = $0 { uuid } else { nil } }
            return .uuidInList(place.slot, list: literals.add(list: uuids))
        default: return nil
        }
    }
}
