import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Ids that are made on the client.
@Suite struct TypedObjectIDTests {
    private typealias ID = ObjectID<Item>

    @Test func `the text has 13 digits, can be parsed, and has the order of the ids`() {
        property("text", runs: 300, .tuple(ID.samples, ID.samples)) { a, b in
            try requireEqual(a.description.utf8.count, 13)
            try requireEqual(ID(a.description), a)
            try requireEqual(a < b, a.description < b.description)
            try requireEqual(a < b, a.rawValue < b.rawValue)
            let json = try JSONEncoder().encode([a])
            try requireEqual(String(decoding: json, as: UTF8.self), "[\"\(a)\"]")
            try requireEqual(try JSONDecoder().decode([ID].self, from: json), [a])
        }
    }

    @Test(arguments: [
        "", "1", "0000000000000000", "zzzzzzzzzzzzz", "00000000000-1", "000000000000l ",
    ])
    func `a text that is not an id is refused`(text: String) {
        #expect(ID(text) == nil)
        let json = Data("[\"\(text)\"]".utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([ID].self, from: json) }
    }

    @Test func `ids ascend and are unique, on many threads`() async {
        let all = await withTaskGroup(of: [ID].self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<5000).map { _ in ID() } }
            }
            var all: [ID] = []
            for await ids in group {
                #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
                all += ids
            }
            return all
        }
        #expect(Set(all).count == 40_000)
    }

    @Test func `ids also ascend in stores that were opened before`() throws {
        let files = TypedStore()
        var last = ID(rawValue: 0)
        for _ in 0..<3 {
            let store = try files.open(Item.self)
            let item = try store.performChanges { try $0.insert(Item(name: "a")) }
            #expect(item.id > last)
            last = item.id
            try store.close()
        }
        #expect(try files.open(Item.self).fetch(\.id, Item.all).last == last)
    }
}
