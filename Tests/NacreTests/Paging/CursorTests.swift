import Foundation
import Nacre
import NacreTestSupport
import Testing

/// The text form of cursors: round trips for every type, and malicious texts.
@Suite struct CursorTests {
    private struct Mark: Entity {
        let id: String
        var number: Double?
        var day: Date?
        var key: UUID?
        var price: Decimal?
        var small: Int8

        static let schema = EntitySchema(
            Mark.init, Attribute("id", \.id), Attribute("number", \.number),
            Attribute("day", \.day), Attribute("key", \.key), Attribute("price", \.price),
            Attribute("small", \.small))
    }

    private struct Other: Entity {
        let id: String

        static let schema = EntitySchema(Other.init, Attribute("id", \.id))
    }

    private static let request = Mark.all.sorted(
        \.number.descending, \.day.ascending, \.key.ascending, \.price.descending,
        \.small.ascending
    ).limit(1)

    private func store() throws -> Store {
        let store = try Store.inMemory(Mark.self, Other.self)
        let numbers: [Double?] = [.nan, -0.0, 0, .infinity, -.infinity, 0.1, nil]
        try store.performChanges { changes in
            for (place, number) in numbers.enumerated() {
                let isEven = place % 2 == 0
                try changes.insert(
                    Mark(
                        id: "e\u{301}\"\n\(place)", number: number,
                        day: isEven ? Date(timeIntervalSinceReferenceDate: 0.1) : nil,
                        key: isEven ? UUID() : nil, price: isEven ? nil : Decimal(string: "1.10"),
                        small: -128))
            }
        }
        return store
    }

    @Test func `cursors survive their text form and any coder`() throws {
        let store = try store()
        var request = Self.request
        var count = 0
        while let cursor = try store.page(request).cursor {
            #expect(try Cursor<Mark>(parsing: cursor.description) == cursor)
            let data = try JSONEncoder().encode([cursor])
            #expect(try JSONDecoder().decode([Cursor<Mark>].self, from: data) == [cursor])
            #expect(Set([cursor, try Cursor(parsing: cursor.description)]).count == 1)
            request = request.after(cursor)
            count += 1
        }
        #expect(count == 6)
    }

    @Test(arguments: [
        "", "{", "[]", "null", "7", #"{"cursor":"1"}"#,
        #"{"cursor":2,"entity":"Mark","order":"","types":["string"],"values":["a"]}"#,
        #"{"cursor":1,"entity":"Other","order":"","types":["string"],"values":["a"]}"#,
        #"{"cursor":1,"entity":"Mark","order":"","types":["string"],"values":[]}"#,
        #"{"cursor":1,"entity":"Mark","order":"","types":["string"],"values":[7]}"#,
        #"{"cursor":1,"entity":"Mark","order":"","types":["name"],"values":["a"]}"#,
        #"{"cursor":1,"entity":"Mark","order":"","types":[1],"values":["a"]}"#,
        #"{"cursor":1,"entity":"Mark","order":"small","types":["int8"],"values":[128]}"#,
        #"{"cursor":1,"entity":"Mark","types":["string"],"values":["a"]}"#,
    ])
    func `a text that is not a cursor is refused with a typed error`(text: String) throws {
        let error = storeError { try Cursor<Mark>(parsing: text) }
        #expect(error?.code == .invalidValue)
        let data = try JSONEncoder().encode([text])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Cursor<Mark>].self, from: data)
        }
    }

    @Test(arguments: [
        #"{"cursor":1,"entity":"Mark","order":"","types":[],"values":[]}"#,
        #"{"cursor":1,"entity":"Mark","order":"","types":["string"],"values":[null]}"#,
        #"{"cursor":1,"entity":"Mark","order":"","types":["int8"],"values":[1]}"#,
        #"{"cursor":1,"entity":"Mark","order":"","types":["string","string"],"values":["a","b"]}"#,
        #"{"cursor":1,"entity":"Mark","order":"small","types":["string","int8"],"values":["a",1]}"#,
    ])
    func `a forged cursor is refused on use`(text: String) throws {
        let store = try store()
        let cursor = try Cursor<Mark>(parsing: text)
        let error = storeError {
            let isPlain = !text.contains("\"order\":\"small\"")
            let request = isPlain ? Mark.all : Mark.all.sorted(\.small.ascending)
            return try store.fetch(request.after(cursor))
        }
        #expect(error?.code == .invalidValue)
    }

    @Test func `a cursor's text with one changed byte is a cursor or an error`() throws {
        let cursor = try #require(try store().page(Self.request).cursor)
        var generator = SplitMix64(seed: 3)
        let bytes = Array(cursor.description.utf8)
        for place in bytes.indices {
            var changed = bytes
            changed[place] = UInt8.random(in: 0...255, using: &generator)
            let text = String(decoding: changed, as: UTF8.self)
            do {
                let cursor = try Cursor<Mark>(parsing: text)
                _ = try store().fetch(Self.request.after(cursor))
            } catch {
                #expect((error as? StoreError)?.code == .invalidValue)
            }
        }
    }
}
