import Foundation
import Nacre
import NacreEngine
import NacreTestSupport
import Testing

private struct Row: Hashable, Entity {
    let id: Int
    var flag: Bool
    var name: String
    var size: Int16
    var ratio: Double?
    var tags: [String]
    var next: Ref<Row>?

    static let schema = EntitySchema(
        Row.init, Attribute("id", \.id), Attribute("flag", \.flag), Attribute("name", \.name),
        Attribute("size", \.size), Attribute("ratio", \.ratio), Attribute("tags", \.tags),
        Attribute("next", \.next))
}

/// A type that reads no negative numbers.
private struct Natural: Hashable, Storable {
    let number: Int

    static let transformer = Transformer<Natural, Int>(
        "natural", transform: { $0.number },
        reverse: { $0 < 0 ? nil : Natural(number: $0) })
}

/// Attributes of many objects, which are read in blocks and by several threads.
@Suite struct ProjectionBlockTests {
    /// Enough for several pages, which threads share.
    private static let count = 10_000

    private static func row(_ id: Int) -> Row {
        Row(
            id: id, flag: id % 3 == 0, name: "a name longer than fifteen bytes \(id)",
            size: Int16(id % 100), ratio: id % 2 == 0 ? nil : Double(id) / 3,
            tags: (0..<id % 4).map { "tag \($0 + id)" },
            next: id % 5 == 0 ? nil : Ref(id: (id * 7) % count))
    }

    private func check(
        _ reader: borrowing some Reader & ~Escapable, _ request: FetchRequest<Row>
    ) throws {
        let objects = try reader.fetch(request)
        let tuples = try reader.fetch(
            request.select(\.flag, \.name, \.size, \.ratio, \.tags, \.id))
        #expect(tuples.count == objects.count)
        let areEqual = zip(tuples, objects).allSatisfy { tuple, object in
            tuple.0 == object.flag && tuple.1 == object.name && tuple.2 == object.size
                && tuple.3 == object.ratio && tuple.4 == object.tags && tuple.5 == object.id
        }
        #expect(areEqual, "\(request)")
        #expect(try reader.fetch(\.name, request) == objects.map(\.name))
        let single = try reader.fetch(request.select(\.ratio))
        #expect(single == objects.map(\.ratio))
        let named = try reader.fetch(request.select(\.id, \.next.name))
        #expect(named.count == objects.count)
        for ((id, name), object) in zip(named, objects) where object.id % 997 == 0 {
            #expect(id == object.id)
            #expect(name == object.next.map { Self.row($0.id).name })
        }
    }

    @Test func `tuples of many objects equal their properties`() throws {
        let store = try Store.inMemory(Row.self)
        try store.performChanges { try $0.insert(contentsOf: (0..<Self.count).map(Self.row)) }
        let requests = [
            Row.all, Row.all.sorted(\.size.descending), Row.where { $0.size < 98 },
            Row.where { $0.flag == true }.limit(300), Row.all.limit(0), Row.where { $0.id == 7 },
            Row.all.limit(8_500).offset(257),
        ]
        for request in requests {
            try check(store, request)
            try store.performChanges { try check($0, request) }
        }
    }

    @Test func `an explanation says how many attributes are decoded`() throws {
        let store = try Store.inMemory(Row.self)
        let rows = (0..<5).map { id in
            var row = Self.row(id)
            row.next = Ref(id: 0)
            return row
        }
        try store.performChanges { try $0.insert(contentsOf: rows) }
        let request = Row.where { $0.id < 3 }
        let own = try request.select(\.name, \.size).explain(in: store)
        #expect(own.description == "\(try request.explain(in: store))\ndecodes 2 of 7 attributes")
        let other = try Row.all.select(\.id, \.next.name).explain(in: store)
        #expect(other.decoded?.count == 1)
        #expect(other.decoded?.referencedCount == 1)
        #expect(other.description.hasSuffix("decodes 1 of 7 attributes and 1 behind references"))
    }

    private struct Counted: Entity {
        let id: Int
        var number: Natural
        var name: String
        static let entityName = "Counted"
        static let schema = EntitySchema(
            Counted.init, Attribute("id", \.id), Attribute("number", \.number),
            Attribute("name", \.name))
    }

    @Test(arguments: [20, 10_000]) func `a value that cannot be read is an error`(
        count: Int
    ) throws {
        let store = try Store.inMemory(Counted.self)
        try store.performChanges { changes in
            for id in 0..<count {
                try changes.insert(
                    Counted(
                        id: id, number: Natural(number: id == count * 2 / 3 ? -1 : id),
                        name: "a name longer than fifteen bytes \(id)"))
            }
        }
        let error = storeError {
            _ = try store.fetch(Counted.all.select(\.name, \.number, \.id))
        }
        #expect(error?.code == .undecodable)
        #expect(error?.message.contains("'number' of 'Counted'") == true)
        #expect(try store.fetch(Counted.all.select(\.name, \.id)).count == count)
    }
}
