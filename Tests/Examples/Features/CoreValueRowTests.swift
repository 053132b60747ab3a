import Foundation
import Nacre
import Testing

/// The promises of CoreValue, and the open tasks of its list: the rows of the catalogue of features
/// that its own 35 cases do not cover.
@Suite struct CoreValueRowTests {
    @Entity
    struct Shop: Hashable {
        let id: Int
        let name: String
        var age: Int
        var owner: String?
    }

    private static func store() throws -> Store {
        let store = try Store.inMemory(Shop.self)
        try store.performChanges { changes in
            for (id, name) in ["Wine", "Books", "Wool"].enumerated() {
                try changes.insert(Shop(id: id, name: name, age: 10 * id, owner: nil))
            }
        }
        return store
    }

    @Test func `V3 an object with let properties is filtered, sorted and saved again`() throws {
        let store = try Self.store()
        let wine = try #require(try store.first(Shop.where { $0.name == "Wine" }))
        try store.performChanges { _ = try $0.upsert(wine) }
        let names = try store.fetch(\.name, Shop.all.sorted(\.name.ascending))
        #expect(names == ["Books", "Wine", "Wool"])
    }

    @Test func `V4 V8 an object that is saved twice is one object`() throws {
        let store = try Self.store()
        var shop = Shop(id: 7, name: "Tea", age: 1, owner: nil)
        try store.performChanges { _ = try $0.save(shop) }
        shop.age = 40
        try store.performChanges { _ = try $0.save(shop) }
        #expect(try store.fetch(Shop.where { $0.id == 7 }) == [shop])
        #expect(try store.count(Shop.all) == 4)
    }

    @Test func `V5 V6 V19 a fetch needs no operator, no string and no type annotation`() throws {
        let shops = try Self.store().fetch(Shop.all)
        #expect(shops.map(\.age) == [0, 10, 20])
    }

    @Test func `V7 a request without a filter and an order returns all objects by id`() throws {
        #expect(try Self.store().fetch(\.id, Shop.all) == [0, 1, 2])
    }

    @Test func `V9 deleting returns whether the object existed`() throws {
        let store = try Self.store()
        let shop = try #require(try store.find(Shop.self, 1))
        #expect(try store.performChanges { try $0.delete(shop) })
        #expect(try !store.performChanges { try $0.delete(shop) })
        #expect(try store.count(Shop.all) == 2)
    }

    @Entity
    struct Receipt: Hashable, Codable {
        let id: Int
        var shop: Ref<Shop>
        var lines: [String: Double]
        var note: String?
    }

    @Test func `V15 values exist without a store, and a store exists without a file`() throws {
        let receipt = Receipt(id: 1, shop: Ref(id: 7), lines: ["tea": 2.5], note: nil)
        let bytes = try JSONEncoder().encode(receipt)
        let decoded = try JSONDecoder().decode(Receipt.self, from: bytes)
        #expect(decoded == receipt && decoded.shop.id == 7)
        // An object that was never in a store is stored, and read unchanged.
        let store = try Store.inMemory(Receipt.self, Shop.self)
        try store.performChanges { changes in
            try changes.insert(Shop(id: 7, name: "Tea", age: 1, owner: nil))
            try changes.insert(decoded)
        }
        #expect(try store.find(Receipt.self, 1) == receipt)
    }

    @Test func `V22 V28 many objects are changed or deleted in one commit`() throws {
        let store = try Self.store()
        let before = try store.snapshot().commitNumber
        try store.performChanges { changes in
            _ = try changes.update(Shop.all) { $0.age += 1 }
        }
        #expect(try store.fetch(\.age, Shop.all) == [1, 11, 21])
        #expect(try store.performChanges { try $0.delete(Shop.all) } == 3)
        #expect(try store.count(Shop.all) == 0)
        #expect(try store.snapshot().commitNumber == before + 2)
    }

    @Test func `V25 ids above 32 bits are distinct`() throws {
        let store = try Store.inMemory(Shop.self)
        let ids = [1, 1 + 1 << 32, 1 + 1 << 62, -1]
        try store.performChanges { changes in
            for id in ids {
                try changes.insert(Shop(id: id, name: "\(id)", age: 0, owner: nil))
            }
        }
        #expect(try store.fetch(\.id, Shop.all) == ids.sorted())
        for id in ids { #expect(try store.find(Shop.self, id)?.name == "\(id)") }
    }

    @Test func `V33 aggregates and groups equal those of plain Swift`() throws {
        let store = try Store.inMemory(Shop.self)
        let shops = (0..<300).map { id in
            Shop(
                id: id, name: ["Wine", "Books", "Wool", "Tea"][id * 7 % 4], age: id * 37 % 101,
                owner: nil)
        }
        try store.performChanges { try $0.insert(contentsOf: shops) }
        for least in [0, 30, 99, 200] {
            let request = Shop.where { $0.age >= least }
            let chosen = shops.filter { $0.age >= least }
            let ages = chosen.map(\.age)
            let sum = ages.reduce(0, +)
            #expect(try store.count(request) == ages.count)
            #expect(try store.sum(\.age, request) == sum)
            #expect(try store.min(\.age, request) == ages.min())
            #expect(try store.max(\.age, request) == ages.max())
            let average = ages.isEmpty ? nil : Double(sum) / Double(ages.count)
            #expect(try store.average(\.age, request) == average)
            let groups = try store.group(request, by: \.name, .count, .sum(\.age), .max(\.age))
            let expected = Dictionary(grouping: chosen, by: \.name)
            #expect(groups.count == expected.count)
            for (name, (count, sum, greatest)) in groups {
                let ages = (expected[name] ?? []).map(\.age)
                #expect(count == ages.count && sum == ages.reduce(0, +))
                #expect(greatest == ages.max())
            }
        }
    }

    @Entity
    struct Kinds: Hashable {
        let id: Int
        var bool: Bool
        var small: Int8
        var short: Int16
        var word: Int32
        var unsigned: UInt64
        var float: Float
        var double: Double
        var text: String
        var data: Data
        var date: Date
        var decimal: Decimal
        var uuid: UUID
        var url: URL
        var texts: [String]
        var numbers: Set<Int>
        var byName: [String: Double]
    }

    @Test func `V18 V34 V39 every kind of value is read back, with its extremes`() throws {
        let kinds = Kinds(
            id: .min, bool: true, small: .min, short: .max, word: .min, unsigned: .max,
            float: -0.0, double: .greatestFiniteMagnitude, text: "\u{1f469}\u{200d}\u{1f4bb}\0",
            data: Data(0...255), date: .distantFuture, decimal: Decimal(string: "-0.1")!,
            uuid: UUID(), url: URL(string: "https://example.org/a?b")!, texts: [],
            numbers: [3, 1], byName: ["": .infinity])
        let store = try Store.inMemory(Kinds.self)
        try store.performChanges { _ = try $0.insert(kinds) }
        let found = try #require(try store.find(Kinds.self, .min))
        #expect(found == kinds)
        #expect(found.float.sign == .minus)
    }

    @Entity
    struct Tagged: Hashable {
        let id: Int
        var tags: [String]
        var labels: [String]?
    }

    @Test func `V42 an array keeps its order, and nil differs from an empty array`() throws {
        let store = try Store.inMemory(Tagged.self)
        try store.performChanges { changes in
            try changes.insert(Tagged(id: 1, tags: ["b", "a", "b"], labels: []))
            try changes.insert(Tagged(id: 2, tags: [], labels: nil))
        }
        try store.performChanges { changes in
            _ = try changes.update(Tagged.self, 1) { $0.tags.reverse() }
            try changes.update(Tagged.self, 1) { $0.tags.swapAt(0, 1) }
        }
        #expect(try store.find(Tagged.self, 1)?.tags == ["a", "b", "b"])
        #expect(try store.find(Tagged.self, 1)?.labels == [])
        #expect(try store.find(Tagged.self, 2)?.labels == .some(nil))
    }

    @Test func `V42 deleting an object that does not exist inserts nothing`() throws {
        let store = try Store.inMemory(Tagged.self)
        try store.performChanges { try $0.insert(Tagged(id: 1, tags: [], labels: nil)) }
        let before = try store.snapshot().commitNumber
        let gone = Tagged(id: 2, tags: ["x"], labels: nil)
        #expect(try !store.performChanges { try $0.delete(gone) })
        #expect(try store.fetch(\.id, Tagged.all) == [1])
        #expect(try store.snapshot().commitNumber == before)
    }

    @Entity
    struct Stamped: Hashable, WillSave {
        let id: Int
        var version = 0

        mutating func willSave(replacing old: Stamped?, in changes: WriteTransaction) {
            version = (old?.version ?? 0) + 1
        }
    }

    @Test func `V42 a hook on saving also runs for a generic entity type`() throws {
        func save<Object: Entity>(
            _ object: Object, _ changes: WriteTransaction
        ) throws where Object.Mutability == Mutable {
            try changes.save(object)
        }
        let store = try Store.inMemory(Stamped.self)
        try store.performChanges { changes in
            try changes.save(Stamped(id: 1))
            try save(Stamped(id: 1), changes)
            try changes.upsert(contentsOf: [Stamped(id: 1)])
        }
        #expect(try store.find(Stamped.self, 1)?.version == 3)
    }

    /// An entity with an initialiser of its own, which validates.
    struct Range: Entity, Hashable {
        struct Reversed: Error {}
        static let schema = EntitySchema(
            Range.checked, Attribute("id", \.id), Attribute("low", \.low),
            Attribute("high", \.high))
        let id: Int
        let low: Int
        let high: Int

        static func checked(id: Int, low: Int, high: Int) throws -> Range {
            guard low <= high else { throw Reversed() }
            return Range(id: id, low: low, high: high)
        }
    }

    @Test func `V30 objects are read by the initialiser that the type names, which may throw`()
        throws
    {
        let store = try Store.inMemory(Range.self)
        try store.performChanges { changes in
            try changes.insert(Range(id: 1, low: 5, high: 2))
            try changes.insert(Range(id: 2, low: 2, high: 5))
        }
        #expect(try store.find(Range.self, 2) == Range(id: 2, low: 2, high: 5))
        let error = #expect(throws: StoreError.self) { try store.find(Range.self, 1) }
        #expect(error?.code == .undecodable)
        #expect(error?.message.contains("'Range' with id 1") == true)
        #expect(error?.description.contains("Reversed") == true)
    }

    @Test func `V31 the schema is the only requirement of an entity`() {
        // `schema` is the only addition of the type above to its properties.
        #expect(Range.entityName == "Range")
        #expect(Range.defaultSort == [])
    }

    /// A shop, for code that needs only its name.
    @Entity
    struct Sign: Hashable {
        static var entityName: String { "Shop" }
        let id: Int
        let name: String
    }

    @Test func `V20 a type with fewer attributes reads existing objects and writes nothing`() throws
    {
        let folder = try TemporaryFolder()
        let path = folder.path("a.nacre")
        let store = try Store(at: path, Shop.self)
        try store.performChanges { changes in
            try changes.insert(Shop(id: 1, name: "Wine", age: 3, owner: "Anne"))
        }
        try store.close()
        let before = try folder.contents("a.nacre")
        var options = Store.Options.readOnly
        options.removesAttributes = true
        let signs = try Store(at: path, options: options, Sign.self)
        #expect(try signs.fetch(Sign.all) == [Sign(id: 1, name: "Wine")])
        let error = #expect(throws: StoreError.self) {
            try signs.performChanges { _ = try $0.insert(Sign(id: 2, name: "Tea")) }
        }
        #expect(error?.code == .readOnly)
        try signs.close()
        #expect(try folder.contents("a.nacre") == before)
        #expect(try Store(at: path, Shop.self).find(Shop.self, 1)?.owner == "Anne")
    }

    @Entity
    struct Category: Hashable {
        #Unique<Category>([\.kind, \.label])
        var kind: String
        var label: String
    }

    @Test func `V26 attributes that are unique together can change, and the object keeps its id`()
        throws
    {
        let store = try Store.inMemory(Category.self)
        let sport = try store.performChanges { changes in
            try changes.insert(Category(kind: "sport", label: "football"))
        }
        let error = #expect(throws: StoreError.self) {
            try store.performChanges { changes in
                _ = try changes.insert(Category(kind: "sport", label: "football"))
            }
        }
        #expect(error?.code == .uniqueViolation)
        try store.performChanges { changes in
            _ = try changes.update(sport.id) { $0.label = "curling" }
        }
        #expect(try store.find(sport.id)?.label == "curling")
        #expect(try store.count(Category.all) == 1)
    }

    @Test func `V17 an unknown raw value is an error and not nil`() throws {
        let folder = try TemporaryFolder()
        let store = try Store(at: folder.path("a.nacre"), Sized.self)
        try store.performChanges { changes in
            try changes.insert(Sized(id: 1, size: nil))
            try changes.insert(Sized(id: 2, size: .large))
        }
        try store.close()
        let older = try Store(at: folder.path("a.nacre"), OlderSized.self)
        #expect(try older.find(OlderSized.self, 1)?.size == .some(nil))
        let error = #expect(throws: StoreError.self) { try older.find(OlderSized.self, 2) }
        #expect(error?.code == .undecodable)
        #expect(error?.message.contains("'size' of 'Sized'") == true)
    }

    enum Size: String, Storable { case small, large }
    enum OlderSize: String, Storable { case small }

    @Entity
    struct Sized: Hashable {
        let id: Int
        var size: Size?
    }

    @Entity
    struct OlderSized: Hashable {
        static var entityName: String { "Sized" }
        let id: Int
        var size: OlderSize?
    }

    @Entity
    struct Product: Hashable {
        let id: Int
        @Attribute(.unique) var code: String
        var price: Int
    }

    private static func product(_ id: Int, price: Int = 1) -> Product {
        Product(id: id, code: "code \(id)", price: price)
    }

    @Test func `V27 many objects are upserted in one commit, by id or by a unique value`() throws {
        let store = try Store.inMemory(Product.self)
        let before = try store.snapshot().commitNumber
        try store.performChanges { changes in
            try changes.upsert(contentsOf: (0..<1000).map { Self.product($0) })
        }
        try store.performChanges { changes in
            try changes.upsert(
                contentsOf: (500..<1500).map { id in
                    Product(id: -id - 1, code: "code \(id)", price: 2)
                }, on: \.code)
        }
        #expect(try store.snapshot().commitNumber == before + 2)
        #expect(try store.count(Product.all) == 1500)
        #expect(try store.count(Product.where { $0.id >= 0 && $0.price == 2 }) == 500)
    }
}
