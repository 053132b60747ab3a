import Nacre
import NacreTestSupport
import Testing

/// Embedded structs whose members change, and that become optional, in stores with objects.
@Suite struct ChangedStructTests {
    private let files = TypedStore()

    @Test func `a member with a default is added to an embedded struct`() throws {
        let first = try files.open(Home<Small>.self)
        try first.performChanges { try $0.insert(Home(id: 1, address: Small(city: "Oslo"))) }
        try first.close()
        let store = try files.open(Home<Large>.self)
        let large = Large(city: "Oslo", zip: 99, note: nil)
        #expect(try store.find(Home<Large>.self, 1)?.address == large)
        #expect(try store.count(Home<Large>.where { $0.address.zip == 99 }) == 1)
        #expect(try store.fetch(\.address, Home<Large>.all) == [large])
        try store.performChanges { changes in
            try changes.update(Home<Large>.self, 1) { $0.address.zip = 5 }
        }
        try store.compact()
        #expect(try store.fetch(\.address.zip, Home<Large>.all) == [5])
    }

    @Test func `a member with a default is added to an optional embedded struct`() throws {
        let first = try files.open(Home<Small?>.self)
        try first.performChanges { changes in
            try changes.insert(Home<Small?>(id: 1, address: Small(city: "Oslo")))
            try changes.insert(Home<Small?>(id: 2, address: nil))
        }
        try first.close()
        let store = try files.open(Home<Large?>.self)
        let large = Large(city: "Oslo", zip: 99, note: nil)
        #expect(try store.fetch(\.address, Home<Large?>.all) == [large, nil])
        #expect(try store.fetch(\.id, Home<Large?>.where { $0.address.zip == 99 }) == [1])
        #expect(try store.fetch(\.id, Home<Large?>.where { $0.address.zip == nil }) == [2])
        #expect(try store.fetch(\.address.zip, Home<Large?>.all) == [99, nil])
        #expect(try store.fetch(\.id, Home<Large?>.all.sorted(\.address.zip.ascending)) == [2, 1])
    }

    @Test func `a member without a default cannot be added, not even if the struct is optional`()
        throws
    {
        let first = try files.open(Home<Small?>.self)
        try first.performChanges { changes in
            try changes.insert(Home<Small?>(id: 1, address: Small(city: "Oslo")))
        }
        try first.close()
        let error = storeError { _ = try files.open(Home<Strict?>.self) }
        #expect(error?.code == .schemaMismatch)
        #expect(
            error?.message.contains("'address.zip' of 'Home'") == true, "\(error?.message ?? "")")
    }

    @Test func `a struct that becomes optional stays non-nil in old objects`() throws {
        let first = try files.open(Home<Small>.self)
        try first.performChanges { changes in
            try changes.insert(
                contentsOf: (1...3).map { Home(id: $0, address: Small(city: "\($0)")) })
        }
        try first.close()
        for round in 0..<3 {
            let store = try files.open(Home<Small?>.self)
            let cities = try store.fetch(Home<Small?>.all).map { $0.address?.city }
            #expect(cities == ["1", round > 0 ? nil : "2", "3"])
            #expect(
                try store.count(Home<Small?>.where { $0.address != nil }) == (round > 0 ? 2 : 3))
            try store.performChanges { changes in
                try changes.update(Home<Small?>.self, 2) { $0.address = nil }
            }
            if round == 1 { try store.compact() }
            try store.close()
        }
    }

    @Test func `an optional struct that is added stays nil, however often the store opens`() throws
    {
        struct Bare: Entity {
            let id: Int
            static let entityName = "Home"
            static let schema = EntitySchema(Bare.init, Attribute("id", \.id))
        }
        let first = try files.open(Bare.self)
        try first.performChanges { try $0.insert(Bare(id: 1)) }
        try first.close()
        for _ in 0..<3 {
            let store = try files.open(Home<Small?>.self)
            #expect(try store.find(Home<Small?>.self, 1)?.address == nil)
            #expect(try store.count(Home<Small?>.where { $0.address == nil }) == 1)
            try store.close()
        }
        // A member that becomes optional does not make the struct appear.
        let large = try files.open(Home<Large?>.self)
        #expect(try large.fetch(\.address, Home<Large?>.all) == [nil])
    }

    @Test func `a stored nil of a member that became required is refused on reading`() throws {
        let first = try files.open(Home<Large?>.self)
        try first.performChanges { changes in
            try changes.insert(Home<Large?>(id: 1, address: Large(city: "a", zip: 1, note: "n")))
            try changes.insert(Home<Large?>(id: 2, address: Large(city: "b", zip: 1, note: nil)))
            try changes.insert(Home<Large?>(id: 3, address: nil))
        }
        try first.close()
        // Since the struct is optional, the store has the member as nullable either way.
        let store = try files.open(Home<Noted?>.self, options: .removing)
        #expect(try store.find(Home<Noted?>.self, 1)?.address == Noted(city: "a", note: "n"))
        let absent = try #require(try store.find(Home<Noted?>.self, 3))
        #expect(absent.address == nil)
        let error = storeError { try store.find(Home<Noted?>.self, 2) }
        #expect(error?.code == .undecodable)
        #expect(error?.message.contains("'address.note' of 'Home' with id 2") == true)
        let projected = storeError { try store.fetch(\.address.note, Home<Noted?>.all) }
        #expect(projected?.code == .undecodable)
        #expect(projected?.message.contains("'address.note' of 'Home' with id 2") == true)
    }
}
