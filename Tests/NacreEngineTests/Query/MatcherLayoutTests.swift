import NacreEngine
import NacreFormat
import Testing

/// Records of older layouts, and external values.
@Suite struct MatcherLayoutTests {
    /// The former schema: without `level`, with another name for `country_code`, in another order.
    private let old: StoredSchema = {
        let attributes = QueryFixture.schema.attributes
        let kept = attributes.filter { $0.name != "level" }.map { attribute in
            AttributeSchema(
                id: attribute.id,
                name: attribute.name == "country_code" ? "level" : attribute.name,
                type: attribute.type, isNullable: attribute.isNullable)
        }
        return StoredSchema(
            number: EntityNumber(1), name: "City", attributes: kept.reversed(),
            idOrdinal: kept.count - 1)
    }()

    private func matches(_ text: String, _ values: [String: Value]) throws -> Bool {
        let layout = Layout(id: LayoutID(3), of: old)
        let filter = try BoundFilter(QueryFixture.parse(text), schema: QueryFixture.schema)
        let matcher = try Matcher(filter, layout: layout)
        return try QueryFixture.withRecord(values, layout: layout) { record in
            try matcher.matches(record, external: QueryFixture.unexpectedExternal)
        }
    }

    @Test func `an attribute that the layout lacks is nil`() throws {
        #expect(try matches("level == nil", [:]))
        #expect(try matches("level != 5", [:]))
        #expect(try matches("level in [nil]", [:]))
        #expect(try !matches("level != nil", [:]))
        #expect(try !matches("level < 5", [:]))
        #expect(try !matches("level in ...5", [:]))
        #expect(try !matches("level in [1]", [:]))
        #expect(try matches("!(level > 5)", [:]))
    }

    @Test func `an attribute that the layout lacks is nil compared with another one, too`() throws {
        #expect(try matches("level == i16", [:]))
        #expect(try !matches("level == i16", ["i16": .int(3)]))
        #expect(try matches("i16 != level", ["i16": .int(3)]))
        #expect(try !matches("i16 > level", ["i16": .int(3)]))
        #expect(try matches("country_code < name", ["level": .string("a"), "name": .string("b")]))
    }

    @Test func `the default of an attribute that the layout lacks is compared with others`() throws
    {
        let attributes = QueryFixture.schema.attributes.map { attribute in
            attribute.name == "level"
                ? QueryFixture.attribute(attribute, default: ["level": .int(7)]) : attribute
        }
        let schema = StoredSchema(
            number: EntityNumber(1), name: "City", attributes: attributes, idOrdinal: 0)
        let layout = Layout(id: LayoutID(3), of: old)
        func holds(_ comparison: ComparisonOperator, _ number: Int64) throws -> Bool {
            let filter = try BoundFilter(.attributes("i16", comparison, "level"), schema: schema)
            let matcher = try Matcher(filter, layout: layout)
            return try QueryFixture.withRecord(["i16": .int(number)], layout: layout) { record in
                try matcher.matches(record, external: QueryFixture.unexpectedExternal)
            }
        }
        #expect(try holds(.equal, 7) && holds(.less, 6) && holds(.greaterOrEqual, 7))
        #expect(try !holds(.equal, 6) && !holds(.less, 7) && !holds(.notEqual, 7))
    }

    @Test func `an attribute is found by its number, not by its name or place`() throws {
        #expect(try matches("country_code == \"NO\"", ["level": .string("NO")]))
        #expect(try !matches("country_code == \"SE\"", ["level": .string("NO")]))
        #expect(
            try matches(
                "population == 7 && name == \"x\"", ["population": .int(7), "name": .string("x")]))
    }

    @Test func `a layout in which the attribute has another type is refused`() throws {
        let attributes = QueryFixture.schema.attributes.map { attribute in
            AttributeSchema(
                id: attribute.id, name: attribute.name,
                type: attribute.name == "level" ? .string : attribute.type,
                isNullable: attribute.isNullable)
        }
        let other = StoredSchema(
            number: EntityNumber(1), name: "City", attributes: attributes, idOrdinal: 0)
        let filter = try BoundFilter(QueryFixture.parse("level == 1"), schema: QueryFixture.schema)
        let error = #expect(throws: StoreError.self) {
            try Matcher(filter, layout: Layout(id: LayoutID(2), of: other))
        }
        #expect(error?.code == .schemaMismatch)
    }

    /// Returns whether a filter matches an object whose name is external, and how often the
    /// external value was read.
    private func external(
        _ text: String, _ value: String, of attribute: String = "name"
    ) throws -> (Bool, Int) {
        let filter = try BoundFilter(QueryFixture.parse(text), schema: QueryFixture.schema)
        let matcher = try Matcher(filter, layout: QueryFixture.layout)
        let bytes = Array(value.utf8)
        let reference = ExternalReference(
            length: UInt64(bytes.count), row: RowNumber(12), crc: 99)
        return try QueryFixture.withRecord(
            ["population": .int(5), "photo": .data([])], externals: [attribute: reference]
        ) { record in
            var asked = 0
            let holds = try bytes.withView { view in
                try matcher.matches(record) { found in
                    #expect(found == reference)
                    asked += 1
                    return view
                }
            }
            return (holds, asked)
        }
    }

    @Test func `an external value is read`() throws {
        #expect(try external("name == \"Oslo\"", "Oslo") == (true, 1))
        #expect(try external("name.hasSuffix(\"lo\")", "Oslo") == (true, 1))
        #expect(try external("name in [\"Oslo\"]", "Bergen") == (false, 1))
        #expect(try external("name < \"Oslo\"", "Bergen") == (true, 1))
    }

    @Test func `an external value is read only if it decides the result`() throws {
        #expect(try external("name != nil", "Oslo") == (true, 0))
        #expect(try external("population == 4 && name == \"Oslo\"", "Oslo") == (false, 0))
        #expect(try external("population == 5 || name == \"Oslo\"", "Oslo") == (true, 0))
        #expect(try external("photo == \"AQID\"", "Oslo", of: "photo") == (false, 0))
        #expect(try external("photo == \"T3Nsbw==\"", "Oslo", of: "photo") == (true, 1))
    }

    @Test func `an error of the external values is passed on`() throws {
        let filter = try BoundFilter(
            QueryFixture.parse("name == \"a\""), schema: QueryFixture.schema)
        let matcher = try Matcher(filter, layout: QueryFixture.layout)
        let reference = ExternalReference(length: 1, row: RowNumber(1), crc: 1)
        try QueryFixture.withRecord([:], externals: ["name": reference]) { record in
            _ = #expect(throws: QueryFixture.UnexpectedExternal.self) {
                try matcher.matches(record, external: QueryFixture.unexpectedExternal)
            }
        }
    }
}
