import Nacre
import Testing

/// Sorts by key paths, which are evaluated once and cached, equal those by closures.
@Suite struct KnownSortTests {
    private struct Boat: Entity {
        let id: Int
        var name: String
        var length: Double
        var home: Ref<Boat>?

        static let schema = EntitySchema(
            Boat.init, Attribute("id", \.id), Attribute("name", \.name),
            Attribute("length", \.length), Attribute("home", \.home, .relationship(.nullify)))
    }

    @Test func `key paths and closures make the same request, each time`() {
        for _ in 0..<3 {
            let byPaths = Boat.all.sorted(\.length.descending, \.name.ascending)
            let byClosures = Boat.all.sorted({ $0.length.descending }, { $0.name.ascending })
            let byBoth = Boat.all.sorted(\.length.descending, { $0.name.ascending })
            #expect(byPaths == byClosures && byPaths == byBoth)
            #expect(byPaths != Boat.all.sorted(\.length.ascending, \.name.ascending))
        }
    }

    /// Each of these key paths is another object.
    @Test func `more key paths than the cache holds make the right requests`() {
        let first = Boat.all.sorted({ $0.home.name.ascending })
        let second = Boat.all.sorted({ $0.home.length.descending })
        for _ in 0..<600 {
            #expect(Boat.all.sorted(\.home.name.ascending) == first)
            #expect(Boat.all.sorted(\.home.length.descending) == second)
        }
    }

    @Test func `a request that extends another one does not change it`() {
        let all = Boat.all
        let some = all.where { $0.length > 3 }
        let first = some.sorted(\.name.ascending).limit(2).offset(1)
        #expect(all == Boat.all)
        #expect(some == Boat.where { $0.length > 3 })
        #expect(first != some && first == some.sorted { $0.name.ascending }.limit(2).offset(1))
    }
}
