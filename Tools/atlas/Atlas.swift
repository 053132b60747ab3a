import Foundation
import Nacre

/// The typed side of the demonstration: fills a store with the sample data and queries it.
///
///     atlas STORE FOLDER      STORE is made again, FOLDER has countries.jsonl and cities.csv
@main
struct Atlas {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2, let path = arguments.first, let folder = arguments.last else {
            fail("usage: atlas STORE FOLDER", 64)
        }
        do {
            let store = try Store(at: path, Country.self, City.self)
            let atlas = Atlas(store: store)
            try atlas.load(AtlasFiles(folder: URL(filePath: folder)))
            try atlas.ask()
            try atlas.search()
            try atlas.change()
            try atlas.makeMistakes()
            try store.close()
        } catch {
            fail("atlas: \(error)", 1)
        }
    }

    private static func fail(_ message: String, _ code: Int32) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(code)
    }

    let store: Store

    private func load(_ files: AtlasFiles) throws {
        let countries = try files.countries()
        let cities = try files.cities().map(\.city)
        try store.performChanges(author: "atlas") { changes in
            try changes.upsert(contentsOf: countries)
            try changes.insert(contentsOf: cities)
        }
        print("Stored \(try store.count(Country.all)) countries and", terminator: " ")
        print("\(try store.count(City.all)) cities, in one commit.")
    }

    private func ask() throws {
        let snapshot = try store.snapshot()
        print("\nThe largest capitals, each with the country that it refers to:")
        let largest = City.sortedFetchRequest.where { $0.isCapital == true }.limit(5)
        for city in try snapshot.fetch(largest) {
            let country = try snapshot.find(city.country)
            print("    \(city.name), \(country?.native ?? "?"): \(city.population)")
        }

        let high = Filter<City> { $0.location.elevation > 2000 }
        print("\nCities where \(high):")
        let names = try snapshot.fetch(\.name, City.where(high).sorted(\.name.ascending))
        print("    \(names.joined(separator: ", "))")

        print("\nLandlocked in Europe, by population:")
        let landlocked = Country.where { $0.continent == .europe && $0.isLandlocked == true }
            .sorted(\.population.descending)
        for (name, people) in try snapshot.fetch(landlocked.limit(3).select(\.name, \.population)) {
            print("    \(name): \(people)")
        }
    }

    private func change() throws {
        let before = try store.snapshot()
        let oslo = City.where { $0.name == "Oslo" }
        try store.performChanges(author: "census") { changes in
            try changes.update(oslo) { city in
                city.population += 1
                city.note = "Counted again."
            }
        }
        print("\nOslo has one inhabitant more. A snapshot from before does not know of it:")
        print("    now \(try store.first(oslo)?.population ?? 0),", terminator: " ")
        print("before \(try before.first(oslo)?.population ?? 0)")
    }

    /// Shows that errors name the problem, and leave the store unchanged.
    private func makeMistakes() throws {
        print("\nA second country named Norway is refused, and nothing of the change is kept:")
        do {
            try store.performChanges { changes in
                try changes.delete(City.all)
                guard var norway = try changes.find(Country.self, "NO") else { return }
                norway = Country(
                    id: "XX", name: norway.name, native: norway.native, continent: .europe,
                    population: 0, area: 0, languages: [], isLandlocked: false)
                try changes.insert(norway)
            }
        } catch let error as StoreError where error.code == .uniqueViolation {
            print("    \(error.message)")
        }
        print("    cities: \(try store.count(City.all))")
    }
}
