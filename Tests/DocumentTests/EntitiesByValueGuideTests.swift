import Foundation
import Nacre
import Testing

// snippet: by value
@Entity
struct Guest: Hashable {
    let id: Int
    var name: String
}

@Entity
struct Table: Hashable {
    let id: Int
    var host: Guest?
    @Relationship(.nullify) @Attribute(.indexed) var guests: [Guest] = []
}
// end snippet

// snippet: identifier
@Entity
struct Airline: Hashable {
    @Attribute(.id) let code: String
    var name: String
}

@Entity
struct Flight: Hashable {
    @Attribute(.id) let number: String
    var airline: Airline
}
// end snippet

// snippet: composite id
struct SeatNumber: Codable, Hashable, Storable {
    var row: Int
    var letter: String
}

@Entity
struct Seat: Hashable {
    let id: SeatNumber
    var passenger: String?
    @Derived(.indexed) var row: Int { id.row }
}
// end snippet

// snippet: tree
@Entity
struct Folder: Hashable {
    let id: Int
    var name: String
    var folders: [Folder] = []
}
// end snippet

// snippet: state
@Embedded
enum Engagement: Hashable {
    case applied
    case hired(since: Date, salary: Int)
    case left(String)
    case other
    static let unknownCase = Engagement.other
}

@Entity
struct Actor: Hashable {
    let id: Int
    var engagement: Engagement = .applied
}
// end snippet

// snippet: unknown case
enum Role: Int, HasUnknownCase {
    case hero, villain, chorus, other = -1
    static let unknownCase = Role.other
}
// end snippet

/// Runs the guides' code about objects by value, and about enums that carry values.
@Suite struct EntitiesByValueGuideTests {
    @Test func `two flights hold one airline`() throws {
        let store = try Store.inMemory(Flight.self)
        // snippet: saving by identifier
        let airline = Airline(code: "DY", name: "Norwegian")
        try store.performChanges { changes in
            try changes.save(Flight(number: "DY 604", airline: airline))
            try changes.save(Flight(number: "DY 606", airline: airline))
        }
        let stored = try store.find(Airline.self, airline.id)
        let flights = try store.fetch(Flight.where { $0.airline.code == "DY" })
        // end snippet
        #expect(stored == airline)
        #expect(flights.map(\.number) == ["DY 604", "DY 606"])
        #expect(try store.count(Airline.all) == 1)
    }

    @Test func `a seat is found by the parts of its id`() throws {
        let store = try Store.inMemory(Seat.self)
        let seats = [(7, "F"), (7, "A"), (8, "F")].map { row, letter in
            Seat(id: SeatNumber(row: row, letter: letter), passenger: "\(row)\(letter)")
        }
        try store.performChanges { try $0.insert(contentsOf: seats) }
        // snippet: finding by composite id
        let seat = try store.find(Seat.self, SeatNumber(row: 7, letter: "F"))
        let row = try store.fetch(Seat.where { $0.row == 7 })
        // end snippet
        #expect(seat == seats[0])
        #expect(row == [seats[1], seats[0]])
    }

    @Test func `a table is saved together with its guests`() throws {
        let store = try Store.inMemory(Table.self, Folder.self)
        // snippet: saving by value
        let anne = Guest(id: 1, name: "Anne")
        var table = Table(id: 7, host: anne, guests: [anne, Guest(id: 2, name: "Bo")])
        try store.performChanges { try $0.insert(table) }

        table.guests[1].name = "Boris"
        table.guests.reverse()
        try store.performChanges { try $0.save(table) }
        let bo = try store.find(Guest.self, 2)
        // end snippet
        #expect(bo?.name == "Boris")
        #expect(try store.fetch(Table.all) == [table])

        // snippet: asking by value
        let hosted = try store.fetch(Table.where { $0.host.name == "Anne" })
        let crowded = try store.fetch(
            Table.where { $0.guests.count > 1 && $0.guests.contains { $0.name.hasPrefix("B") } })
        let annes = try store.count(Table.where { $0.guests.contains(anne) })
        // end snippet
        #expect(hosted == [table])
        #expect(crowded == [table])
        #expect(annes == 1)
    }

    @Test func `a save can be based on a snapshot`() throws {
        let store = try Store.inMemory(Table.self)
        let anne = Guest(id: 1, name: "Anne")
        try store.performChanges { try $0.insert(Table(id: 7, host: anne, guests: [anne])) }
        // snippet: saving based on
        let snapshot = try store.snapshot()
        guard var read = try snapshot.find(Table.self, 7) else { return }
        read.host = nil
        try store.performChanges { try $0.save(read, basedOn: snapshot) }
        // end snippet
        #expect(try store.find(Table.self, 7)?.host == nil)
        #expect(throws: StoreError.self) {
            try store.performChanges { changes in
                read.guests = []
                try changes.save(read, basedOn: snapshot)
            }
        }
    }

    @Test func `a folder can contain folders`() throws {
        let store = try Store.inMemory(Folder.self)
        let root = Folder(id: 1, name: "/", folders: [Folder(id: 2, name: "home")])
        try store.performChanges { try $0.insert(root) }
        #expect(try store.fetch(Folder.all) == [root, root.folders[0]])
    }

    @Test func `enums with associated values are stored and filtered`() throws {
        let store = try Store.inMemory(Actor.self)
        let date = Date(timeIntervalSinceReferenceDate: 1000)
        let actors = [
            Actor(id: 1), Actor(id: 2, engagement: .hired(since: date, salary: 10)),
            Actor(id: 3, engagement: .left("tired")),
        ]
        try store.performChanges { try $0.insert(contentsOf: actors) }
        // snippet: asking for cases
        let hired = try store.fetch(Actor.where { $0.engagement.case == .hired })
        let recent = try store.fetch(
            Actor.where { $0.engagement.hired.since >= date && $0.engagement.hired.salary < 100 })
        let tired = try store.fetch(Actor.where { $0.engagement.left.value.contains("tired") })
        // end snippet
        #expect(hired == [actors[1]])
        #expect(recent == [actors[1]])
        #expect(tired == [actors[2]])
        #expect(try store.fetch(Actor.all) == actors)
    }
}
