import Foundation
import Nacre
import Testing

/// The real data in typed entities, and the two ways between the typed layer and the tool.
@Suite(.enabled(if: RealData.exists, RealData.skipped))
struct TypedWorldTests {
    @Test func `the world is stored, filtered, changed and reopened without differences`() throws {
        let world = try WorldData()
        try TemporaryFolder.with { folder in
            let path = "\(folder)/world.nacre"
            let store = try Store(at: path, Country.self, State.self, City.self)
            try store.performChanges(author: "test") { changes in
                try changes.insert(contentsOf: world.countries)
                try changes.insert(contentsOf: world.states)
                try changes.insert(contentsOf: world.cities)
            }
            try check(store, world)
            var changed = world
            try store.performChanges { changes in
                try changes.update(City.where { $0.population > 1_000_000 }) { city in
                    city.population = city.population.map { $0 + 1 }
                    city.translations?["en"] = city.name
                }
                try changes.delete(State.where { $0.center == nil })
            }
            changed.cities = changed.cities.map { city in
                guard let people = city.population, people > 1_000_000 else { return city }
                var city = city
                city.population = people + 1
                city.translations?["en"] = city.name
                return city
            }
            changed.states.removeAll { $0.center == nil }
            try check(store, changed)
            try store.close()
            let reopened = try Store(at: path, Country.self, State.self, City.self)
            try check(reopened, changed)
            try reopened.compact()
            try check(reopened, changed)
            try reopened.close()
        }
    }

    private func check(_ store: Store, _ world: WorldData) throws {
        func byID<E: Entity>(_ all: [E]) -> [E] where E.ID: Comparable {
            all.sorted { $0.id < $1.id }
        }
        let now = try store.snapshot()
        #expect(try now.fetch(Country.all) == byID(world.countries))
        #expect(try now.fetch(State.all) == byID(world.states))
        #expect(try now.fetch(City.all) == byID(world.cities))
        #expect(
            try now.fetch(Country.where { $0.region == .europe && $0.population >= 10_000_000 })
                == byID(world.countries).filter {
                    $0.region == .europe && ($0.population ?? 0) >= 10_000_000
                })
        #expect(
            try now.fetch(City.where { $0.center.latitude < 0 && $0.name.hasPrefix("S") })
                == byID(world.cities).filter {
                    $0.center.latitude < 0 && $0.name.hasPrefix("S")
                })
        #expect(
            try now.count(State.where { $0.parent != nil && $0.center.longitude > 20 })
                == world.states.filter {
                    $0.parent != nil && ($0.center?.longitude ?? 0) > 20
                }.count)
        let since = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(
            try now.count(City.where { $0.updated >= since && !($0.translations == nil) })
                == world.cities.filter { $0.updated >= since && $0.translations != nil }.count)
        let norway = try #require(try now.find(Country.self, \.iso2, "NO"))
        #expect(norway.name == "Norway")
        let someone = try #require(world.cities.first)
        #expect(try now.find(someone.country)?.id == someone.country.id)
    }

    @Test func `the tool reads a typed store without its types`() throws {
        let world = try WorldData()
        try TemporaryFolder.with { folder in
            let path = "\(folder)/world.nacre"
            let store = try Store(at: path, Country.self)
            try store.performChanges { try $0.insert(contentsOf: world.countries) }
            try store.close()
            let filter = Filter<Country> { $0.region == .asia && $0.center.latitude > 30 }
            let fetched = try Tool.run(
                "fetch", path, "Country", "--where", filter.description, "--sort", "-population",
                "--columns", "iso2", "--format", "jsonl")
            #expect(fetched.status == 0, "\(fetched.errors)")
            let expected = world.countries
                .filter { $0.region == .asia && $0.center.latitude > 30 }
                .sorted { ($0.population ?? -1, $1.id) > ($1.population ?? -1, $0.id) }
                .map { "{\"iso2\":\"\($0.iso2)\"}" }
            #expect(fetched.lines == expected)
            #expect(try Tool.run("verify", path).status == 0)
        }
    }

    @Test func `a store that the tool imported is read with types`() throws {
        let world = try WorldData()
        try RealData.withFiles { folder in
            let path = "\(folder)/imported.nacre"
            for (entity, file) in [
                ("Country", "countries.jsonl"), ("State", "states.csv"), ("City", "cities.jsonl"),
            ] {
                let result = try Tool.run(
                    "import", path, "--entity", entity, "--id", "id", "\(folder)/\(file)")
                #expect(result.status == 0, "\(result.errors)")
            }
            let store = try Store(
                at: path, options: .readOnly, ImportedCountry.self, ImportedState.self,
                ImportedCity.self)
            let countries = try store.fetch(ImportedCountry.all)
            let expected = world.countries.sorted { $0.id < $1.id }
            #expect(countries.map(\.region) == expected.map(\.region))
            #expect(countries.map(\.timezones) == expected.map(\.timezones))
            #expect(countries.map(\.translations) == expected.map(\.translations))
            let cities = try store.fetch(ImportedCity.where { $0.population > 2_000_000 })
            #expect(
                cities.map(\.id)
                    == world.cities.filter { ($0.population ?? 0) > 2_000_000 }.map(\.id).sorted())
            #expect(
                try store.count(ImportedCity.where { $0.country == Ref(id: 165) })
                    == world.cities.filter { $0.country.id == 165 }.count)
            let states = try store.fetch(ImportedState.all)
            let expectedStates = world.states.sorted { $0.id < $1.id }
            #expect(states.map(\.parent?.id) == expectedStates.map(\.parent?.id))
        }
    }
}
