import Foundation
import Nacre
import NacreTestSupport
import Testing

private struct Person: Hashable, Entity {
    var id = ObjectID<Person>()
    var name: String
    var age = 0
    var friend: Ref<Person>?

    static let schema = EntitySchema(
        Person.init, Attribute("id", \.id),
        Attribute("name", \.name, .unique(conflict: .replace)), Attribute("age", \.age),
        Attribute("friend", \.friend, .relationship(.nullify)))
}

/// A person's house, whose policy keeps what is stored.
private struct House: Hashable, Entity {
    var id = ObjectID<House>()
    var street: String
    var owner: Person?
    var rooms = 1

    static let schema = EntitySchema(
        House.init, Attribute("id", \.id),
        Attribute("street", \.street, .unique(conflict: .keepExisting)),
        Attribute("owner", \.owner, .relationship(.nullify)), Attribute("rooms", \.rooms))
}

private struct Plot: Hashable, Entity {
    let id: Int
    var street: String
    var owner: Person?

    static let schema = EntitySchema(
        Plot.init, Attribute("id", \.id),
        Attribute("street", \.street, .unique(conflict: .replace)),
        Attribute("owner", \.owner, .relationship(.nullify)))
}

private struct Lane: Hashable, Entity {
    let id: Int
    var people: [Person]
    var plot: Plot

    static let schema = EntitySchema(
        Lane.init, Attribute("id", \.id), Attribute("people", \.people, .relationship(.nullify)),
        Attribute("plot", \.plot))
}

private struct Street: Hashable, Entity {
    let id: Int
    var first: House
    var others: [House] = []
    var people: Set<Person> = []

    static let schema = EntitySchema(
        Street.init, Attribute("id", \.id), Attribute("first", \.first),
        Attribute("others", \.others, .relationship(.nullify)),
        Attribute("people", \.people, .relationship(.nullify)))
}

/// New objects, held by value, whose unique values are taken.
@Suite struct HeldUpsertTests {
    private let store: Store

    init() throws { store = try Store.inMemory(Street.self) }

    @Test func `V23 a second holder of an equal unique value shares the stored object`() throws {
        let (old, new) = (Person(name: "Jo", age: 1), Person(name: "Jo", age: 2))
        let (first, second) = (House(street: "a", owner: old), House(street: "b", owner: new))
        let stored = try store.performChanges { changes in
            try changes.insert(first)
            return try changes.insert(second)
        }
        #expect(stored.owner == Person(id: old.id, name: "Jo", age: 2))
        #expect(try store.count(Person.all) == 1)
        #expect(try store.find(House.self, first.id)?.owner?.age == 2)
        #expect(try store.find(House.self, second.id)?.owner?.id == old.id)
    }

    @Test func `arrays and sets refer to the stored objects`() throws {
        let jo = Person(name: "Jo")
        let kept = House(street: "a", owner: jo)
        try store.performChanges { try $0.insert(kept) }
        let street = Street(
            id: 1, first: House(street: "b"),
            others: [House(street: "a", rooms: 9), House(street: "c")],
            people: [Person(name: "Jo", age: 3), Person(name: "Bo")])
        try store.performChanges { try $0.save(street) }
        let read = try #require(try store.find(Street.self, 1))
        // The policy of houses keeps the stored one.
        #expect(read.others.map(\.street) == ["a", "c"])
        #expect(read.others[0].id == kept.id)
        #expect(read.others[0].rooms == 1)
        #expect(read.first == street.first)
        #expect(Set(read.people.map(\.name)) == ["Jo", "Bo"])
        #expect(read.people.contains(Person(id: jo.id, name: "Jo", age: 3)))
        #expect(try store.count(Person.all) == 2)
    }

    @Test func `an object that meets another one passes on what it holds`() throws {
        let jo = Person(name: "Jo")
        let held = Street(id: 1, first: House(street: "a", owner: jo))
        try store.performChanges { try $0.insert(held) }
        let again = Street(id: 2, first: House(street: "b", owner: Person(name: "Jo", age: 7)))
        try store.performChanges { try $0.insert(again) }
        let read = try #require(try store.find(Street.self, 2))
        #expect(read.first.id == again.first.id)
        #expect(read.first.owner == Person(id: jo.id, name: "Jo", age: 7))
        #expect(try store.find(Street.self, 1)?.first.owner?.age == 7)
    }

    @Test func `an object that meets another one does not write again what it holds`() throws {
        let jo = Person(name: "Jo")
        let (young, old) = (
            Person(id: jo.id, name: "Jo", age: 1), Person(id: jo.id, name: "Jo", age: 2)
        )
        let lane = Lane(
            id: 1, people: [young], plot: Plot(id: 9, street: "a", owner: old))
        let store = try Store.inMemory(Lane.self)
        try store.performChanges { try $0.insert(Plot(id: 1, street: "a", owner: jo)) }
        let plain = try Store.inMemory(Lane.self)
        // Which of two states of one object counts does not depend on whether its holder is new.
        try store.performChanges { try $0.save(lane) }
        try plain.performChanges { try $0.save(lane) }
        #expect(
            try store.find(Person.self, jo.id)?.age == plain.find(Person.self, jo.id)?.age)
        #expect(try store.find(Lane.self, 1)?.plot.id == 1)
    }

    @Test func `a value that the same change takes away is free`() throws {
        let jo = Person(name: "Jo")
        try store.performChanges { try $0.insert(House(street: "a", owner: jo)) }
        var renamed = jo
        renamed.name = "Joseph"
        let street = Street(
            id: 1, first: House(street: "b"), people: [renamed, Person(name: "Jo", age: 5)])
        try store.performChanges { try $0.insert(street) }
        #expect(try store.find(Street.self, 1) == street)
        #expect(try store.count(Person.all) == 2)
    }

    @Test func `two new objects with one unique value inside one value are an error`() throws {
        let street = Street(
            id: 1, first: House(street: "a"), people: [Person(name: "Jo"), Person(name: "Jo")])
        let error = #expect(throws: StoreError.self) {
            try store.performChanges { try $0.insert(street) }
        }
        #expect(error?.code == .uniqueViolation)
        #expect(try store.count(Person.all) == 0)
    }

    @Test func `an upsert whose object holds one that meets another refers to the stored one`()
        throws
    {
        let jo = Person(name: "Jo")
        let first = House(street: "a", owner: jo)
        try store.performChanges { try $0.insert(first) }
        let upserted = try store.performChanges { changes in
            try changes.upsert(
                House(street: "a", owner: Person(name: "Jo", age: 4), rooms: 5),
                on: \.street, conflict: .replace)
        }
        #expect(upserted.id == first.id)
        #expect(upserted.rooms == 5)
        #expect(upserted.owner == Person(id: jo.id, name: "Jo", age: 4))
    }
}

private struct Lodging: Hashable, Entity {
    let id: Int
    var owner: Person?
    var guests: [Person] = []

    static let schema = EntitySchema(
        Lodging.init, Attribute("id", \.id),
        Attribute("owner", \.owner, .relationship(.nullify)),
        Attribute("guests", \.guests, .relationship(.nullify)))
}

/// Random homes with new and stored persons, whose names are taken, free, or given up by the same
/// change, equal those of a plain model.
@Suite struct HeldUpsertPropertyTests {
    /// A person in a home: a stored one by its number, or a new one.
    private struct Visit: Sendable {
        let stored: Int?
        let name: Int
        let age: Int
    }

    private struct Step: Sendable {
        let home: Int
        let owner: Visit?
        let guests: [Visit]
    }

    private struct Model {
        var people: [ObjectID<Person>: Person] = [:]
        var homes: [Int: Lodging] = [:]

        var sharesNames: Bool { Set(people.values.map(\.name)).count < people.count }

        /// Saves a home; all persons in it have different ids.
        mutating func save(_ home: Lodging) {
            let held = (home.owner.map { [$0] } ?? []) + home.guests
            let (before, ids) = (people, Set(held.map(\.id)))
            var saved: [ObjectID<Person>: Person] = [:]
            for person in held {
                var person = person
                let met = before.values.first { $0.name == person.name && !ids.contains($0.id) }
                if before[person.id] == nil, let met { person.id = met.id }
                saved[person.id] = person
                people[person.id] = person
            }
            func stored(_ person: Person) -> Person {
                saved[person.id] ?? saved.values.first { $0.name == person.name } ?? person
            }
            var home = home
            home.owner = home.owner.map(stored)
            home.guests = home.guests.map(stored)
            homes[home.id] = home
        }

        /// The homes with the persons as they are now.
        var all: [Lodging] {
            homes.values.sorted { $0.id < $1.id }.map { home in
                var home = home
                home.owner = home.owner.flatMap { people[$0.id] }
                home.guests = home.guests.compactMap { people[$0.id] }
                return home
            }
        }
    }

    private static let visits = Generator<Visit> { choices throws(Rejection) in
        Visit(
            stored: try choices.draw(.optional(.integer(in: 0...5))),
            name: try choices.draw(.integer(in: 0...4)),
            age: try choices.draw(.integer(in: 0...9)))
    }

    private static let steps = Generator<Step> { choices throws(Rejection) in
        Step(
            home: try choices.draw(.integer(in: 0...2)),
            owner: try choices.draw(.optional(visits)),
            guests: try choices.draw(.array(of: visits, count: 0...3)))
    }

    private static func home(_ step: Step, _ model: Model) -> Lodging {
        let known = model.people.keys.sorted()
        var used: (ids: Set<ObjectID<Person>>, names: Set<String>) = ([], [])
        func person(_ visit: Visit) -> Person? {
            let stored = visit.stored.flatMap { $0 < known.count ? known[$0] : nil }
            let person = Person(
                id: stored ?? ObjectID(), name: "n\(visit.name)", age: visit.age)
            let isNew = used.ids.insert(person.id).inserted
            return used.names.insert(person.name).inserted && isNew ? person : nil
        }
        return Lodging(
            id: step.home, owner: step.owner.flatMap(person),
            guests: step.guests.compactMap(person))
    }

    @Test func `V23 homes with new and stored persons equal those of a model`() {
        property("held upserts", runs: 300, .array(of: Self.steps, count: 1...15)) { steps in
            let store = try Store.inMemory(Lodging.self)
            var model = Model()
            for step in steps {
                let home = Self.home(step, model)
                var next = model
                next.save(home)
                let error = storeError { try store.performChanges { try $0.save(home) } }
                try requireEqual(
                    error?.code, next.sharesNames ? .uniqueViolation : nil, "\(step)")
                if error == nil { model = next }
                try requireEqual(try store.fetch(Lodging.all), model.all, "\(step)")
                let people = model.people.values.sorted { $0.id < $1.id }
                try requireEqual(try store.fetch(Person.all), people, "\(step)")
            }
        }
    }
}

/// Ids under other names, declared by hand.
@Suite struct HandWrittenIdentifierTests {
    private struct Country: Hashable, Entity {
        var code: String
        var name: String
        var id: String { code }

        static let schema = EntitySchema(
            Country.init, Attribute("code", \.code, .id(\Country.id), .named("iso")),
            Attribute("name", \.name))
    }

    private struct Twice: Entity {
        var id: Int
        var code: Int
        static let schema = EntitySchema(
            Twice.init, Attribute("id", \.id), Attribute("code", \.code, .id(\Twice.id)))
    }

    private struct Other: Entity {
        var code: Int
        var id: String { "\(code)" }
        static let schema = EntitySchema(Other.init, Attribute("code", \.code, .id(\Other.id)))
    }

    private struct Pathless: Entity {
        var code: Int
        var id: Int { code }
        static let schema = EntitySchema(
            Pathless.init, Attribute("code", \.code, .id(\Pathless.code)))
    }

    @Test func `the option makes an attribute the id`() throws {
        let store = try Store.inMemory(Country.self)
        let norway = Country(code: "NO", name: "Norway")
        try store.performChanges { try $0.insert(norway) }
        #expect(try store.find(Country.self, "NO") == norway)
        #expect(try store.fetch(Country.where { $0.id == "NO" }) == [norway])
        #expect(try store.fetch(Country.where { $0.code == "NO" }) == [norway])
        let named = try Filter(#Predicate<Country> { $0.id == "NO" && $0.code == "NO" })
        #expect(try store.fetch(Country.where(named)) == [norway])
    }

    @Test func `two ids, an id of another type and a wrong path are errors`() throws {
        let twice = #expect(throws: StoreError.self) { try Store.inMemory(Twice.self) }
        #expect(twice?.code == .schemaMismatch)
        #expect(twice?.message.contains("the ids 'id' and 'code'") == true)
        let other = #expect(throws: StoreError.self) { try Store.inMemory(Other.self) }
        #expect(other?.code == .schemaMismatch)
        #expect(other?.message.contains("'var id: Int { code }'") == true)
        let pathless = #expect(throws: StoreError.self) { try Store.inMemory(Pathless.self) }
        #expect(pathless?.code == .schemaMismatch)
        #expect(pathless?.message.contains("pass \\Pathless.id") == true)
    }
}
