import Foundation
import Nacre
import NacreFormat
import Testing

/// The tests of CoreValue about kinds of values. All values are in an object that another one
/// holds.
@Suite struct CoreValueKindsTests {
    enum Car: String, Storable {
        case pickup
        case sedan
    }

    struct Other: Entity, Equatable {
        let id: Int
        var flag: Bool
        var data: Data
        var date: Date
        var price: Decimal
        var weight: Double
        var size: Float
        var car: Car

        static let schema = EntitySchema(
            Other.init, Attribute("id", \.id), Attribute("flag", \.flag), Attribute("data", \.data),
            Attribute("date", \.date), Attribute("price", \.price), Attribute("weight", \.weight),
            Attribute("size", \.size), Attribute("car", \.car))
    }

    struct Garage: Entity, Equatable {
        let id: Int
        var name: String
        var other: Other?
        var all: [Other]?

        static let schema = EntitySchema(
            Garage.init, Attribute("id", \.id), Attribute("name", \.name),
            Attribute("other", \.other), Attribute("all", \.all))
    }

    private static func other(_ id: Int, _ car: Car) throws -> Other {
        Other(
            id: id, flag: id.isMultiple(of: 2), data: Data([0, 255, UInt8(id)]),
            date: Date(timeIntervalSinceReferenceDate: Double(id) / 3),
            price: try #require(Decimal(string: "19.\(id)0000000000000000001")),
            weight: -.pi * Double(id), size: 1 / Float(id), car: car)
    }

    @Test func `all kinds of values in a held object are read back, enums as raw values`() throws {
        let store = try Store.inMemory(Garage.self)
        let garage = Garage(id: 1, name: "a", other: try Self.other(7, .sedan), all: nil)
        try store.performChanges { try $0.save(garage) }
        #expect(try store.find(Garage.self, 1) == garage)
        #expect(try store.fetch(Other.all) == [Self.other(7, .sedan)])
        let raw = try store.database.snapshot().find(.int(7), in: "Other")
        #expect(raw?.values.last == .string("sedan"))
        #expect(try store.count(Garage.where { $0.other.car == .sedan }) == 1)
        #expect(try store.count(Garage.where { $0.other.car == .pickup }) == 0)
    }

    @Test func `a collection of objects may be nil, empty or filled`() throws {
        let store = try Store.inMemory(Garage.self)
        let garages = [
            Garage(id: 1, name: "a", other: nil, all: [try Self.other(3, .pickup)]),
            Garage(id: 2, name: "b", other: nil, all: []),
            Garage(id: 3, name: "c", other: nil, all: nil),
        ]
        try store.performChanges { changes in for garage in garages { try changes.save(garage) } }
        let found = try store.fetch(Garage.where { $0.name == "a" })
        #expect(found.map { $0.all?.count } == [1])
        #expect(try store.fetch(Garage.all) == garages)
    }
}
