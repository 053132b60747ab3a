import Foundation
import Nacre
import Testing

/// The promises that are only in the seeds' own repositories: rows of the catalogue of features
/// that are not tested with their feature.
@Suite struct RepositoryRowTests {
    @Test func `R2 findOrInsert also finds objects that the same change has inserted`() throws {
        let atlas = try AtlasTests.small()
        var made = 0
        func person(_ id: String, _ changes: WriteTransaction) throws -> Person {
            try changes.findOrInsert(Person.self, id) {
                made += 1
                return Person(id: id, name: id, born: nil)
            }
        }
        try atlas.store.performChanges { changes in
            let known = try person("mauch", changes)
            let (first, second) = (try person("new", changes), try person("new", changes))
            #expect(known.name == "Corine Mauch" && first == second)
        }
        #expect(made == 1)
    }

    @Test func `R3 targets of many references are loaded at once`() throws {
        let atlas = try AtlasTests.small()
        let cities = try atlas.store.fetch(City.all, including: \.country, \.state)
        for city in cities {
            #expect(cities[city.country]?.id == city.country.id)
            #expect(cities[city.state]?.id == city.state?.id)
        }
    }

    @Test func `R5 R12 a commit has old and new values, and following resumes after it`()
        async throws
    {
        let atlas = try AtlasTests.small()
        let token = try atlas.store.snapshot().token
        let oslo = try #require(try atlas.store.find(City.self, 1))
        try atlas.elect(Person(id: "anne", name: "Anne", born: nil), in: oslo)
        var commits = try atlas.store.commits(since: token).makeAsyncIterator()
        let commit = try #require(try await commits.next())
        #expect(commit.author == "election")
        let update = try #require(try commit.updated(City.self).first)
        #expect(update.old.mayor == nil && update.new.mayor == Ref(id: "anne"))
        #expect(update.changed(\.mayor) && !update.changed(\.name))
        #expect(try commit.inserted(Person.self).map(\.id) == ["anne"])
        #expect(try commit.deleted(City.self) == [])
    }

    @Test func `R6 references lead from country to state and city, and back`() throws {
        let atlas = try AtlasTests.small()
        let norway = try #require(try atlas.country("NO"))
        #expect(try atlas.store.fetch(norway.states).map(\.id) == [1, 2])
        #expect(try atlas.store.count(norway.cities) == 3)
        let oslo = try #require(try atlas.store.find(City.self, 1))
        #expect(try atlas.store.find(oslo.country) == norway)
    }

    @Test func `R11 the predicates of the playground work as filters`() throws {
        let store = try AtlasTests.small().store
        func ids(_ make: (City.Fields) -> Filter<City>) throws -> [Int] {
            try store.fetch(\.id, City.where(make))
        }
        #expect(try ids { $0.population < 130_000 && $0.population != 15_900 } == [5])
        #expect(try ids { (100_000...300_000).contains($0.population) } == [2, 5, 6])
        #expect(try ids { $0.name.isIn(["Oslo", "Voss"]) } == [1, 3])
        #expect(try ids { !($0.kind == .city) || $0.id == 2 } == [1, 2, 3, 6, 7])
        #expect(try ids { $0.population == nil } == [7])
        let zurich = try ids {
            $0.name.equals("ZURICH", ignoringCase: true, ignoringDiacritics: true)
        }
        #expect(zurich == [4])
        #expect(try ids { $0.name.hasPrefix("Be") } == [2, 6])
        #expect(try ids { $0.name.hasSuffix("en") } == [2])
        #expect(try ids { $0.name.contains("er") } == [2, 5, 6])
        #expect(try ids { $0.name.matches("^[OV]") } == [1, 3])
        #expect(try ids { $0.country.name == "Norway" && $0.state.kind == "county" } == [1, 2, 3])
        let states = State.where { $0.cities.contains { $0.population < 100_000 } }
        #expect(try store.fetch(\.id, states) == [2])
        let countries = Country.where { $0.cities.count >= 3 }
        #expect(try store.fetch(\.id, countries.sorted(\.id.ascending)) == [165, 214])
        // An object itself, one of several, and a pattern for LIKE's ? and *.
        let norway = try #require(try store.first(Country.where { $0.name == "Norway" }))
        #expect(try ids { $0.country == Ref(norway) } == [1, 2, 3])
        #expect(try ids { $0.country.isIn([Ref(norway)]) && $0.id.isIn([2, 3, 4]) } == [2, 3])
        #expect(try ids { $0.name.matches("^B.r.*$") } == [2, 6])
        let day = Date(timeIntervalSince1970: 0)
        #expect(try store.fetch(\.id, Person.where { $0.born < day }) == ["mauch"])
    }

    @Test func `R13 a change of nothing writes nothing, and a store is one folder`() throws {
        let folder = try TemporaryFolder()
        let atlas = try Atlas(at: folder.path("a.nacre"))
        try atlas.load(.small)
        let before = try folder.contents("a.nacre")
        try atlas.store.performChanges { changes in
            try changes.upsert(contentsOf: [City]())
            _ = try changes.delete(City.where { $0.id == 999 })
        }
        #expect(try folder.contents("a.nacre") == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["a.nacre"])
    }
}
