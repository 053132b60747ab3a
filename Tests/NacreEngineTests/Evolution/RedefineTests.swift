import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// The effects of a change of an entity's attributes on its objects, and the changes that are
/// refused.
@Suite struct RedefineTests {
    static func attribute(
        _ name: String, _ type: StoredType, isNullable: Bool = false, isUnique: Bool = false,
        reference: String? = nil, default defaultValue: Value? = nil, pipeline: [String] = []
    ) -> AttributeSchema {
        AttributeSchema(
            id: AttributeID(1), name: name, type: type, isNullable: isNullable, isUnique: isUnique,
            reference: reference, defaultValue: defaultValue, pipeline: pipeline)
    }

    private func redefine(_ store: TestStore, _ attributes: [AttributeSchema]) throws {
        _ = try store.database.performChanges { changes in
            try changes.redefine(CityEntity.name, attributes: attributes)
        }
    }

    private func withCities(_ body: (TestStore) throws -> Void) throws {
        try withStore { store in
            _ = try store.database.performChanges { changes in
                try CityEntity.define(in: changes)
                try changes.insert(CityEntity.values(1, "Oslo", country: "NO"), into: "City")
                try changes.insert(CityEntity.values(2, "Bern"), into: "City")
            }
            try body(store)
        }
    }

    private static let level = attribute("level", .scalar(.int8), default: .int(5))

    @Test func `an added attribute has its default in older objects and a value in new ones`()
        throws
    {
        try withCities { store in
            try redefine(store, CityEntity.attributes + [Self.level])
            _ = try store.database.performChanges { changes in
                try changes.insert(CityEntity.values(3, "Rome") + [.int(9)], into: "City")
                try changes.update(CityEntity.values(2, "Bern") + [.int(7)], of: "City")
            }
            for _ in 0..<2 {
                let snapshot = try store.database.snapshot()
                let levels = try snapshot.fetch(Query(entity: "City")).map { $0["level"] }
                #expect(levels == [.int(5), .int(7), .int(9)])
                let filter = FilterExpression.comparison("level", .equal, .int(5))
                #expect(try snapshot.count(Query(entity: "City", filter: filter)) == 1)
                try store.reopen()
                _ = try store.database.compact()
            }
        }
    }

    @Test func `older objects keep the first default of an attribute`() throws {
        try withCities { store in
            try redefine(store, CityEntity.attributes + [Self.level])
            let other = Self.attribute("level", .scalar(.int8), default: .int(6))
            try redefine(store, CityEntity.attributes + [other])
            try redefine(store, [other] + CityEntity.attributes)
            #expect(try store.database.snapshot().find(.int(1), in: "City")?["level"] == .int(5))
        }
    }

    @Test func `an attribute that is removed and added again is a new attribute`() throws {
        try withCities { store in
            let rest = CityEntity.attributes.filter { $0.name != "name" }
            try redefine(store, rest)
            #expect(try store.database.snapshot().find(.int(1), in: "City")?["name"] == .null)
            _ = try store.database.compact()
            try store.reopen()
            try redefine(store, rest + [Self.attribute("name", .scalar(.bool), isNullable: true)])
            let schema = try store.database.snapshot().schema(of: "City")
            #expect(schema.attributes.last?.id == AttributeID(8))
            #expect(try store.database.snapshot().find(.int(1), in: "City")?["name"] == .null)
        }
    }

    @Test func `an attribute id is never reused, even if it left no trace`() throws {
        try withCities { store in
            for _ in 0..<3 {
                try redefine(store, CityEntity.attributes + [Self.level])
                try redefine(store, CityEntity.attributes)
            }
            #expect(
                try store.database.snapshot().schema(of: "City").lastAttribute == AttributeID(10))
            try store.reopen()
            try redefine(store, CityEntity.attributes + [Self.level])
            let schema = try store.database.snapshot().schema(of: "City")
            #expect(schema.attributes.last?.id == AttributeID(11))
        }
    }

    @Test func `an unchanged redefinition writes nothing`() throws {
        try withCities { store in
            let before = try store.database.snapshot()
            let again = CityEntity.attributes.map {
                AttributeSchema(
                    id: AttributeID(99), name: $0.name, type: $0.type, isNullable: $0.isNullable)
            }
            try redefine(store, again)
            let after = try store.database.snapshot()
            #expect(after.commit == before.commit)
            #expect(try after.schema(of: "City") == before.schema(of: "City"))
        }
    }

    @Test func `a required attribute that becomes nullable keeps its values`() throws {
        try withCities { store in
            var attributes = CityEntity.attributes
            attributes[1] = Self.attribute("name", .string, isNullable: true)
            try redefine(store, attributes)
            _ = try store.database.performChanges { changes in
                var values = CityEntity.values(2, "")
                values[1] = .null
                try changes.update(values, of: "City")
            }
            let names = try store.database.snapshot().fetch(Query(entity: "City"))
                .map { $0["name"] }
            #expect(names == [.string("Oslo"), .null])
        }
    }

    @Test func `the next version of an object drops a removed attribute's long value`() throws {
        try withCities { store in
            let long = String(long: "x", count: 70_000)
            _ = try store.database.performChanges { changes in
                for id in 1...3 as ClosedRange<Int64> {
                    try changes.save(CityEntity.values(id, "c", country: long), in: "City")
                }
            }
            // A compaction copies objects and long values.
            func longValues() throws -> Int {
                try store.database.compact().records - store.database.snapshot().count("City")
            }
            #expect(try longValues() == 3)
            let rest = CityEntity.attributes.filter { $0.name != "country" }
            try redefine(store, rest)
            #expect(try longValues() == 3)
            _ = try store.database.performChanges { changes in
                try changes.delete(.int(1), from: "City")
                var object = try #require(try changes.find(.int(2), in: "City"))
                object.values[1] = .string("d")
                try changes.update(object.values, of: "City")
            }
            #expect(try longValues() == 1)
        }
    }

    @Test func `a redefinition that fails or is rolled back changes nothing`() throws {
        try withCities { store in
            let before = try store.database.snapshot().schema(of: "City")
            struct Stop: Error {}
            #expect(throws: Stop.self) {
                _ = try store.database.performChanges { changes in
                    try changes.redefine("City", attributes: CityEntity.attributes + [Self.level])
                    try changes.insert(CityEntity.values(3, "Rome") + [.int(9)], into: "City")
                    throw Stop()
                }
            }
            _ = try store.database.performChanges { changes in
                #expect(throws: StoreError.self) {
                    try changes.redefine("City", attributes: [])
                }
                #expect(throws: StoreError.self) {
                    try changes.redefine("Town", attributes: CityEntity.attributes)
                }
                try changes.insert(CityEntity.values(4, "Rome"), into: "City")
            }
            #expect(try store.database.snapshot().schema(of: "City") == before)
            try store.reopenAfterKill()
            #expect(try store.database.snapshot().count("City") == 3)
        }
    }

    @Test func `a type that cannot read stored objects is refused with the reason`() throws {
        try withCities { store in
            func refusal(_ change: (inout [AttributeSchema]) -> Void) -> String {
                var attributes = CityEntity.attributes
                change(&attributes)
                let error = #expect(throws: StoreError.self) { try redefine(store, attributes) }
                #expect(error?.code == .schemaMismatch)
                return error?.message ?? ""
            }
            #expect(
                refusal { $0[3] = Self.attribute("population", .string, isNullable: true) }
                    == "'population' of 'City' is stored as int64 and declared as string. Declare"
                    + " it as it is stored, give the new attribute another name, or rename the"
                    + " stored one, add this one and fill it in a step of a SchemaPlan: .rename,"
                    + " .add, .rewrite and .remove.")
            #expect(
                refusal { $0[2] = Self.attribute("country", .string) }.hasPrefix(
                    "'country' of 'City' is stored as nullable and declared as required."))
            #expect(
                refusal { $0[1] = Self.attribute("name", .string, pipeline: ["a", "b"]) }
                    .hasPrefix(
                        "'name' of 'City' is stored without stages and declared through a, b."))
            #expect(
                refusal { $0.append(Self.attribute("new", .string)) }.hasPrefix(
                    "'new' of 'City' is new and required"))
            #expect(
                refusal { $0.append(Self.attribute("new", .string, default: .int(1))) }
                    .contains("the default of 'new' is not a value of type string"))
            #expect(
                refusal { $0.removeFirst() }.hasPrefix("'id' of 'City' is the stored id"))
            #expect(refusal { $0.append($0[1]) }.contains("two attributes have the same"))
            #expect(
                refusal { $0[0] = Self.attribute("id", .scalar(.int64), isNullable: true) }
                    .hasPrefix("'id' of 'City' is the stored id and declared as nullable."))
        }
    }
}
