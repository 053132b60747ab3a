import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// Aggregates, groups, distinct values, ranks and percentiles equal those of reading every object,
/// whatever indexes there are.
@Suite struct AggregatePropertyTests {
    private struct Case: Sendable, CustomStringConvertible {
        var planned: PlannedCase
        var keys: [String]
        var aggregates: [AggregateExpression]
        let fraction: Double
        /// The values whose ranks are computed, by the names of the attributes.
        let probe: [String: Value]

        var description: String { "\(planned)\nby \(keys): \(aggregates), at \(fraction)" }
    }

    private static let attributes = QueryFixture.schema.attributes

    private static func type(_ name: String) -> StoredType {
        attributes.first { $0.name == name }?.type ?? .json
    }

    private static let aggregate = Generator<AggregateExpression> { choices throws(Rejection) in
        let ordered = PlannedCase.orderable
        let numbers = ordered.filter {
            switch $0.type {
            case .string, .data, .scalar(.bool), .scalar(.date), .scalar(.uuid),
                .scalar(.objectID):
                false
            default: true
            }
        }
        switch try choices.draw(upTo: 4) {
        case 0: return .count
        case 1: return .sum(AttributePath(try name(of: numbers, &choices)))
        case 2: return .average(AttributePath(try name(of: numbers, &choices)))
        case 3: return .min(AttributePath(try name(of: ordered, &choices)))
        default: return .max(AttributePath(try name(of: ordered, &choices)))
        }
    }

    private static func name(
        of attributes: [AttributeSchema], _ choices: inout Choices
    ) throws(Rejection) -> String {
        try choices.draw(.element(of: attributes.map(\.name)))
    }

    private static let cases = Generator<Case> { choices throws(Rejection) in
        let planned = try choices.draw(PlannedCase.cases)
        let fraction = Generator<Double>.element(of: [0, 0.25, 0.5, 0.75, 0.99, 1])
        let (keys, drawn) = try names(of: attributes.map(\.name), &choices)
        // Indexes answer the aggregates of indexed attributes.
        let indexed = planned.indexes.flatMap(\.attributes)
            .flatMap { [AggregateExpression.min(AttributePath($0)), .max(AttributePath($0))] }
        return Case(
            planned: planned, keys: keys, aggregates: drawn + indexed,
            fraction: try choices.draw(fraction),
            probe: try choices.draw(QueryGenerators.object))
    }

    /// Cases with only columns, over the matches of a filter or over all objects: columns answer
    /// these.
    private static let casesOfColumns = Generator<Case> { choices throws(Rejection) in
        var item = try choices.draw(cases)
        let columns = item.planned.columnar.sorted()
        guard !columns.isEmpty else { return item }
        let filter = try choices.draw(.bool()) ? FilterExpression.all : item.planned.query.filter
        item.planned.query = Query(entity: item.planned.query.entity, filter: filter)
        let (keys, drawn) = try names(of: columns, &choices)
        item.keys = keys
        item.aggregates = drawn.filter { $0.path.map { columns.contains($0.attribute) } ?? true }
        return item
    }

    /// Cases with only indexes, over all objects.
    private static let casesOfIndexes = Generator<Case> { choices throws(Rejection) in
        var item = try choices.draw(cases)
        let indexed = item.planned.indexes.filter { $0.attributes.count == 1 && !$0.isUnique }
            .flatMap(\.attributes)
        guard !indexed.isEmpty else { return item }
        item.planned.query = Query(entity: item.planned.query.entity)
        let (keys, drawn) = try names(of: indexed, &choices)
        item.keys = Array(keys.prefix(1))
        item.aggregates = drawn.filter { $0.path.map { indexed.contains($0.attribute) } ?? true }
        return item
    }

    private static func names(
        of keys: [String], _ choices: inout Choices
    ) throws(Rejection) -> ([String], [AggregateExpression]) {
        let names = Generator<String>.element(of: keys)
        return (
            try choices.draw(.array(of: names, count: 0...2)),
            try choices.draw(.array(of: aggregate, count: 0...3))
        )
    }

    @Test func `aggregates equal those of a scan`() {
        let seen = Mutex<Set<String>>([])
        defer {
            let all: Set = [
                "walk of distinct values", "rank", "overflow", "groups of columns",
                "groups of indexes",
            ]
            #expect(seen.withLock { $0 } == all)
        }
        let cases = Generator.frequency(
            (3, Self.cases), (1, Self.casesOfColumns), (1, Self.casesOfIndexes))
        property("aggregates", runs: 1200, cases) { item in
            let saw: (String) -> Void = { kind in _ = seen.withLock { $0.insert(kind) } }
            let store = try TestStore()
            try store.database.performChanges { changes in
                try item.planned.fill(changes)
                try Self.check(item, changes, saw)
                for place in item.planned.deleted where place < item.planned.objects.count {
                    if let id = item.planned.objects[place]["id"] {
                        try changes.delete(id, from: "City")
                    }
                }
            }
            try Self.check(item, try store.database.snapshot(), saw)
        }
    }

    private static func check(
        _ item: Case, _ source: some RecordSource, _ saw: (String) -> Void
    ) throws {
        var all: [[String: Value]] = []
        let schema = try source.definition("City").schema
        try source.forEach(in: try source.definition("City")) { found in
            let values = try source.values(of: found, schema: schema)
            all.append(Dictionary(uniqueKeysWithValues: zip(attributes.map(\.name), values)))
            return true
        }
        let everything = AggregateReference(objects: all)
        let query = item.planned.query
        let chosen = AggregateReference(objects: objects(of: query, among: all))
        try checkAggregates(item, query, chosen, source, saw)
        try checkAggregates(item, Query(entity: "City"), everything, source, saw)
        try checkGroups(item, chosen, source, saw)
        for name in item.keys + item.planned.indexes.map({ $0.attributes[0] }) {
            try checkDistinct(name, query, chosen, source, saw)
            try checkDistinct(name, Query(entity: "City"), everything, source, saw)
        }
        for attribute in PlannedCase.orderable {
            try checkOrder(attribute.name, item, everything, source, saw)
        }
    }

    /// Returns objects in the order of rows, or in that of the query if its order selects them.
    private static func objects(
        of query: Query, among all: [[String: Value]]
    ) -> [[String: Value]] {
        let matching = all.filter { ReferenceEvaluator(values: $0).holds(query.filter) }
        guard query.limit != nil || query.offset > 0 else { return matching }
        let sorts = query.sorts + [SortTerm("id")]
        let sorted = matching.sorted { first, second in
            for sort in sorts {
                let order = (first[sort.attribute] ?? .null)
                    .order(relativeTo: second[sort.attribute] ?? .null)
                if order != 0 { return sort.isAscending ? order < 0 : order > 0 }
            }
            return false
        }
        return Array(sorted.dropFirst(query.offset).prefix(query.limit ?? .max))
    }

    private static func checkAggregates(
        _ item: Case, _ query: Query, _ reference: AggregateReference,
        _ source: some RecordSource, _ saw: (String) -> Void
    ) throws {
        let expected = item.aggregates.map { reference.value(of: $0, type) }
        do {
            let values = try source.aggregate(item.aggregates, query)
            try require(
                values.count == expected.count
                    && zip(values, expected).allSatisfy {
                        AggregateReference.areSame($0, $1 ?? .null)
                    } && !expected.contains(nil),
                "\(values) is not \(expected), of \(query): \(item)")
        } catch let error as StoreError where error.code == .invalidValue {
            try require(expected.contains(nil), "\(error): \(item)")
            saw("overflow")
        }
    }

    private static func checkGroups(
        _ item: Case, _ reference: AggregateReference, _ source: some RecordSource,
        _ saw: (String) -> Void
    ) throws {
        let grouping = Grouping(
            item.planned.query, by: item.keys.map { AttributePath($0) },
            [.count] + item.aggregates)
        var expected = reference.groups(by: item.keys).map { key, objects in
            (key, grouping.aggregates.map { objects.value(of: $0, type) })
        }
        if item.keys.isEmpty {
            expected = [([], grouping.aggregates.map { reference.value(of: $0, type) })]
        }
        let overflows = expected.contains { $1.contains(nil) }
        do {
            let groups = try source.groups(grouping)
            let execution = try QueryExecution(
                item.planned.query, in: source.view, isCounting: true)
            let scope = FilterScope(execution.definition.schema, .none)
            let bound = try BoundGrouping(grouping, in: scope)
            let columns = try execution.columnGroups(bound) != nil
            if groups.count > 1, columns { saw("groups of columns") }
            let indexes = try !columns && IndexGroups(bound, execution)?.groups() != nil
            if groups.count > 1, indexes { saw("groups of indexes") }
            let explanation = try source.explain(grouping)
            try requireEqual(explanation.columns.isEmpty, !columns, "explained: \(item)")
            if !item.keys.isEmpty {
                try requireEqual(explanation.indexes.isEmpty, !indexes, "explained: \(item)")
            }
            try require(
                !overflows && groups.count == expected.count
                    && zip(groups, expected).allSatisfy { group, wanted in
                        AggregateReference.order(group.key, wanted.0) == 0
                            && zip(group.values, wanted.1).allSatisfy {
                                AggregateReference.areSame($0, $1 ?? .null)
                            }
                    }, "\(groups) are not \(expected): \(item)")
        } catch let error as StoreError where error.code == .invalidValue {
            try require(overflows, "\(error): \(item)")
        }
    }

    private static func checkDistinct(
        _ name: String, _ query: Query, _ reference: AggregateReference,
        _ source: some RecordSource, _ saw: (String) -> Void
    ) throws {
        let expected = reference.groups(by: [name]).map(\.key)
        let values = try source.distinct(AttributePath(name), query)
        try require(
            values.count == expected.count
                && zip(values, expected).allSatisfy { AggregateReference.order([$0], $1) == 0 },
            "distinct \(name) of \(query): \(values) are not \(expected)")
        let execution = try QueryExecution(query, in: source.view, isCounting: true)
        guard let attribute = attributes.first(where: { $0.name == name }) else { return }
        if try DistinctWalk(of: attribute, execution)?.values() != nil {
            saw("walk of distinct values")
        }
    }

    private static func checkOrder(
        _ name: String, _ item: Case, _ reference: AggregateReference,
        _ source: some RecordSource, _ saw: (String) -> Void
    ) throws {
        let values = reference.objects.compactMap { $0[name] }
            .filter { !$0.isNull && !AggregateReference.isNaN($0) }
            .sorted { $0.order(relativeTo: $1) < 0 }
        let place = max(Int((Double(values.count) * item.fraction).rounded(.up)), 1) - 1
        let found = try source.percentile(item.fraction, of: name, in: "City")
        let expected = values.isEmpty ? .null : values[place]
        try require(
            AggregateReference.areSame(found, expected), "\(name): \(found) is not \(expected)")
        guard let probe = item.probe[name], !probe.isNull, !AggregateReference.isNaN(probe) else {
            return
        }
        let rank = values.count { $0.order(relativeTo: probe) < 0 }
        try requireEqual(try source.rank(of: probe, by: name, in: "City"), rank, "\(name) \(item)")
        saw("rank")
    }
}
