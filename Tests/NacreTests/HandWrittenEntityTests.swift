import Foundation
import Nacre
import Testing

struct Town: Hashable {
    var id: Int
    var name: String
    var population: Int
    var born: Date?
    var tags: [String]
    var numbers: [Double]
    var names: [String: Int]
}

extension Town: Entity {
    static let schema = EntitySchema(
        Town.init, Attribute("id", \.id), Attribute("name", \.name, .indexed),
        Attribute("population", \.population), Attribute("born", \.born),
        Attribute("tags", \.tags), Attribute("numbers", \.numbers), Attribute("names", \.names))
}

@Suite struct HandWrittenEntityTests {
    @Test func `objects of a hand-written entity come back equal`() throws {
        let store = try Store.inMemory(Town.self)
        let town = Town(
            id: 1, name: "Oslo", population: 700_000, born: Date(), tags: ["a", "b"],
            numbers: [1, -0.0, .infinity], names: ["x": 1])
        let other = Town(
            id: 2, name: "Bergen", population: 300_000, born: nil, tags: [], numbers: [],
            names: [:])
        try store.performChanges { changes in
            try changes.insert(town)
            try changes.insert(other)
        }
        #expect(try store.fetch(Town.all) == [town, other])
        #expect(try store.fetch(Town.where { $0.population > 500_000 }) == [town])
        #expect(try store.fetch(Town.where { $0.born == nil || $0.name.hasPrefix("X") }) == [other])
        #expect(try store.fetch(\.name, Town.all.sorted(\.name.ascending)) == ["Bergen", "Oslo"])
        for (name, born) in try store.fetch(Town.all.select(\.name, \.born)) {
            #expect((name == "Oslo") == (born != nil))
        }
        #expect(try store.find(Town.self, 1) == town)
    }
}
