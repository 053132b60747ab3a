import Foundation
import Nacre
import NacreSearch
import NacreTestSupport
import Testing

@Entity
struct DatedNote: Equatable {
    #Search<DatedNote>([\.title, \.texts])
    let id: Int
    var title: String
    var texts: [String: String] = [:]
    var created: Date?
    var author: Ref<DatedAuthor>?
}

@Entity
struct DatedAuthor: Equatable {
    let id: String
    @Attribute(.searchable) var name: String
    var born = Date(timeIntervalSinceReferenceDate: 0)
}

/// Rankings by age and by other weights, and searches over several entities.
@Suite struct SearchRankingTests {
    private static let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

    private func store() throws -> Store {
        let store = try Store.inMemory(DatedNote.self, DatedAuthor.self)
        try store.performChanges { changes in
            for (id, days) in [(1, 30.0), (2, 0), (3, 60), (4, -5)] {
                try changes.save(
                    DatedNote(
                        id: id, title: "Swift store",
                        created: Self.now.addingTimeInterval(-days * 86_400)))
            }
            try changes.save(DatedNote(id: 5, title: "Swift store"))
            try changes.save(
                DatedNote(id: 6, title: "Notes", texts: ["de": "Ein Speicher", "en": "A store"]))
            try changes.save(DatedAuthor(id: "a", name: "Swift"))
            try changes.save(DatedAuthor(id: "b", name: "Jonathan Swift of Dublin"))
        }
        return store
    }

    @Test func `the score halves with each half-life of age`() throws {
        let store = try store()
        let ranking = SearchRanking<DatedNote>.recency(
            \.created, halfLife: .seconds(30 * 86_400), asOf: Self.now)
        let hits = try store.search(DatedNote.self, "swift", ranking: ranking)
        #expect(hits.map(\.object.id) == [2, 4, 5, 1, 3])
        let best = try #require(hits.first?.score)
        let shares = hits.map { ($0.score / best * 1000).rounded() / 1000 }
        #expect(shares == [1, 1, 1, 0.5, 0.25])
        #expect(
            try store.search(DatedNote.self, "swift").map(\.object.id) == [1, 2, 3, 4, 5])
    }

    @Test func `pages with ages fit together although time passes`() throws {
        let store = try store()
        func page(_ later: Double, _ cursor: HitCursor<DatedNote>?) throws -> Hits<DatedNote> {
            try store.search(
                DatedNote.self, "swift",
                ranking: .recency(
                    \.created, halfLife: .seconds(86_400),
                    asOf: Self.now.addingTimeInterval(later)),
                limit: 2, after: cursor)
        }
        let first = try page(0, nil)
        let second = try page(500, first.cursor)
        let third = try page(90_000, second.cursor)
        #expect((first.objects + second.objects + third.objects).map(\.id) == [2, 4, 5, 1, 3])
    }

    @Test func `very old objects are still in the order of their texts`() throws {
        let store = try store()
        try store.performChanges { changes in
            let old = Date(timeIntervalSinceReferenceDate: 0)
            try changes.save(DatedNote(id: 7, title: "A long title with swift", created: old))
            try changes.save(DatedNote(id: 8, title: "Swift", created: old))
        }
        let hits = try store.search(
            DatedNote.self, "swift",
            ranking: .recency(\.created, halfLife: .seconds(1), asOf: Self.now))
        // Those that are many half-lives old.
        #expect(hits.map(\.object.id).filter { ![2, 4, 5].contains($0) } == [8, 1, 3, 7])
        #expect(hits.allSatisfy { $0.score > 0 })
    }

    @Test func `weights of a search replace those of the declaration`() throws {
        let store = try store()
        let plain = try store.search(DatedNote.self, "store")
        #expect(plain.last?.object.id == 6)
        let heavy = try store.search(
            DatedNote.self, "store", ranking: .weights([\.title: 0.1, \.texts: 9]))
        #expect(heavy.first?.object.id == 6)
        #expect(heavy.count == plain.count)
    }

    @Test func `a ranking that cannot be is an error that says why`() throws {
        let store = try store()
        func problem(_ ranking: SearchRanking<DatedNote>) -> String? {
            let error = storeError {
                _ = try store.search(DatedNote.all, "swift", ranking: ranking)
            }
            return error?.code == .invalidValue ? error?.message : nil
        }
        #expect(problem(.recency(\.created, halfLife: .zero))?.contains("half-life") == true)
        #expect(problem(.recency(\.created, halfLife: .seconds(-1))) != nil)
        #expect(problem(.weights([\.title: -1]))?.contains("weight") == true)
        #expect(problem(.weights([\.title: .nan])) != nil)
        #expect(problem(.weights([\.title: 1e308])) != nil)
        #expect(problem(.weights([\.created: 2]))?.contains("created") == true)
        #expect(problem(.weights([\.author.name: 2]))?.contains("another object") == true)
        #expect(problem(.relevance) == nil)
    }

    @Test func `several entities are searched in one ranking`() throws {
        let store = try store()
        let hits = try store.search("swift", in: DatedNote.all, DatedAuthor.all)
        #expect(hits.count == 7)
        #expect((hits.objects.first as? DatedAuthor)?.id == "a")
        #expect(zip(hits, hits.dropFirst()).allSatisfy { $0.score >= $1.score })
        #expect(hits[0].snippet().highlighted(open: "[", close: "]") == "[Swift]")
        // As if all texts were those of one entity: 8 texts with 20 words, 7 with the word.
        let (idf, average) = (log(1 + 1.5 / 7.5), 20.0 / 8)
        let expected = idf * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 1 / average))
        #expect(abs(hits[0].score - expected) < 1e-12)
    }

    @Test func `pages of several entities neither repeat nor skip an object`() throws {
        let store = try store()
        let snapshot = try store.snapshot()
        func ids(_ hits: AnyHits) -> [String] {
            hits.objects.map { object in
                (object as? DatedNote).map { "\($0.id)" } ?? (object as? DatedAuthor)?.id ?? ""
            }
        }
        let all = ids(try snapshot.search("swift OR store", in: DatedNote.all, DatedAuthor.all))
        #expect(all.count == 8)
        var pages: [String] = []
        var cursor: AnyHitCursor?
        repeat {
            let page = try snapshot.search(
                "swift OR store", in: DatedNote.all, DatedAuthor.all, limit: 1, after: cursor)
            pages += ids(page)
            cursor = page.cursor
        } while cursor != nil
        #expect(pages == all)
    }

    @Test func `a search over several entities takes filters and no limits`() throws {
        let store = try store()
        let hits = try store.search(
            "swift", in: DatedNote.where { $0.id > 3 }, DatedAuthor.where { $0.id == "b" })
        #expect(hits.count == 3)
        #expect(
            storeError { _ = try store.search("swift", in: DatedNote.all.limit(3)) }?.code
                == .invalidValue)
        #expect(
            storeError { _ = try store.search("swift", in: DatedNote.all, limit: -1) }?.code
                == .invalidValue)
        #expect(
            storeError { _ = try store.search("swift", in: DatedNote.all, DatedNote.all) }?.code
                == .invalidValue)
        try store.performChanges { changes in
            try changes.save(DatedAuthor(id: "c", name: "Swift"))
            let found = try changes.search("swift", in: DatedAuthor.all, DatedNote.all)
            #expect(found.count == 8)
        }
    }

    @Test func `the best text of an object is shown without naming it`() throws {
        let store = try store()
        let hit = try #require(try store.search(DatedNote.self, "speicher").first)
        #expect(hit.snippet(around: 5).highlighted(open: "[", close: "]") == "Ein [Speicher]")
        try store.performChanges { changes in
            try changes.save(DatedNote(id: 9, title: "", texts: ["en": "No word of it"]))
        }
        let other = try store.search(DatedNote.where { $0.id == 9 }, "-swift")
        #expect(other.first?.snippet(around: 5).text == "No word of it")
    }

    @Test func `an explanation shows the words of a search, and how it is done`() throws {
        let store = try store()
        try store.buildIndexes()
        let plan = try store.explainSearch(
            DatedNote.where { $0.id < 4 }, "swift store",
            ranking: .recency(\.created, halfLife: .seconds(1)))
        #expect(plan.isIndexed)
        #expect(plan.description.contains("\"swift\": 5 objects, 1 list with 5 entries"))
        #expect(plan.description.contains("\"store\": 6 objects"))
        #expect(plan.description.contains("id < 4"))
        #expect(plan.description.contains("'created'"))
        try store.performChanges { changes in
            let changed = try changes.explainSearch(DatedNote.all, "swift")
            #expect(changed.description.contains("5 objects"))
        }
    }
}
