import Foundation
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// The plans for conditions on other objects.
@Suite struct ReferencePlanTests {
    private static let peopleCount = 300

    /// Makes 3,000 cities and 300 mayors, each of ten cities.
    private func withCities(
        indexes: [String: [NamedIndex]], _ body: (DatabaseSnapshot) throws -> Void
    ) throws {
        try withStore { store in
            try store.database.performChanges { changes in
                try Graph.define(in: changes, peopleID: .scalar(.int64), indexes: indexes)
                for id in 0..<Self.peopleCount {
                    try changes.insert(
                        [
                            .int(Int64(id)), .string("p\(id)"), .int(Int64(id % 100)), .null,
                            .null, .array([]),
                        ], into: "Person")
                }
                for id in 0..<3000 {
                    try changes.insert(
                        [
                            .int(Int64(id)), .string("c"), .int(Int64(id)),
                            .int(Int64(id % Self.peopleCount)), .array([]),
                        ], into: "City")
                }
            }
            try body(try store.database.snapshot())
        }
    }

    private func query(
        _ text: String, of entity: String = "City", in snapshot: DatabaseSnapshot
    ) throws -> Query {
        let schema = try snapshot.definition(entity).schema
        let filter = try FilterParser.parse(
            text, schema: schema, entities: snapshot.catalog.finder)
        return Query(entity: entity, filter: filter)
    }

    @Test func `an explanation shows the look-ups and their indexes`() throws {
        try withCities(indexes: ["Person": [["name"]], "City": [["mayor"]]]) { snapshot in
            let query = try query("mayor.name == \"p7\" && population < 2000", in: snapshot)
            let explanation = try snapshot.explain(query)
            #expect(
                explanation.description == """
                    City: index on mayor, 10 of 3000 objects
                    filter: population < 2000
                    order: sorted by id
                    mayor: 1 found by Person: index on name, 1 of 300 objects
                    """)
            #expect(try snapshot.count(query) == 7)
            let counting = try snapshot.explain(query, isCounting: true)
            #expect(
                counting.description == """
                    City: index on mayor, 10 of 3000 objects
                    filter: population < 2000
                    mayor: 1 found by Person: index on name, 1 of 300 objects
                    """)
        }
    }

    @Test func `without indexes everything is read once, and the given filter is shown`() throws {
        try withCities(indexes: [:]) { snapshot in
            let query = try query("mayor.age > 97 && mayor.name != nil", in: snapshot)
            #expect(
                try snapshot.explain(query, isCounting: true).description == """
                    City: all objects, 3000 of 3000 objects
                    filter: mayor.age > 97 && mayor.name != nil
                    mayor: 6 found by Person: all objects, 300 of 300 objects
                        filter: age > 97 && name != nil
                    """)
            #expect(try snapshot.count(query) == 60)
        }
    }

    @Test func `attributes of two objects are compared only for rows that the rest leaves`() throws
    {
        try withCities(indexes: ["City": [["population"]]]) { snapshot in
            let query = try query(
                "mayor.age == population && population < 200 && name != mayor.name", in: snapshot)
            #expect(
                try snapshot.explain(query, isCounting: true).description == """
                    City: ids in 100 ranges, 100 of 3000 objects
                    mayor.age == population && name != mayor.name: 100 found by City: index on \
                    population, 200 of 3000 objects
                    """)
            #expect(try snapshot.count(query) == 100)
            let either = try self.query("mayor.age == population || id == mayor", in: snapshot)
            #expect(
                try snapshot.explain(either, isCounting: true).description == """
                    City: all objects, 3000 of 3000 objects
                    filter: id == mayor || mayor.age == population
                    mayor.age == population: 100 found by City: all objects, 3000 of 3000 objects
                    """)
            #expect(try snapshot.count(either) == 300)
        }
    }

    @Test func `a filter on the outer object is evaluated for rows that the rest leaves`() throws {
        let scan = "going through all objects, as there is no index"
        for (indexes, way) in [(["population"], scan), (["population", "mayor"], "an index")] {
            try withCities(indexes: ["City": indexes.map { [$0] }]) { snapshot in
                let query = try query(
                    "mayor.City.mayor.contains { population > ^population && name == \"c\" }"
                        + " && population >= 2600", in: snapshot)
                #expect(
                    try snapshot.explain(query, isCounting: true).description == """
                        City: ids in 100 ranges, 100 of 3000 objects
                        City.mayor: for each object found by \(way)
                        mayor.City.mayor.contains { population > ^population && name == "c" }: 100 \
                        found by City: index on population, 400 of 3000 objects
                        """)
                #expect(try snapshot.fetch(query).count == 100)
            }
        }
    }

    @Test(arguments: ["id == 5 && (name == \"x\" || $)", "id == 5 && !(name == \"c\" && $)"])
    func `only rows that the rest leaves are evaluated, also in a disjunction`(
        text: String
    ) throws {
        try withCities(indexes: ["City": [["mayor"]]]) { snapshot in
            let part = "mayor.City.mayor.contains { population < ^population }"
            let text = text.replacingOccurrences(of: "$", with: part)
            let lines = try snapshot.explain(query(text, in: snapshot)).description
                .split(separator: "\n")
            let last = try #require(lines.last)
            #expect(last.contains("found by City: ids, 1 of 3000 objects"))
        }
    }

    @Test func `each conjunction of a disjunction uses its index`() throws {
        try withCities(indexes: ["City": [["mayor"], ["population"]]]) { snapshot in
            let query = try query(
                "population == 7 || population == 8 && mayor.City.mayor.contains {"
                    + " population > ^population }", in: snapshot)
            let explanation = try snapshot.explain(query, isCounting: true).description
            #expect(
                explanation.contains("1 found by City: index on population, 1 of 3000 objects"))
            #expect(try snapshot.count(query) == 2)
        }
    }

    @Test func `the part without the outer object is queried only once`() throws {
        try withCities(indexes: ["Person": [["name"]]]) { snapshot in
            let query = try query(
                "mayor.City.mayor.contains { population > ^population && mayor.name == \"p7\" }",
                in: snapshot)
            #expect(
                try snapshot.explain(query, isCounting: true).description == """
                    City: ids in 9 ranges, 9 of 3000 objects
                    City.mayor: for each object found by going through all objects, as there is no \
                    index
                    mayor: 1 found by Person: index on name, 1 of 300 objects
                    mayor.City.mayor.contains { population > ^population && mayor.name == "p7" }: \
                    9 found by City: all objects, 3000 of 3000 objects
                    """)
        }
    }

    @Test func `an object whose id is NaN is not left out of an answer`() throws {
        try withStore { store in
            try store.database.performChanges { changes in
                try Graph.define(in: changes, peopleID: .scalar(.double))
                for (id, age) in [(Double.nan, 1), (2, 2)] {
                    try changes.insert(
                        [
                            .double(id), .string("p"), .int(Int64(age)), .double(2), .null,
                            .array([]),
                        ],
                        into: "Person")
                }
            }
            let snapshot = try store.database.snapshot()
            func count(_ text: String) throws -> Int {
                try snapshot.count(try query(text, of: "Person", in: snapshot))
            }
            #expect(try count("age == boss.age") == 1)
            #expect(try count("age < boss.age && age > 1") == 0)
            let error = #expect(throws: StoreError.self) { try count("age < boss.age") }
            #expect(error?.code == .invalidValue)
            #expect(error?.message.contains("not a number") == true)
        }
    }

    @Test func `long lists are not looked up one by one`() throws {
        try withCities(indexes: ["City": [["mayor"]]]) { snapshot in
            for text in ["mayor.age >= 50", "mayor.age < 99"] {
                let query = try query(text, in: snapshot)
                let explanation = try snapshot.explain(query)
                #expect(explanation.candidateCount == 3000, "\(explanation)")
            }
            // Nor for a list of literals.
            let values = (0..<1000).map { Value.int(Int64($0 % 2)) }
            let query = Query(entity: "City", filter: .membership("mayor", values))
            #expect(try snapshot.explain(query).candidateCount == 3000)
            #expect(try snapshot.count(query) == 20)
        }
    }

    @Test func `conditions that no object can fulfil, or that all fulfil, read no others`() throws {
        try withCities(indexes: [:]) { snapshot in
            let none = try query("population > 5 && mayor.name == \"nobody\"", in: snapshot)
            #expect(try snapshot.explain(none).candidateCount == 0)
            let all = try query("mayor.name != \"nobody\"", in: snapshot)
            #expect(try snapshot.count(all) == 3000)
            let aggregate = try snapshot.aggregate([.max("population")], all)
            #expect(aggregate == [.int(2999)])
        }
    }

    @Test func `the longest allowed path needs no more stack than a thread has`() throws {
        try withCities(indexes: [:]) { snapshot in
            let path = ["mayor"] + Array(repeating: "boss", count: 15)
            let test = FilterExpression.comparison("age", .equal, .null)
            let filter = test.reached(through: path)
            let query = Query(
                entity: "City", filter: filter, sorts: [SortTerm("age", through: path)])
            let count = Mutex(-1)
            let thread = Thread { count.withLock { $0 = (try? snapshot.fetch(query).count) ?? -2 } }
            thread.stackSize = 512 << 10
            thread.start()
            while !thread.isFinished { Thread.sleep(forTimeInterval: 0.01) }
            #expect(count.withLock(\.self) == 3000)
            let longer = test.reached(through: path + ["boss"])
            let error = #expect(throws: StoreError.self) {
                try snapshot.count(Query(entity: "City", filter: longer))
            }
            #expect(error?.code == .invalidValue)
        }
    }

    @Test func `the deepest allowed braces need no more stack than a thread has`() throws {
        try withCities(indexes: [:]) { snapshot in
            let (age, outer) = (AttributePath("age"), OuterObject.levels(8))
            let innermost = FilterExpression.attributes(
                age, .equal, AttributePath("age", of: outer))
            @Sendable func filter(_ depth: Int) -> FilterExpression {
                (0..<depth).reduce(innermost) { test, _ in
                    .referrers(Referrers("Person", by: "boss"), .objects(.any, test))
                }
            }
            let count = Mutex(-1)
            let thread = Thread {
                let query = Query(entity: "Person", filter: filter(8))
                count.withLock { $0 = (try? snapshot.count(query)) ?? -2 }
            }
            thread.stackSize = 512 << 10
            thread.start()
            while !thread.isFinished { Thread.sleep(forTimeInterval: 0.01) }
            #expect(count.withLock(\.self) == 0)
            #expect(throws: StoreError.self) {
                try snapshot.count(Query(entity: "Person", filter: filter(9)))
            }
        }
    }

    @Test func `an unresolved filter is refused and never confused with another`() throws {
        let filter = FilterExpression.reference("mayor", .comparison("age", .equal, .int(1)))
        let schemas = ["Person", "City"].map { Graph.schema($0, peopleID: .scalar(.int64)) }
        let finder = EntityFinder { name in schemas.first { $0.name == name } }
        let bound = try BoundFilter(filter, schema: schemas[1], entities: finder)
        let layout = Layout(id: LayoutID(1), of: schemas[1])
        #expect(throws: StoreError.self) { try Matcher(bound, layout: layout) }
    }

    @Test func `a store without the entity reports that`() throws {
        try withStore { store in
            try store.database.performChanges { changes in
                try changes.define(
                    "City", attributes: Graph.schema("City", peopleID: .string).attributes,
                    id: "id")
            }
            let query = Query(
                entity: "City", filter: .reference("mayor", .comparison("age", .equal, .null)))
            let snapshot = try store.database.snapshot()
            let error = #expect(throws: StoreError.self) { try snapshot.count(query) }
            #expect(error?.code == .unknownEntity)
            let sorted = Query(entity: "City", sorts: [SortTerm("age", through: ["mayor"])])
            #expect(throws: StoreError.self) { try snapshot.fetch(sorted) }
        }
    }
}
