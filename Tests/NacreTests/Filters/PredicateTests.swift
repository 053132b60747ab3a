import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Predicates of Foundation become filters that find the same objects, or are refused with a
/// reason.
@Suite struct PredicateTests {
    struct Town: Entity, Equatable {
        let id: Int
        var name: String
        var note: String?
        var size: Int
        var rating: Int?
        var isOpen: Bool
        var colour: Colour
        var tags: [String]
        var scores: [Double]
        var names: [String: String]
        var place: Place
        var codes: [Int]?

        static let schema = EntitySchema(
            Town.init, Attribute("id", \.id), Attribute("name", \.name), Attribute("note", \.note),
            Attribute("size", \.size), Attribute("rating", \.rating), Attribute("isOpen", \.isOpen),
            Attribute("colour", \.colour), Attribute("tags", \.tags), Attribute("scores", \.scores),
            Attribute("names", \.names), Attribute("place", \.place),
            Attribute("codes", \.codes))
    }

    private let towns = (0..<40).map { id in
        Town(
            id: id, name: ["Oslo", "oslo", "Wien", "", "Bergen"][id % 5],
            note: id % 3 == 0 ? nil : ["a", "b", ""][id % 4 % 3], size: id * 7 % 11,
            rating: id % 2 == 0 ? nil : id % 5, isOpen: id % 7 < 3, colour: Colour.allCases[id % 3],
            tags: Array(["x", "y", "z"].prefix(id % 4)), scores: [Double(id % 6), 0.5],
            names: id % 3 == 1 ? ["de": "Wien"] : [:],
            place: Place(
                street: "", city: nil, rank: .low, tags: [],
                position: Position(latitude: 0, longitude: nil), former: nil),
            codes: [nil, [], [1]][id % 3])
    }

    private func check(_ predicate: Predicate<Town>) throws {
        let store = try Store.inMemory(Town.self)
        try store.performChanges { try $0.insert(contentsOf: towns) }
        let filter = try Filter(predicate)
        let wanted = try towns.filter { try predicate.evaluate($0) }.map(\.id)
        #expect(try store.fetch(Town.where(filter)).map(\.id) == wanted, "\(filter)")
        #expect(!wanted.isEmpty && wanted.count < towns.count, "\(filter) decides nothing")
    }

    @Test func `predicates compare two attributes with each other`() throws {
        try check(#Predicate { $0.size > $0.id })
        try check(#Predicate { $0.size == $0.id || $0.size >= $0.id && $0.id > 3 })
        try check(#Predicate { $0.name != $0.name || !($0.size > $0.id) })
    }

    @Test func `predicates with comparisons and logical operators become filters`() throws {
        let five = 5
        try check(#Predicate { $0.size > five && $0.name != "Oslo" })
        try check(#Predicate { $0.size <= 5 || !($0.name == "Wien") })
        try check(#Predicate { 3 < $0.size && $0.size < five + 4 })
        try check(#Predicate { $0.isOpen })
        try check(#Predicate { !$0.isOpen && $0.isOpen == false })
        let green = Colour.green
        try check(#Predicate { $0.colour == green })
        try check(#Predicate { $0.size >= 2 })
    }

    @Test func `nil`() throws {
        try check(#Predicate { $0.rating == nil })
        try check(#Predicate { $0.rating != nil && $0.note == "a" })
        try check(#Predicate { ($0.rating ?? 0) > 2 })
        try check(#Predicate { ($0.rating ?? 9) > 2 })
        try check(#Predicate { ($0.note ?? "a") == "a" })
        try check(#Predicate { ($0.note ?? "a") != "a" })
    }

    @Test func `predicates with ranges, lists and texts become filters`() throws {
        try check(#Predicate { (2...5).contains($0.size) })
        try check(#Predicate { (2..<5).contains($0.size) })
        let sizes = [1, 2, 3]
        try check(#Predicate { sizes.contains($0.size) })
        try check(#Predicate { $0.name.contains("s") })
        try check(#Predicate { $0.name.starts(with: "O") })
        try check(#Predicate { $0.name.isEmpty })
    }

    @Test func `collections`() throws {
        try check(#Predicate { $0.tags.contains("y") })
        try check(#Predicate { $0.tags.isEmpty })
        try check(#Predicate { $0.tags.count > 2 })
        try check(#Predicate { $0.scores.contains { $0 > 3 && $0 < 5 } })
        try check(#Predicate { $0.scores.allSatisfy { $0 < 3 } })
        try check(#Predicate { $0.names["de"] == "Wien" })
    }

    @Test func `predicates with whole values become filters`() throws {
        let tags = [["x", "y"], []]
        try check(#Predicate { $0.tags == ["x", "y"] })
        try check(#Predicate { $0.scores != [3, 0.5] })
        try check(#Predicate { $0.names == ["de": "Wien"] })
        try check(#Predicate { tags.contains($0.tags) })
        try check(#Predicate { ($0.codes ?? []) == [] && $0.size > 1 })
        try check(#Predicate { ($0.codes ?? [1]) != [1] })
        let filter = try Filter(#Predicate<Grid> { $0.rows.contains([1, 2]) && $0.rows != [[]] })
        #expect(filter == Filter { $0.rows.contains([1, 2]) && $0.rows != [[]] })
    }

    @Test func `expressions without a counterpart are refused on conversion`() {
        func refusal(_ predicate: Predicate<Town>) -> String {
            storeError { try Filter(predicate) }?.message ?? "nothing was refused"
        }
        #expect(refusal(#Predicate { $0.size + 1 > 5 }).contains("Arithmetic"))
        #expect(refusal(#Predicate { $0.name == $0.note ?? "" }).contains("NilCoalesce"))
        #expect(refusal(#Predicate { $0.tags == $0.tags }).contains("several values"))
        #expect(refusal(#Predicate { $0.size % 2 == 0 }).contains("IntRemainder"))
        #expect(refusal(#Predicate { $0.scores.max() == 3 }).contains("SequenceMaximum"))
        #expect(refusal(#Predicate { $0.note!.isEmpty }).contains("ForcedUnwrap"))
        #expect(refusal(#Predicate { $0.place.street == "a" }).contains("object itself"))
    }

    struct Grid: Entity {
        let id: Int
        var size: Int
        var rows: [[Int]]

        static let schema = EntitySchema(
            Grid.init, Attribute("id", \.id), Attribute("size", \.size), Attribute("rows", \.rows))
    }

    @Test func `a test of an element uses nothing outside of the element`() throws {
        let refused: [Predicate<Grid>] = [
            #Predicate { $0.rows.contains { row in row.contains { $0 > 1 && row.count > 2 } } },
            #Predicate { grid in grid.rows.contains { $0.count > 1 && grid.size > 2 } },
        ]
        for predicate in refused {
            let error = #expect(throws: StoreError.self) { try Filter(predicate) }
            #expect(error?.message.contains("outside of that element") == true)
        }
        let store = try Store.inMemory(Grid.self)
        try store.performChanges { changes in
            try changes.insert(Grid(id: 1, size: 1, rows: [[1, 2], []]))
            try changes.insert(Grid(id: 2, size: 3, rows: [[3, 4, 5]]))
        }
        let filter = try Filter(
            #Predicate<Grid> { grid in
                grid.size > 2 && grid.rows.contains { row in row.contains { $0 > 4 } }
            })
        #expect(try store.fetch(Grid.where(filter)).map(\.id) == [2])
    }
}
