import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Attributes that are added to a store with objects: the objects are not rewritten, and read as if
/// they had always had them.
@Suite struct AddedAttributeTests {
    private let files = TypedStore()

    private struct Old: Entity {
        let id: Int
        static let entityName = "Thing"
        static let schema = EntitySchema(Old.init, Attribute("id", \.id))
    }

    init() throws {
        let store = try files.open(Old.self)
        try store.performChanges { try $0.insert(contentsOf: (1...3).map { Old(id: $0) }) }
        try store.close()
    }

    private struct New: Entity {
        let id: Int
        var maybe: String?
        var name: String
        var count: Int
        var rank: Rank
        var list: [Double]
        var words: [String]
        var groups: [String: Int]
        var day: Date
        var place: Place
        var noPlace: Place?
        var somePlace: Place?
        var shape: Shape

        static let there = Place(
            street: "Main", city: "Oslo", rank: .high, tags: ["a"],
            position: Position(latitude: 1, longitude: nil), former: nil)
        static let entityName = "Thing"
        static let schema = EntitySchema(
            New.init, Attribute("id", \.id), Attribute("maybe", \.maybe),
            Attribute("name", \.name, default: "none"), Attribute("count", \.count, default: -7),
            Attribute("rank", \.rank, default: .high),
            Attribute("list", \.list, default: [1, -0.0]),
            Attribute("words", \.words, default: ["x"]),
            Attribute("groups", \.groups, default: ["k": 1]),
            Attribute(
                "day", \.day, codec: AttributeCodec(\New.day, by: .isoDate),
                default: Date(timeIntervalSinceReferenceDate: 60)),
            Attribute("place", \.place, default: there), Attribute("noPlace", \.noPlace),
            Attribute("somePlace", \.somePlace, default: there),
            Attribute("shape", \.shape, default: .point))

        static func old(_ id: Int) -> New {
            New(
                id: id, maybe: nil, name: "none", count: -7, rank: .high, list: [1, -0.0],
                words: ["x"], groups: ["k": 1], day: Date(timeIntervalSinceReferenceDate: 60),
                place: there, noPlace: nil, somePlace: there, shape: .point)
        }
    }

    @Test func `old objects have the defaults and keep them`() throws {
        let store = try files.open(New.self)
        func check(_ ids: [Int], _ store: Store) throws {
            let found = try store.fetch(New.where { $0.id.isIn(ids) })
            #expect(Bits.text(found) == Bits.text(ids.map(New.old)))
        }
        try check([1, 2, 3], store)
        let second = try #require(try store.find(New.self, 2))
        #expect(Bits.text(second) == Bits.text(New.old(2)))
        try store.performChanges { changes in
            try changes.update(New.self, 2) { $0.count = 5 }
            var new = New.old(4)
            new.place.city = nil
            new.somePlace = nil
            try changes.insert(new)
        }
        try check([1, 3], store)
        #expect(try store.find(New.self, 2)?.count == 5)
        try store.close()
        for _ in 0..<2 {
            let again = try files.open(New.self)
            try check([1, 3], again)
            #expect(try again.find(New.self, 4)?.somePlace == nil)
            try again.compact()
            try check([1, 3], again)
            try again.close()
        }
        try files.checkIntegrity()
    }

    @Test func `filters, sorts and projections use the defaults`() throws {
        let store = try files.open(New.self)
        try store.performChanges { changes in
            try changes.update(New.self, 2) {
                $0.count = -8
                $0.name = "b"
                $0.somePlace = nil
                $0.shape = .circle(radius: 1)
            }
        }
        func ids(_ filter: Nacre.Filter<New>) throws -> [Int] {
            try store.fetch(\.id, New.where(filter))
        }
        #expect(try ids(Filter { $0.name == "none" && $0.count == -7 }) == [1, 3])
        #expect(try ids(Filter { $0.maybe == nil && $0.rank >= .high }) == [1, 2, 3])
        #expect(try ids(Filter { $0.place.city == "Oslo" && $0.place.former == nil }) == [1, 2, 3])
        #expect(try ids(Filter { $0.noPlace == nil && $0.noPlace.street == nil }) == [1, 2, 3])
        #expect(try ids(Filter { $0.somePlace != nil && $0.somePlace.street == "Main" }) == [1, 3])
        #expect(try ids(Filter { $0.shape == .point }) == [1, 3])
        #expect(try ids(Filter { $0.shape != .point }) == [2])
        #expect(try store.fetch(\.id, New.all.sorted(\.count.ascending)) == [2, 1, 3])
        #expect(
            try store.fetch(\.id, New.all.sorted(\.shape.ascending, \.id.descending)).count == 3)
        #expect(
            try store.fetch(\.list, New.all).allSatisfy { Bits.text($0) == Bits.text([1, -0.0]) })
        #expect(try store.fetch(\.somePlace.position, New.all).map { $0?.latitude } == [1, nil, 1])
    }

    @Test func `opening again with the same types writes nothing`() throws {
        let store = try files.open(New.self, Home<Large?>.self)
        let number = try store.snapshot().commitNumber
        try store.close()
        let again = try files.open(New.self, Home<Large?>.self)
        #expect(try again.snapshot().commitNumber == number)
    }
}
