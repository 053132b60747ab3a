import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Properties of all filters and objects.
@Suite struct QueryPropertyTests {
    private let schema = QueryFixture.schema

    @Test func `a filter's text is parsed again as the same filter`() {
        property("text round trip", runs: 500, QueryGenerators.filter) { filter in
            let text = filter.description
            let again = try FilterParser.parse(text, schema: schema)
            try requireEqual(again.description, text)
            // A text does not distinguish NaNs.
            try require(again == filter || text.contains(".nan"), "another filter: \(again)")
            try requireEqual(try FilterParser.parse(text, schema: schema), again)
        }
    }

    @Test func `every filter equals itself, whatever values it contains`() {
        property("equality", runs: 500, QueryGenerators.filter) { filter in
            // Copied, so that nothing is equal only because it shares memory.
            let copy = Self.copy(of: filter)
            try require(copy == filter && [filter].contains(copy), "not itself: \(filter)")
            try requireEqual(copy.hashValue, filter.hashValue)
        }
    }

    private static func copy(of filter: FilterExpression) -> FilterExpression {
        switch filter {
        case .and(let parts): .and(parts.map { copy(of: $0) })
        case .or(let parts): .or(parts.map { copy(of: $0) })
        case .elements(let name, let parts): .elements(name, parts.map { copy(of: $0) })
        case .not(let part): .not(copy(of: part))
        case .inner(let name, let value, let part): .inner(name, value, copy(of: part))
        case .membership(let name, let values): .membership(name, values.map { $0 })
        case .comparison(let name, let comparison, .array(let values)):
            .comparison(name, comparison, .array(values.map { $0 }))
        default: filter
        }
    }

    @Test func `binding does not change a filter that the parser could make`() {
        property("binding twice", QueryGenerators.filter) { filter in
            let bound = try BoundFilter(filter, schema: schema).filter
            try requireEqual(bound.description, filter.description)
            try requireEqual(bound, filter)
        }
    }

    @Test func `a matcher agrees with Swift's operators`() {
        let cases = Generator<(FilterExpression, [String: Value])>.tuple(
            QueryGenerators.filter, QueryGenerators.object)
        property("matcher", runs: 2000, cases) { filter, object in
            let expected = ReferenceEvaluator(values: object).holds(filter)
            let actual = try QueryFixture.matches(filter, object)
            try requireEqual(actual, expected, "\(filter)")
        }
    }

    @Test func `a matcher agrees on records of any layout, too`() {
        // Some attributes are left out, the others reversed: an older layout. A missing attribute
        // has the value of another object as its default.
        let cases = Generator<(FilterExpression, [String: Value], [String: Value], UInt64)>.tuple(
            QueryGenerators.filter, QueryGenerators.object, QueryGenerators.object, .integer())
        property("old layouts", runs: 500, cases) { filter, object, defaults, mask in
            let all = schema.attributes.map { QueryFixture.attribute($0, default: defaults) }
            let schema = StoredSchema(
                number: schema.number, name: schema.name, attributes: all, idOrdinal: 0)
            let kept = all.indices.filter { $0 == 0 || mask >> UInt64($0) & 1 == 0 }.reversed()
            let old = StoredSchema(
                number: schema.number, name: schema.name, attributes: kept.map { all[$0] },
                idOrdinal: kept.count - 1)
            let layout = Layout(id: LayoutID(2), of: old)
            let matcher = try Matcher(BoundFilter(filter, schema: schema), layout: layout)
            try QueryFixture.withRecord(object, layout: layout) { record in
                var decoded = defaults
                for (ordinal, attribute) in layout.attributes.enumerated() {
                    decoded[attribute.name] = try RecordDecoder.value(
                        ordinal, of: record, layout: layout, origin: 0,
                        external: QueryFixture.unexpectedExternal)
                }
                let actual = try matcher.matches(
                    record, external: QueryFixture.unexpectedExternal)
                try requireEqual(actual, ReferenceEvaluator(values: decoded).holds(filter))
            }
        }
    }

    @Test func `mangled text is parsed or refused with a caret inside`() {
        let pieces = [
            "level", "name", "(", ")", "&&", "||", "!", "==", "<", "1", "\"a\"", " ", "in", "[",
            "]", "...", "..<", "-", ".", "nil", "`", "\"", "\\", "true", ",", "0x", "1e", "\n",
            "\u{1F600}", "contains", "e\u{301}",
        ]
        let text = Generator<[String]>.array(of: .element(of: pieces), count: 0...12)
        property("mangled text", runs: 2000, text.map { $0.joined() }) { text in
            let filter: FilterExpression
            do throws(FilterSyntaxError) {
                filter = try FilterParser.parse(text, schema: schema)
            } catch {
                let isInside = error.scalarOffset <= text.unicodeScalars.count
                guard isInside, error.byteOffset <= text.utf8.count, !error.message.isEmpty else {
                    throw error
                }
                _ = error.description
                return
            }
            try requireEqual(try FilterParser.parse(filter.description, schema: schema), filter)
        }
    }

    @Test func `the order of sort keys is total`() {
        let keys = Generator<[[String: Value]]>.array(of: QueryGenerators.object, count: 3)
        let sort = Generator<[SortTerm]>.array(
            of: Generator<AttributeSchema>.element(of: schema.attributes).map { SortTerm($0.name) },
            count: 1...2
        )
        property("total order", runs: 300, .tuple(sort, keys)) { sorts, objects in
            let keys = try SortKeys(sorts, schema: schema)
            let reader = try SortKeyReader(keys, layout: QueryFixture.layout)
            let all = try objects.map { object in
                try QueryFixture.withRecord(object) { record in
                    try reader.key(of: record, external: QueryFixture.unexpectedExternal)
                }
            }
            for a in all {
                try requireEqual(keys.compare(a, a), 0)
                for b in all {
                    try requireEqual(keys.compare(a, b).signum(), -keys.compare(b, a).signum())
                    for c in all where keys.compare(a, b) <= 0 && keys.compare(b, c) <= 0 {
                        try require(keys.compare(a, c) <= 0, "\(a) \(b) \(c)")
                    }
                }
            }
        }
    }
}
