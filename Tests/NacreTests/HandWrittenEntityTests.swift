import Foundation
import Nacre
import NacreTestSupport
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

/// An entity with indexes over several attributes.
private struct Port: Hashable, Entity {
    let id: Int
    var country: String
    var name: String
    var depth: Int

    static let schema = EntitySchema(
        Port.init, Attribute("id", \.id), Attribute("country", \.country, .named("land")),
        Attribute("name", \.name), Attribute("depth", \.depth),
        indexes: [IndexTogether(\.country, \.name), IndexTogether(\.country, \.depth, \.name)],
        uniques: [UniqueTogether(\.name, \.depth)])
}

@Suite struct HandWrittenEntityTests {
    @Test func `objects of a hand-written entity are read back equal`() throws {
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

    private func ports() throws -> (Store, [Port]) {
        let store = try Store.inMemory(Port.self)
        let ports = (0..<60).map { id in
            Port(id: id, country: "c\(id % 4)", name: "n\(id % 15)", depth: id / 15)
        }
        try store.performChanges { try $0.insert(contentsOf: ports) }
        return (store, ports)
    }

    @Test func `indexes over several attributes serve filters`() throws {
        let (store, ports) = try ports()
        for (request, index, holds) in [
            (
                Port.where { $0.country == "c1" && $0.name == "n3" }, "land, name",
                { $0.country == "c1" && $0.name == "n3" }
            ),
            (
                Port.where { $0.country == "c2" && $0.depth == 3 }, "land, depth, name",
                { $0.country == "c2" && $0.depth == 3 }
            ),
        ] as [(FetchRequest<Port>, String, (Port) -> Bool)] {
            let explanation = try request.explain(in: store)
            #expect(explanation.indexes.contains(index))
            #expect(explanation.candidateCount < 15)
            #expect(try store.fetch(request) == ports.filter(holds))
        }
        let code = storeError {
            try store.performChanges { changes in
                try changes.insert(Port(id: 100, country: "x", name: "n0", depth: 0))
            }
        }?.code
        #expect(code == .uniqueViolation)
    }

    @Test func `indexes over several attributes serve sorts in both directions`() throws {
        let (store, ports) = try ports()
        let inOrder = ports.sorted { ($0.country, $0.name, $0.id) < ($1.country, $1.name, $1.id) }
        let up = Port.all.sorted(\.country.ascending, \.name.ascending)
        let down = Port.all.sorted(\.country.descending, \.name.descending)
        #expect(try !up.limit(5).explain(in: store).isSorted)
        #expect(try !down.limit(5).explain(in: store).isSorted)
        #expect(try store.fetch(up) == inOrder)
        // Equal objects stay in the ascending order of their ids.
        let groups = Dictionary(grouping: inOrder) { [$0.country, $0.name] }
        let keys = groups.keys.sorted { $1.lexicographicallyPrecedes($0) }
        #expect(try store.fetch(down) == keys.flatMap { groups[$0] ?? [] })
        #expect(try store.fetch(down.limit(7).offset(3)).count == 7)
        let mixed = Port.all.sorted(\.country.ascending, \.name.descending)
        #expect(try mixed.limit(5).explain(in: store).isSorted)
    }

    private struct Lost: Entity {
        let id: Int
        var name: String
        var length: Int { name.count }

        static let schema = EntitySchema(
            Lost.init, Attribute("id", \.id), Attribute("name", \.name),
            indexes: [IndexTogether(\.name, \.length)])
    }

    @Test func `an index on a property that is not an attribute is refused`() {
        let error = storeError { try Store.inMemory(Lost.self) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("is not an attribute of the schema") == true)
    }
}
