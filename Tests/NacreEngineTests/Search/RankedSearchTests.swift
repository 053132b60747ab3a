import Foundation
import NacreFormat
import NacreSearch
import NacreTestSupport
import NacreText
import Testing

@testable import NacreEngine

/// Ranked searches of the engine: rankings, several entities, completions, explanations, snippets.
@Suite struct RankedSearchTests {
    private static let day = 86_400.0

    private static func attribute(
        _ id: UInt32, _ name: String, _ type: StoredType, isNullable: Bool = false
    ) -> AttributeSchema {
        AttributeSchema(id: AttributeID(id), name: name, type: type, isNullable: isNullable)
    }

    private let store: TestStore

    init() throws {
        store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define(
                "Note",
                attributes: [
                    Self.attribute(1, "id", .scalar(.int64)), Self.attribute(2, "title", .string),
                    Self.attribute(3, "tags", .json),
                    Self.attribute(4, "date", .scalar(.date), isNullable: true),
                ], id: "id", searches: [.words(["title", "tags"])])
            try changes.define(
                "Author",
                attributes: [
                    Self.attribute(1, "id", .scalar(.int64)), Self.attribute(2, "name", .string),
                    Self.attribute(3, "secret", .string),
                ], id: "id",
                searches: [
                    .words(["name"]),
                    NamedSearch(
                        "all", ["name", "secret"], tokenizer: Tokenizer.words.name.description),
                ])
            for (id, title, age) in [
                (1, "Swift store", 30.0), (2, "Swift store", 0), (3, "Swift store", -4),
                (4, "A store of words", 60),
            ] {
                try changes.insert(
                    [
                        .int(Int64(id)), .string(title), .json("[\"tag\(id)\",\"swift\"]"),
                        .date(-age * Self.day),
                    ], into: "Note")
            }
            try changes.insert(
                [.int(5), .string("Swift store"), .json("[]"), .null], into: "Note")
            try changes.insert(
                [.int(1), .string("Swift"), .string("store")], into: "Author")
        }
    }

    private func ids(_ request: RankedSearch) throws -> [Int64] {
        var ids: [Int64] = []
        try store.database.snapshot().search(request) { hit in
            if case .int(let id) = hit.id { ids.append(id) }
        }
        return ids
    }

    private func problem(_ request: RankedSearch) -> String? {
        let error = storeError { _ = try ids(request) }
        return error?.code == .invalidValue ? error?.message : nil
    }

    @Test func `new objects come first if their age counts`() throws {
        var request = RankedSearch(
            .word("store"), in: "Note", filter: .not(.comparison("id", .equal, .int(4))))
        request.recency = RankedSearch.Recency("date", halfLife: 30 * Self.day, now: 0)
        #expect(try ids(request).last == 1)
        request.limit = 2
        let first = try ids(request)
        #expect(first.count == 2 && !first.contains(1))
        request.recency = nil
        request.weights = ["title": 0, "tags": 1]
        request.limit = 10
        #expect(try ids(request) == [1, 2, 3, 5])
    }

    @Test func `a ranking that cannot be is an error`() {
        func problem(_ change: (inout RankedSearch) -> Void) -> String? {
            var request = RankedSearch(.word("store"), in: "Note")
            change(&request)
            return self.problem(request)
        }
        typealias Recency = RankedSearch.Recency
        #expect(problem { _ in } == nil)
        #expect(
            problem { $0.recency = Recency("title", halfLife: 1, now: 0) }?.contains("'title'")
                == true)
        #expect(problem { $0.recency = Recency("none", halfLife: 1, now: 0) } != nil)
        #expect(
            problem { $0.recency = Recency("date", halfLife: 0, now: 0) }?.contains("half-life")
                == true)
        #expect(
            problem { $0.recency = Recency("date", halfLife: 1, now: .infinity) }?.contains("time")
                == true)
        #expect(problem { $0.weights = ["date": 1] }?.contains("'date'") == true)
        #expect(problem { $0.weights = ["title": -1] }?.contains("-1") == true)
        #expect(problem { $0.weights = ["title": 1e9] } != nil)
        #expect(problem { $0.limit = -1 }?.contains("limit") == true)
        #expect(problem { $0.search = "none" }?.contains("no search 'none'") == true)
        #expect(
            problem { $0.after = RankedSearch.Place(score: 1, id: .string("a")) }?.contains("id")
                == true)
    }

    @Test func `several entities are ranked together, and pages fit`() throws {
        let requests = [
            RankedSearch(.word("swift"), in: "Note"), RankedSearch(.word("swift"), in: "Author"),
        ]
        func hits(
            _ limit: Int, after place: (score: Double, entity: Int, id: Value)? = nil
        ) throws -> [(score: Double, entity: Int, id: Value)] {
            var requests = requests
            if let place {
                for number in requests.indices {
                    requests[number].after = RankedSearch.Place(
                        score: place.score,
                        number == place.entity ? .after(place.id) : .all(number > place.entity))
                }
            }
            var found: [(score: Double, entity: Int, id: Value)] = []
            try store.database.snapshot().search(requests, limit: limit) { number, hit, _ in
                found.append((hit.score, number, hit.id))
            }
            return found
        }
        let all = try hits(20)
        #expect(all.count == 6)
        var pages: [(score: Double, entity: Int, id: Value)] = []
        while let next = try hits(1, after: pages.last).first { pages.append(next) }
        #expect(pages.map(\.entity) == all.map(\.entity))
        #expect(pages.map { "\($0.id)" } == all.map { "\($0.id)" })
        var single: [Double] = []
        try store.database.snapshot().search([requests[0]], limit: 20) {
            single.append($1.score); _ = ($0, $2)
        }
        var plain: [Double] = []
        try store.database.snapshot().search(requests[0]) { plain.append($0.score) }
        #expect(single == plain)
    }

    @Test func `words that begin so are completed, and a search is explained`() throws {
        let snapshot = try store.database.snapshot()
        let found = try snapshot.completions(of: "A Sto", in: "Note", limit: 5)
        #expect(found.map { String(decoding: $0.term, as: UTF8.self) } == ["store"])
        #expect(try snapshot.completions(of: "", in: "Note", limit: 5).isEmpty)
        var request = RankedSearch(
            .all(.word("swift"), .prefix("sto")), in: "Note",
            filter: .comparison("id", .less, .int(4)))
        request.recency = RankedSearch.Recency("date", halfLife: 1, now: 0)
        let scanned = try snapshot.explain(request)
        #expect(!scanned.isIndexed && scanned.description.contains("no index yet"))
        try store.database.buildSearches()
        let plan = try store.database.snapshot().explain(request)
        #expect(plan.isIndexed)
        for part in ["\"swift\": 5 objects", "\"sto\"*: 5 objects", "id < 4", "'date'"] {
            #expect(plan.description.contains(part), "\(plan)")
        }
    }

    @Test func `snippets are those of the text with the most words`() throws {
        let snapshot = try store.database.snapshot()
        let schema = try snapshot.schema(of: "Note")
        var texts: [String] = []
        let highlighter = try snapshot.search(
            RankedSearch(.any(.word("tag1"), .word("words")), in: "Note")
        ) { hit in texts.append("\(hit.id)") }
        #expect(texts.count == 2)
        func text(_ id: Int64) throws -> String {
            let definition = try snapshot.definition("Note")
            let found = try #require(try snapshot.find(.int(id), in: definition))
            let values = try snapshot.values(of: found, schema: schema)
            return highlighter.snippet(of: values, schema, around: 3)
                .highlighted(open: "[", close: "]")
        }
        #expect(try text(1) == "[tag1]")
        #expect(try text(4) == "A store of [words]")
        #expect(try text(5) == "Swift store")
        #expect(highlighter.snippet(of: [], schema, around: 3).text.isEmpty)
        let several = highlighter.snippet(of: ["", "none", "words"], "tags", around: 3)
        #expect(several.highlighted(open: "[", close: "]") == "[words]")
        #expect(highlighter.snippet(of: [String](), nil, around: 3).text.isEmpty)
        #expect(highlighter.ranges(in: "tag1 words", "title").count == 2)
    }

    @Test func `a filter from outside may search allowed attributes only`() throws {
        let snapshot = try store.database.snapshot()
        let schema = try snapshot.schema(of: "Author")
        let allowance = FilterAllowance([AttributePath("name")], FilterLimits())
        func parse(_ text: String) throws -> FilterExpression {
            try allowance.parse(text, schema: schema, entities: snapshot.catalog.finder)
        }
        let own = SearchCondition(.word("swift"))
        #expect(try parse("search(\"swift\")") == .search(own))
        #expect(storeError { _ = try parse("search(all, \"store\")") }?.code == .invalidValue)
        for name in ["all", "none"] {
            let filter = FilterExpression.not(.search(SearchCondition(.word("store"), in: name)))
            let error = storeError {
                try allowance.check(filter, entities: snapshot.catalog.finder) { schema }
            }
            #expect(error?.message.contains("all allowed") == true)
        }
        var limits = FilterLimits()
        limits.testsMax = 3
        let narrow = FilterAllowance([AttributePath("name")], limits)
        let query = SearchQuery.all(
            .word("a"), .not(.phrase("b c")), .near("d", "e", within: 2),
            .within("name", .any(.prefix("f"), .fuzzy("g"))))
        let error = storeError {
            try narrow.check(
                .search(SearchCondition(query)), entities: snapshot.catalog.finder
            ) { schema }
        }
        #expect(error?.message.contains("more than 3 tests") == true)
    }
}
