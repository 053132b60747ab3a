import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Values that cannot be stored, and stored values that a type cannot read: errors name entity,
/// object and attribute, and other objects are not affected.
@Suite struct ValueErrorTests {
    /// Stored by one version of a program ...
    private struct Wide: Entity {
        let id: Int
        var level: Int
        var colour: String
        var maybe: Int?
        var list: [Int]
        var json: JSONText
        var text: String
        var key: String

        static let entityName = "Thing"
        static let schema = EntitySchema(
            Wide.init, Attribute("id", \.id), Attribute("level", \.level),
            Attribute("colour", \.colour), Attribute("maybe", \.maybe),
            Attribute("list", \.list), Attribute("json", \.json), Attribute("text", \.text),
            Attribute("key", \.key))
    }

    private enum Level: Int, Storable { case low = 1, high = 2 }
    private enum Hue: String, Storable { case red, green }
    private struct Even: Storable, Hashable {
        var half: Int
        struct Odd: Error {}
        static let transformer = Transformer<Even, Int>(
            transform: { even in
                guard even.half >= 0 else { throw Odd() }
                return even.half * 2
            },
            reverse: { number in
                guard number % 2 == 0 else { throw Odd() }
                return Even(half: number / 2)
            })
    }
    private struct Pair: Codable, Storable { var a: Int }
    private struct Web: Storable {
        var url: URL
        static let transformer = Transformer<Web, URL>(
            transform: { $0.url }, reverse: { Web(url: $0) })
    }

    /// ... and read by another, whose types have fewer values.
    private struct Narrow: Entity {
        let id: Int
        var level: Level
        var colour: Hue
        var maybe: Even?
        var list: [Level]
        var json: Pair
        var text: Web
        var key: String

        static let entityName = "Thing"
        static let schema = EntitySchema(
            Narrow.init, Attribute("id", \.id), Attribute("level", \.level),
            Attribute("colour", \.colour), Attribute("maybe", \.maybe),
            Attribute("list", \.list), Attribute("json", \.json), Attribute("text", \.text),
            Attribute("key", \.key))
    }

    private func sound(_ id: Int) throws -> Wide {
        Wide(
            id: id, level: 1, colour: "red", maybe: 4, list: [1, 2],
            json: try JSONText("{\"a\":1}"),
            text: "https://example.org", key: "k")
    }

    /// Returns the error of reading an object that was stored with the change; checks that others
    /// can be read.
    private func error(_ change: (inout Wide) throws -> Void) throws -> StoreError? {
        let files = TypedStore()
        let wide = try files.open(Wide.self)
        try wide.performChanges { changes in
            for id in 1...3 { try changes.insert(try sound(id)) }
            try changes.update(Wide.self, 2, change)
        }
        try wide.close()
        let store = try files.open(Narrow.self)
        defer { try? store.close() }
        #expect(try store.fetch(Narrow.where { $0.id != 2 }).map(\.id) == [1, 3])
        #expect(try store.find(Narrow.self, 1)?.level == .low)
        #expect(try store.count(Narrow.all) == 3)
        #expect(try store.fetch(\.id, Narrow.all) == [1, 2, 3])
        let error = storeError { _ = try store.find(Narrow.self, 2) }
        #expect(storeError { _ = try store.fetch(Narrow.all) }?.message == error?.message)
        #expect(error?.code == .undecodable)
        #expect(error?.file?.hasSuffix(".seg") == true)
        #expect((error?.offset ?? 0) > 0)
        // The object can be deleted.
        let wasThere = try store.performChanges { try $0.delete(Narrow.self, 2) }
        #expect(wasThere)
        #expect(try store.fetch(Narrow.all).count == 2)
        return error
    }

    @Test func `an unknown raw value is reported with entity, id, attribute and value`() throws {
        let level = try error { $0.level = 77_777 }
        #expect(level?.message.contains("'level' of 'Thing' with id 2") == true)
        #expect(level?.message.contains("no case of Level") == true)
        #expect(level?.description.contains("77777") == true)
        #expect(try error { $0.colour = "blue" }?.message.contains("'colour' of") == true)
        #expect(try error { $0.list = [1, 9] }?.message.contains("'list' of") == true)
    }

    @Test func `a transformer that throws on reading is reported with its cause`() throws {
        let maybe = try error { $0.maybe = 5 }
        #expect(maybe?.message.contains("'maybe' of 'Thing' with id 2") == true)
        #expect(maybe?.cause == "Odd()")
    }

    @Test func `JSON that does not decode and text that is not a URL are reported`() throws {
        let json = try error { $0.json = try JSONText("{\"b\":123456}") }
        #expect(json?.message.contains("'json' of 'Thing' with id 2") == true)
        let text = try error { $0.text = "" }
        #expect(text?.message.contains("'text' of 'Thing' with id 2") == true)
        #expect(text?.message.contains("a URL was expected") == true)
    }

    @Test func `a JSON value of null alone is refused on writing`() throws {
        let files = TypedStore()
        let store = try files.open(Wide.self)
        let error = storeError {
            try store.performChanges { changes in
                var wide = try sound(1)
                wide.json = try JSONText("null")
                try changes.insert(wide)
            }
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.contains("'json' of the object of 'Thing'") == true)
    }

    /// An entity whose attributes can all be refused on writing.
    private struct Picky: Entity {
        let id: Int
        var before: String?
        var even: Even
        var maybe: Even?
        var price: Decimal
        var list: [Even]
        var byEven: [Same: Int]
        var day: Date
        var deep: [Int?]
        var place: Holder?
        var after: Int

        static let schema = EntitySchema(
            Picky.init, Attribute("id", \.id), Attribute("before", \.before),
            Attribute("even", \.even), Attribute("maybe", \.maybe), Attribute("price", \.price),
            Attribute("list", \.list), Attribute("byEven", \.byEven),
            Attribute("day", \.day, codec: AttributeCodec(\Picky.day, by: .isoDate)),
            Attribute("deep", \.deep), Attribute("place", \.place), Attribute("after", \.after))

        static let good = Picky(
            id: 1, before: nil, even: Even(half: 1), maybe: nil, price: 1, list: [], byEven: [:],
            day: Date(timeIntervalSinceReferenceDate: 1), deep: [], place: nil, after: 1)
    }

    /// A type whose values are all stored alike.
    private struct Same: Hashable, Storable {
        var number: Int
        static let transformer = Transformer<Same, String>(
            transform: { _ in "same" }, reverse: { _ in Same(number: 0) })
    }

    /// An embedded struct with a member that can be refused.
    private struct Holder: Embedded {
        var name: String
        var even: Even

        struct Fields: FieldSet {
            typealias FieldsOwner = Holder
            private let path: FieldPath
            init(_ path: FieldPath) { self.path = path }
            var name: Field<Holder, String> { Field(path.appending("name")) }
            var even: Field<Holder, Even> { Field(path.appending("even")) }
        }
        static var attributeType: AttributeType {
            .embedded([EmbeddedMember("name", String.self), EmbeddedMember("even", Even.self)])
        }
        func encode(into row: inout ObjectEncoder) throws {
            name.encode(into: &row)
            try even.encode(into: &row)
        }
        static func decode(from row: inout ObjectDecoder) throws -> Holder {
            Holder(name: try .decode(from: &row), even: try .decode(from: &row))
        }
        func nested() throws -> NestedValue {
            .object([("name", try name.nested()), ("even", try even.nested())])
        }
        static func decode(from nested: NestedValue) throws -> Holder {
            Holder(name: try nested.member("name"), even: try nested.member("even"))
        }
    }

    @Test(arguments: ["even", "maybe", "price", "list", "byEven", "day", "place.even"])
    func `a value that cannot be stored is refused by name, and nothing changes`(
        name: String
    ) throws {
        var object = Picky.good
        switch name {
        case "even": object.even.half = -1
        case "maybe": object.maybe = Even(half: -1)
        case "price": object.price = .nan
        case "list": object.list = [Even(half: 1), Even(half: -1)]
        case "byEven": object.byEven = [Same(number: 1): 1, Same(number: 2): 2]
        case "day": object.day = Date(timeIntervalSinceReferenceDate: .nan)
        default: object.place = Holder(name: "a", even: Even(half: -1))
        }
        let store = try Store.inMemory(Picky.self)
        let refused = object
        try store.performChanges { changes in
            let insert = storeError { try changes.insert(refused) }
            #expect(insert?.code == .invalidValue)
            let named = "'\(name)' of the object of 'Picky' with the id 1 cannot be stored"
            #expect(insert?.message.contains(named) == true)
            try changes.insert(Picky.good)
            #expect(storeError { try changes.update(refused) }?.code == .invalidValue)
            #expect(storeError { try changes.save(refused) }?.code == .invalidValue)
            #expect(try changes.find(Picky.self, 1)?.after == 1)
        }
        #expect(try store.count(Picky.all) == 1)
        #expect(try store.fetch(\.price, Picky.all) == [1])
    }

    @Test func `a value of a filter that cannot be stored is refused when the filter is used`()
        throws
    {
        let store = try Store.inMemory(Picky.self)
        let filters = [
            Filter<Picky> { $0.even == Even(half: -1) }, Filter { $0.price < .nan },
            Filter { !($0.maybe == Even(half: -1)) && $0.after == 1 },
            Filter { $0.price.isIn([.nan]) },
        ]
        for filter in filters {
            let error = storeError { _ = try store.fetch(Picky.where(filter)) }
            #expect(error?.code == .invalidValue)
            #expect(error?.message.contains("has no stored form") == true)
            #expect(throws: EncodingError.self) { try JSONEncoder().encode(filter) }
        }
    }

    @Test func `a nil within an optional is refused instead of lost`() throws {
        struct Nested: Entity {
            let id: Int
            var list: [Int??]
            static let schema = EntitySchema(
                Nested.init, Attribute("id", \.id), Attribute("list", \.list))
        }
        let store = try Store.inMemory(Nested.self)
        let error = storeError {
            try store.performChanges { try $0.insert(Nested(id: 1, list: [.some(nil)])) }
        }
        #expect(error?.code == .invalidValue)
        try store.performChanges { try $0.insert(Nested(id: 1, list: [nil, 5])) }
        #expect(try store.fetch(\.list, Nested.all) == [[nil, 5]])
    }

    @Test func `a Decimal within a Codable value keeps all its digits or is refused`() throws {
        struct Bill: Codable, Storable, Equatable { var sum: Decimal }
        let json = Transformer<Bill, JSONText>.json
        for text in ["0.1", "12345678901234567890", "1e100", "-2.5"] {
            let bill = Bill(sum: try #require(Decimal(string: text)))
            #expect(try json.reverse(json.transform(bill)) == bill, "\(text)")
        }
        for text in ["12345678901234567890.12345", "0.10000000000000000001"] {
            let bill = Bill(sum: try #require(Decimal(string: text)))
            #expect(throws: (any Error).self, "\(text)") { try json.transform(bill) }
        }
        // A number in the text of a string is not a number.
        let words = Transformer<[String], JSONText>.json
        let texts = ["\"0.10000000000000000001", "\\", "0.10000000000000000001"]
        #expect(try words.reverse(words.transform(texts)) == texts)
    }
}
