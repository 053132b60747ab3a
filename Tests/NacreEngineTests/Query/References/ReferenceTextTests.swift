import NacreFormat
import Testing

@testable import NacreEngine

/// The text form of filters and sorts that go through references.
@Suite struct ReferenceTextTests {
    private static let schemas = ["Person", "City"].map {
        Graph.schema($0, peopleID: .scalar(.int64))
    }
    private static let entities = EntityFinder { name in schemas.first { $0.name == name } }

    /// The attributes of people, as an error lists them.
    private static let people =
        "It has \(schemas[0].attributes.map { FilterText.name($0.name) }.joined(separator: ", "))."

    private func parse(
        _ text: String, of entity: Int = 1
    ) throws(FilterSyntaxError) -> FilterExpression {
        try FilterParser.parse(text, schema: Self.schemas[entity], entities: Self.entities)
    }

    private func message(_ text: String) -> String {
        do throws(FilterSyntaxError) {
            return "read as \(try parse(text))"
        } catch {
            return error.description
        }
    }

    @Test func `a path follows references by the longest matching name`() throws {
        let name = FilterExpression.comparison("name", .equal, .string("x"))
        #expect(try parse("mayor.name == \"x\"") == .reference("mayor", name))
        #expect(
            try parse("mayor.home.city.mayor.boss.name == \"x\"")
                == name.reached(through: ["mayor", "home.city", "mayor", "boss"]))
        #expect(
            try parse("mayor.name.hasPrefix(\"x\")")
                == .reference("mayor", .text("name", TextCondition(.hasPrefix, "x"))))
        #expect(
            try parse("mayor.age in 1...5")
                == .reference("mayor", .range("age", .closed(.int(1), .int(5)))))
        #expect(try parse("mayor == 3") == .comparison("mayor", .equal, .int(3)))
    }

    @Test func `attributes of one object are compared, wherever references lead to it`() throws {
        let same = FilterExpression.attributes("name", .less, "name")
        #expect(try parse("name < name") == same)
        #expect(try parse("mayor.name < mayor.name") == .reference("mayor", same))
        #expect(
            try parse("mayor.home.city.name < mayor.home.city.name")
                == same.reached(through: ["mayor", "home.city"]))
        #expect(
            try parse("council.contains { boss.name < boss.name && name < name }")
                == .members("council", .any, .and([.reference("boss", same), same])))
        #expect(message("mayor.name == age").contains("no attribute age in City"))
        for filter in [same, .reference("mayor", same), .not(.reference("mayor", same))] {
            #expect(try parse("\(filter)") == filter)
        }
    }

    @Test func `attributes of two objects are compared, and common steps are dropped`() throws {
        let bossName = AttributePath("name", through: ["boss"])
        let cityName = AttributePath("name", through: ["home.city"])
        let cases: [(String, FilterExpression)] = [
            ("mayor.name < name", .attributes(.init("name", through: ["mayor"]), .less, "name")),
            (
                "name != mayor.name",
                .attributes("name", .notEqual, .init("name", through: ["mayor"]))
            ),
            (
                "mayor == mayor.boss",
                .attributes("mayor", .equal, .init("boss", through: ["mayor"]))
            ),
            (
                "mayor.boss.name == mayor.name",
                .reference("mayor", .attributes(bossName, .equal, "name"))
            ),
            (
                "!(mayor.home.city.name >= mayor.boss.name)",
                .not(.reference("mayor", .attributes(cityName, .greaterOrEqual, bossName)))
            ),
            (
                "council.contains { boss.name < home.city.name && name < boss.name }",
                .members(
                    "council", .any,
                    .and([
                        .attributes(bossName, .less, cityName),
                        .attributes("name", .less, bossName),
                    ]))
            ),
        ]
        for (text, filter) in cases {
            #expect(try parse(text) == filter, "\(text)")
            #expect("\(filter)" == text)
        }
    }

    @Test func `a query that compares an attribute of another object depends on it`() throws {
        for (text, reaches) in [
            ("name == mayor.name", true), ("!(mayor.age < population) || id == 3", true),
            ("name == name", false),
        ] {
            let query = Query(entity: "City", filter: try parse(text))
            #expect(query.reachesOtherObjects == reaches, "\(text)")
        }
    }

    @Test func `values that cannot be compared are reported with their place`() throws {
        #expect(message("name == mayor.age").contains("string"))
        #expect(message("mayor == mayor.home.city").contains("cannot be compared with"))
        #expect(message("council == mayor.cities").contains("cannot be compared with"))
        #expect(message("name == mayor.nam").contains("no attribute nam in Person"))
        let far = Array(repeating: "boss", count: 16).joined(separator: ".")
        #expect(message("name == mayor.\(far).name").contains("more than 16 references"))
    }

    @Test func `braces contain filters of other objects`() throws {
        let old = FilterExpression.comparison("age", .greater, .int(5))
        #expect(
            try parse("council.contains { age > 5 }") == .members("council", .any, old))
        #expect(
            try parse("council.count { age > 5 } >= 2")
                == .members("council", .count(.greaterOrEqual, 2), old))
        #expect(
            try parse("council.count { age > 5 } > -1")
                == .members("council", .count(.greater, -1), old))
        #expect(
            try parse("mayor.cities.allSatisfy { council.contains { age > 5 } }")
                == .reference("mayor", .members("cities", .all, .members("council", .any, old))))
        #expect(
            try parse("Person.home.city.contains { age > 5 }")
                == .referrers(Referrers("Person", by: "home.city"), .objects(.any, old)))
        #expect(
            try parse("mayor.City.mayor.count >= 2")
                == .reference(
                    "mayor",
                    .referrers(Referrers("City", by: "mayor"), .count(.greaterOrEqual, 2))))
        #expect(
            try parse("!(Person.cities.isEmpty)")
                == .not(.referrers(Referrers("Person", by: "cities"), .count(.equal, 0))))
    }

    @Test func `carets in braces refer to outer objects`() throws {
        let (old, one) = (
            FilterExpression.comparison("age", .greater, .int(5)), OuterObject.levels(1)
        )
        let outerName = AttributePath("name", of: one)
        let mayorName = AttributePath("name", through: ["mayor"])
        let cases: [(String, FilterExpression)] = [
            (
                "age > 5 && ^population > 5",
                .and([old, .outer(one, .comparison("population", .greater, .int(5)))])
            ),
            ("name == ^name", .attributes("name", .equal, outerName)),
            (
                "^mayor.name == boss.name",
                .attributes(
                    AttributePath("name", through: ["mayor"], of: one), .equal,
                    AttributePath("name", through: ["boss"]))
            ),
            ("^mayor.name < ^name", .outer(one, .attributes(mayorName, .less, "name"))),
            ("^council.contains { age > 5 }", .outer(one, .members("council", .any, old))),
            (
                "^mayor.City.mayor.count >= 2",
                .outer(
                    one,
                    .reference(
                        "mayor",
                        .referrers(Referrers("City", by: "mayor"), .count(.greaterOrEqual, 2))))
            ),
            (
                "!^name.hasPrefix(\"x\")",
                .not(.outer(one, .text("name", TextCondition(.hasPrefix, "x"))))
            ),
            (
                "cities.allSatisfy { ^^name == name || ^age > ^^population || ^^mayor == nil }",
                .members(
                    "cities", .all,
                    .or([
                        .attributes(AttributePath("name", of: .levels(2)), .equal, "name"),
                        .attributes(
                            AttributePath("age", of: one), .greater,
                            AttributePath("population", of: .levels(2))),
                        .outer(.levels(2), .comparison("mayor", .equal, .null)),
                    ]))
            ),
        ]
        for (inner, filter) in cases {
            let text = "council.contains { \(inner) }"
            #expect(try parse(text) == .members("council", .any, filter), "\(text)")
            #expect("\(FilterExpression.members("council", .any, filter))" == text)
        }
        #expect(
            try parse("council.contains { ! ( ^ name == \"x\" ) }").description
                == "council.contains { !(^name == \"x\") }")
    }

    @Test func `an outer list is compared by elements, and negated in parentheses`() throws {
        let schemas = ["Person", "City"].map { Graph.schema($0, peopleID: .string) }
        let entities = EntityFinder { name in schemas.first { $0.name == name } }
        func parse(_ test: String) throws(FilterSyntaxError) -> FilterExpression {
            try FilterParser.parse(
                "council.contains { \(test) }", schema: schemas[1], entities: entities)
        }
        let list = FilterExpression.elements("council", [.comparison("$0", .equal, .string("x"))])
        let equal = FilterExpression.members("council", .any, list.of(.levels(1)))
        let different = FilterExpression.members("council", .any, .not(list.of(.levels(1))))
        #expect(try parse("^council == [\"x\"]") == equal)
        #expect(equal.description == "council.contains { ^council == [\"x\"] }")
        #expect(try parse("^council != [\"x\"]") == different)
        #expect(try parse("!(^council == [\"x\"])") == different)
        #expect(different.description == "council.contains { !(^council == [\"x\"]) }")
        let error = #expect(throws: FilterSyntaxError.self) { try parse("!^council != [\"x\"]") }
        #expect(error?.message.contains("in parentheses") == true)
    }

    @Test func `a query with an outer object depends on other objects`() throws {
        let filter = try parse("council.contains { ^name == \"x\" }")
        #expect(Query(entity: "City", filter: filter).reachesOtherObjects)
    }

    @Test func `an outer object that does not enclose the filter is refused`() {
        let name = FilterExpression.comparison("name", .equal, .null)
        for outer in [OuterObject.closure(7), .levels(0), .levels(2), .levels(.max)] {
            for inner in [name.of(outer), .attributes("name", .less, .init("name", of: outer))] {
                let error = #expect(throws: StoreError.self) {
                    try BoundFilter(
                        .members("council", .any, inner), schema: Self.schemas[1],
                        entities: Self.entities)
                }
                #expect(error?.code == .invalidValue)
            }
        }
    }

    @Test func `a filter through a reference prints with the path in each part`() throws {
        let both = FilterExpression.reference(
            "mayor", try parse("age > 5 && !(name == nil)", of: 0))
        #expect(both.description == "mayor.age > 5 && !(mayor.name == nil)")
        let either = FilterExpression.reference(
            "mayor", try parse("age > 5 || boss.age > 5", of: 0))
        let filter = FilterExpression.and([.all, either])
        #expect(filter.description == "true && (mayor.age > 5 || mayor.boss.age > 5)")
    }

    @Test(arguments: [
        (
            "mayor.nmae == \"x\"", 6,
            "There is no attribute nmae in Person.\nDid you mean name? \(people)"
        ),
        (
            "mayor.boss.hme.city == 1", 11,
            "There is no attribute hme.city in Person.\nDid you mean home.city? \(people)"
        ),
        (
            "name.length == 1", 0,
            "There is no attribute name.length in City.\n"
                + "It has id, name, population, mayor, council."
        ),
        (
            "council.name == \"x\"", 0,
            "council is of type array<int64> and holds several references.\n"
                + "Test whether one of them leads to the object: .contains { ... }."
        ),
        (
            "mayor.contains { age > 5 }", 0,
            "mayor is of type int64 and holds no list of references.\nContinue with a dot: .name."
        ),
        (
            "council.contains { aeg > 5 }", 19,
            "There is no attribute aeg in Person.\nDid you mean age? \(people)"
        ),
        ("council.contains { age > 5", 17, "The closing brace is missing."),
        ("council.contains { age > 5 } }", 29, "Only && or || is allowed here."),
        (
            "Person.age.count > 1", 7,
            "age is of type int32 and does not lead to City."
        ),
        ("Person.cities.count > 1.5", 22, "A whole number was expected here."),
        (
            "^name == \"x\"", 0,
            "Each ^ leads to the object one pair of braces further out, and there are not so many"
                + " pairs of braces around this."
        ),
        (
            "council.contains { name == ^^name }", 27,
            "Each ^ leads to the object one pair of braces further out, and there are not so many"
                + " pairs of braces around this."
        ),
        (
            "council.contains { !^name == \"x\" }", 19,
            "Put the negated test in parentheses.\nWrite !(...)."
        ),
        (
            "council.contains { name == ^nmae }", 28,
            "There is no attribute nmae in City.\nDid you mean name?"
                + " It has id, name, population, mayor, council."
        ),
        (
            "council.contains { ^ > 5 }", 21,
            "The name of an attribute was expected here.\n"
                + "Put unusual names in backquotes, as in `home town`."
        ),
        (
            "mayor.cities.contains { $0 > ^population }", 29,
            "Parts of a value cannot be compared with attributes."
        ),
        (
            "mayor.cities.contains { $0 > 1 && ^name == \"x\" }", 34,
            "Parts of a value cannot be compared with attributes."
        ),
    ])
    func `an error within a path has a caret`(text: String, offset: Int, rest: String) {
        let caret = String(repeating: " ", count: offset) + "^"
        #expect(message(text) == [text, caret, rest].joined(separator: "\n"))
    }

    @Test func `a reference to an entity that the store does not have is refused`() throws {
        let error = #expect(throws: FilterSyntaxError.self) {
            try FilterParser.parse("mayor.name == nil", schema: Self.schemas[1])
        }
        #expect(error?.code == .unknownEntity)
        #expect(error?.scalarOffset == 0)
    }

    @Test func `a path follows sixteen references and no more`() throws {
        func path(_ count: Int) -> String {
            String(repeating: "boss.", count: count) + "age == 1"
        }
        _ = try parse(path(16), of: 0)
        let error = #expect(throws: FilterSyntaxError.self) { try parse(path(17), of: 0) }
        #expect(error?.message == "The path goes through more than 16 references.")
        let nested = String(repeating: "cities.contains { council.contains { ", count: 9)
        #expect(throws: FilterSyntaxError.self) { try parse(nested + "age == 1", of: 0) }
    }

    @Test func `sorts follow references, too`() throws {
        let sorts = try SortTerm.parse(
            "-mayor.boss.name, id", schema: Self.schemas[1], entities: Self.entities)
        #expect(
            sorts == [
                SortTerm("name", through: ["mayor", "boss"], isAscending: false), SortTerm("id"),
            ])
        #expect(sorts.map(\.description) == ["-mayor.boss.name", "id"])
    }
}
