import NacreFormat
import NacreSearch
import NacreTestSupport
import NacreText
import Testing

@testable import NacreEngine

/// Searches of random stores find what a search by definition finds, in every snapshot, in changes
/// and in former states.
@Suite struct SearchModelTests {
    enum Write: Sendable {
        case save(id: Int64, title: [Int], body: [Int]?, tags: [[Int]])
        case rank(id: Int64)
        case delete(id: Int64)
    }

    enum Step: Sendable {
        case commit([Write])
        case search(ModelQuery)
        case searchInChange([Write], ModelQuery)
        case searchPast(Int, ModelQuery)
        case build
        case compact
        case checkpoint
        case reopen
        case kill
        case declareAgain
    }

    static let place = Generator<Int>.integer(in: 0...SearchModel.words.count - 1)
    static let text = Generator<[Int]>.array(of: place, count: 0...8)

    static let write = Generator<Write> { choices throws(Rejection) in
        let id = try choices.draw(.integer(in: 0...30 as ClosedRange<Int64>))
        switch try choices.draw(.integer(in: 0...6)) {
        case 0: return .delete(id: id)
        case 1: return .rank(id: id)
        default:
            let hasBody = try choices.draw(.integer(in: 0...3)) > 0
            return .save(
                id: id, title: try choices.draw(text),
                body: hasBody ? try choices.draw(text) : nil,
                tags: try choices.draw(.array(of: text, count: 0...2)))
        }
    }

    static let query = Generator<ModelQuery> { choices throws(Rejection) in
        try draw(from: &choices, depth: 3)
    }

    private static func draw(
        from choices: inout Choices, depth: Int
    ) throws(Rejection) -> ModelQuery {
        let one = try choices.draw(place)
        switch try choices.draw(.integer(in: 0...(depth > 0 ? 9 : 4))) {
        case 0, 1, 2: return .word(one)
        case 3: return .prefix(one, try choices.draw(.integer(in: 1...5)))
        case 4: return .phrase(one, try choices.draw(place))
        case 5:
            let field = try choices.draw(.integer(in: 0...2))
            return .within(field, try draw(from: &choices, depth: depth - 1))
        case 6: return .not(try draw(from: &choices, depth: depth - 1))
        case let kind:
            var parts: [ModelQuery] = []
            for _ in 0..<(try choices.draw(.integer(in: 2...3))) {
                parts.append(
                    try choices.draw(.integer(in: 0...1)) == 0
                        ? .word(try choices.draw(place)) : draw(from: &choices, depth: depth - 1))
            }
            return kind < 9 ? .all(parts) : .any(parts)
        }
    }

    static let step = Generator<Step>.frequency(
        (10, Generator<[Write]>.array(of: write, count: 0...8).map { .commit($0) }),
        (8, query.map { .search($0) }),
        (
            3,
            Generator<Step> { choices throws(Rejection) in
                .searchInChange(
                    try choices.draw(.array(of: write, count: 0...6)), try choices.draw(query))
            }
        ),
        (
            3,
            Generator<Step> { choices throws(Rejection) in
                .searchPast(
                    try choices.draw(.integer(in: 0...1000)), try choices.draw(query))
            }
        ),
        (3, .just(.build)), (2, .just(.compact)), (2, .just(.checkpoint)), (1, .just(.reopen)),
        (1, .just(.kill)), (1, .just(.declareAgain)))

    struct World {
        let store: TestStore
        var model = SearchModel()
        /// The notes after each commit.
        var states: [CommitNumber: [Int64: SearchModel.Note]] = [:]

        init() throws {
            store = try TestStore(segmentSizeNominal: 3000) {
                $0.maintenance = .manual
                $0.compaction.slack = 4000
            }
            try store.database.performChanges { try SearchModel.define(in: $0) }
            try store.database.setHistory(.forever)
            try note()
        }

        mutating func note() throws {
            states[try store.database.snapshot().commit] = model.notes
        }

        static func text(_ words: [Int]) -> String {
            words.map { SearchModel.words[$0] }.joined(separator: " ")
        }

        func write(
            _ writes: [Write], _ changes: Changes, _ model: inout SearchModel
        ) throws {
            for write in writes {
                switch write {
                case .save(let id, let title, let body, let tags):
                    let note = SearchModel.Note(
                        title: Self.text(title), body: body.map(Self.text),
                        tags: tags.map(Self.text), rank: model.notes[id]?.rank ?? 0)
                    _ = try changes.save(SearchModel.values(id, note), in: SearchModel.entity)
                    model.notes[id] = note
                case .rank(let id):
                    guard var note = model.notes[id] else { continue }
                    note.rank += 1
                    _ = try changes.save(SearchModel.values(id, note), in: SearchModel.entity)
                    model.notes[id] = note
                case .delete(let id):
                    _ = try changes.delete(.int(id), from: SearchModel.entity)
                    model.notes[id] = nil
                }
            }
        }

        mutating func run(_ step: Step) throws {
            switch step {
            case .commit(let writes):
                var next = model
                try store.database.performChanges { try write(writes, $0, &next) }
                model = next
                try note()
            case .search(let query):
                try check(query, model, in: store.database.snapshot())
            case .searchInChange(let writes, let query):
                var next = model
                let database = store.database
                do {
                    try database.performChanges { changes in
                        try write(writes, changes, &next)
                        try check(query, next, in: changes)
                        throw GivenUp()
                    }
                } catch is GivenUp {}
                try check(query, model, in: database.snapshot())
            case .searchPast(let place, let query):
                let commits = states.keys.sorted()
                let commit = commits[place % commits.count]
                var past = SearchModel()
                past.notes = states[commit] ?? [:]
                try check(query, past, in: store.database.snapshot(at: commit))
            case .build: try store.database.buildSearches()
            case .compact: _ = try store.database.compact()
            case .checkpoint: try store.database.checkpoint()
            case .reopen: try store.reopen()
            case .kill: try store.reopenAfterKill()
            case .declareAgain:
                try store.database.performChanges { changes in
                    try changes.redefine(
                        SearchModel.entity, attributes: SearchModel.attributes, searches: [])
                    try changes.redefine(
                        SearchModel.entity, attributes: SearchModel.attributes,
                        searches: [SearchModel.search])
                }
                try note()
            }
        }

        private struct GivenUp: Error {}

        private func check(
            _ query: ModelQuery, _ model: SearchModel, in source: some RecordSource & DatabaseReader
        ) throws {
            let expected = model.ids(matching: query)
            let filter = FilterExpression.search(SearchCondition(query.query))
            var found: Set<Int64> = []
            try source.forEach(Query(entity: SearchModel.entity, filter: filter)) { object in
                if case .int(let id) = object.id { found.insert(id) }
                return true
            }
            try requireEqual(found, expected, "filter \(query.query)")
            try checkJoined(filter, expected, model, in: source)
            var hits: [(id: Int64, score: Double)] = []
            let request = RankedSearch(query.query, in: SearchModel.entity, limit: 1000)
            try source.search(request) { hit in
                if case .int(let id) = hit.id { hits.append((id, hit.score)) }
            }
            try requireEqual(Set(hits.map(\.id)), expected, "ranked \(query.query)")
            for (one, two) in zip(hits, hits.dropFirst()) {
                try require(
                    one.score > two.score || one.score == two.score && one.id < two.id,
                    "\(query.query) is out of order: \(hits)")
            }
            if let words = query.plainWords,
                words.allSatisfy({ SearchModel.tokenizer.queryTerms(of: $0).count == 1 })
            {
                let scores = model.scores(of: words, matching: query)
                for hit in hits {
                    let wanted = scores[hit.id] ?? -1
                    try require(
                        abs(hit.score - wanted) < 1e-9 * max(1, wanted),
                        "\(query.query) scores \(hit.id) as \(hit.score), not \(wanted)")
                }
            }
            try checkPages(request, hits.map(\.id), in: source)
        }

        /// Checks a search together with a condition on an indexed attribute.
        private func checkJoined(
            _ search: FilterExpression, _ found: Set<Int64>, _ model: SearchModel,
            in source: some RecordSource & DatabaseReader
        ) throws {
            let isLow = FilterExpression.comparison("rank", .less, .int(1))
            let cases: [(FilterExpression, (Bool, Bool) -> Bool)] = [
                (.and([search, isLow]), { $0 && $1 }), (.or([search, isLow]), { $0 || $1 }),
                (.and([.not(search), isLow]), { !$0 && $1 }),
                (.or([.not(search), isLow]), { !$0 || $1 }),
            ]
            for (filter, holds) in cases {
                let expected = model.notes.filter { holds(found.contains($0), $1.rank < 1) }
                    .sorted { ($1.value.rank, $0.key) < ($0.value.rank, $1.key) }.map(\.key)
                var query = Query(
                    entity: SearchModel.entity, filter: filter,
                    sorts: [SortTerm("rank", isAscending: false)])
                try requireEqual(try source.count(query), expected.count, "count of \(filter)")
                for limit in [nil, 4] {
                    query.limit = limit
                    var ids: [Int64] = []
                    try source.forEach(query) { object in
                        if case .int(let id) = object.id { ids.append(id) }
                        return true
                    }
                    try requireEqual(ids, Array(expected.prefix(limit ?? .max)), "\(filter)")
                }
            }
        }

        /// Checks that pages give the same hits.
        private func checkPages(
            _ request: RankedSearch, _ expected: [Int64],
            in source: some RecordSource & DatabaseReader
        ) throws {
            var request = request
            request.limit = 3
            var ids: [Int64] = []
            while true {
                var page: [Int64] = []
                try source.search(request) { hit in
                    request.after = RankedSearch.Place(score: hit.score, id: hit.id)
                    if case .int(let id) = hit.id { page.append(id) }
                }
                ids += page
                if page.count < 3 { break }
            }
            try requireEqual(ids, expected, "pages")
        }
    }

    @Test func `searches find what a search by definition finds, in all states`() {
        property("searches", runs: 300, Generator<[Step]>.array(of: Self.step, count: 0...40)) {
            steps in
            var world = try World()
            for step in steps { try world.run(step) }
            try world.store.checkIntegrity()
        }
    }
}
