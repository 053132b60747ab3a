import Foundation
import Nacre
import Testing

/// The application at work, over the small data and, if present, the published data.
@Suite struct AtlasTests {
    private static let published = AtlasFiles(
        folder: URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../shared/data").standardizedFileURL)

    static func small() throws -> Atlas {
        let atlas = try Atlas.inMemory()
        try atlas.load(.small)
        return atlas
    }

    @Test func `a country is found by its code and leads to its cities`() throws {
        let atlas = try Self.small()
        let norway = try #require(try atlas.country("NO"))
        #expect(try atlas.largest(2, in: norway).map(\.name) == ["Oslo", "Bergen"])
        #expect(try atlas.country("XX") == nil)
    }

    @Test func `a search text finds cities regardless of case and accents`() throws {
        let atlas = try Self.small()
        #expect(try atlas.suggestions(for: "zur").map(\.name) == ["Z\u{fc}rich"])
        #expect(try atlas.suggestions(for: "BE").map(\.name) == ["Bergen", "Bern"])
        #expect(try atlas.suggestions(for: "B", limit: 1).map(\.name) == ["Bergen"])
    }

    @Test func `a rectangle on the map finds its cities`() throws {
        let found = try Self.small().cities(latitudes: 46...48, longitudes: 7...9)
        #expect(found.map(\.name) == ["Z\u{fc}rich", "Bern", "Winterthur"])
    }

    @Test func `a census counts cities and people by country`() throws {
        let census = try Self.small().census()
        #expect(census.map(\.country) == ["Bhutan", "Norway", "Switzerland"])
        #expect(census.map(\.cities) == [1, 3, 3])
        #expect(census.map(\.people) == [0, 1_023_900, 693_000])
    }

    @Test func `elected people are found through the cities that they govern`() throws {
        let atlas = try Self.small()
        let anne = try #require(try atlas.store.find(Person.self, "lindboe"))
        let cities = try atlas.store.fetch(City.where { $0.name.isIn(["Oslo", "Bergen"]) })
        for city in cities { try atlas.elect(anne, in: city) }
        #expect(try atlas.busyMayors() == [])
        try atlas.merge(cities[1], into: cities[0])
        #expect(try atlas.store.find(City.self, 1)?.population == 1_008_000)
        #expect(try atlas.busyMayors() == [])
        let zurich = try #require(try atlas.store.find(City.self, 4))
        try atlas.elect(anne, in: zurich)
        #expect(try atlas.busyMayors() == [anne])
    }

    @Test func `dissolving a country deletes its states and cities`() throws {
        let atlas = try Self.small()
        try atlas.dissolve(try #require(try atlas.country("NO")))
        #expect(try atlas.store.count(City.all) == 4)
        #expect(try atlas.store.fetch(State.all).map(\.id) == [3])
        #expect(try atlas.store.count(Person.all) == 2)
    }

    @Test func `loading again updates existing objects and adds none`() throws {
        let atlas = try Self.small()
        try atlas.load(.small)
        #expect(try atlas.store.count(City.all) == AtlasData.small.cities.count)
        #expect(try atlas.store.fetch(Country.all).map(\.id) == [35, 165, 214])
    }

    /// Whether all data is used, with `NACRE_TEST_SCALE=10`. That takes minutes in unoptimized
    /// code.
    private static let isWhole =
        Double(ProcessInfo.processInfo.environment["NACRE_TEST_SCALE"] ?? "") ?? 1 >= 10

    /// Returns every tenth city, and their states.
    private static func tenth(of data: AtlasData) -> AtlasData {
        var tenth = data
        tenth.cities = stride(from: 0, to: data.cities.count, by: 10).map { data.cities[$0] }
        let states = Set(tenth.cities.compactMap(\.state?.id))
        tenth.states.removeAll { !states.contains($0.id) }
        return tenth
    }

    @Test(.enabled(if: published.exist, "the published data is not here"))
    func `the published atlas is loaded, closed, reopened and queried`() throws {
        let all = try #require(try Self.published.data())
        #expect(all.states.count == 5308)
        let data = Self.isWhole ? all : Self.tenth(of: all)
        let path = FileManager.default.temporaryDirectory
            .appending(path: "atlas-\(UUID()).nacre").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let first = try Atlas(at: path)
        try first.load(data)
        try first.store.close()

        let atlas = try Atlas(at: path)
        let cities = try atlas.store.fetch(City.all)
        #expect(cities == data.cities.sorted { $0.id < $1.id })
        let expectedCountry = data.countries.first { $0.code == "AR" }
        let argentina = try #require(try atlas.country("AR"))
        #expect(argentina == expectedCountry)
        let expected = data.cities.filter { $0.country.id == argentina.id }
        #expect(try atlas.store.count(argentina.cities) == expected.count)
        #expect(
            try atlas.largest(3, in: argentina).map(\.population)
                == expected.compactMap(\.population).sorted(by: >).prefix(3).map { $0 })
        try atlas.dissolve(argentina)
        #expect(try atlas.store.count(City.all) == data.cities.count - expected.count)
        #expect(try Store.verify(at: path).isSound)
        try atlas.store.close()
    }
}
