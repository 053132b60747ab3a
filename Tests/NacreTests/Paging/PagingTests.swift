import Nacre
import NacreTestSupport
import Testing

/// An entity with indexes of a text and of an attribute that is often nil.
private struct Parish: Entity, Equatable {
    let id: Int
    var name: String
    var country: String?
    var height: Double

    static let schema = EntitySchema(
        Parish.init, Attribute("id", \.id), Attribute("name", \.name, .indexed),
        Attribute("country", \.country, .indexed), Attribute("height", \.height))
}

/// Pages by cursors, as users write them.
@Suite struct PagingTests {
    private func towns(_ count: Int = 30) throws -> Store {
        let store = try Store.inMemory(Parish.self)
        try store.performChanges { changes in
            for id in 0..<count {
                try changes.insert(
                    Parish(
                        id: id, name: "a long common prefix \(id % 7)",
                        country: id % 5 == 0 ? nil : "c\(id % 3)",
                        height: id % 11 == 0 ? .nan : Double(id % 4)))
            }
        }
        return store
    }

    private static let orders: [FetchRequest<Parish>] = [
        Parish.all, Parish.all.sorted(\.name.ascending), Parish.all.sorted(\.name.descending),
        Parish.all.sorted(\.country.ascending, \.name.ascending),
        Parish.all.sorted(\.country.descending, \.name.descending, \.height.ascending),
        Parish.all.sorted(\.country.ascending, \.name.descending),
        Parish.all.sorted(\.height.descending, \.id.descending),
    ]

    @Test(arguments: orders.indices, [1, 4, 29, 30, 31])
    func `pages together are the whole result`(order: Int, size: Int) throws {
        let store = try towns()
        let request = Self.orders[order]
        let all = try store.fetch(request).map(\.id)
        var ids: [Int] = []
        var cursor: Cursor<Parish>?
        repeat {
            let page = try store.page(request.limit(size).after(cursor))
            #expect(page.count == min(size, 30 - ids.count))
            ids += page.map(\.id)
            // A cursor may go to a client and come back.
            cursor = try page.cursor.map { try Cursor(parsing: $0.description) }
            #expect(cursor == page.cursor)
            #expect(try store.count(request.after(cursor)) == (cursor == nil ? 30 : 30 - ids.count))
        } while cursor != nil
        #expect(ids == all)
    }

    @Test func `an object that is inserted before the cursor does not move the next page`() throws {
        let store = try towns()
        let request = Parish.all.sorted(\.name.ascending).limit(10)
        let first = try store.page(request)
        try store.performChanges { changes in
            try changes.insert(Parish(id: 100, name: "a", country: nil, height: 0))
            try changes.delete(Parish.where { $0.id == first.items[9].id })
        }
        let second = try store.page(request.after(first.cursor))
        #expect(Set(first.map(\.id)).isDisjoint(with: second.map(\.id)))
        #expect(second.first?.id == first.items[9].id + 7 || second.first?.name != first.last?.name)
        let third = try store.page(request.after(second.cursor))
        #expect(third.cursor == nil)
        #expect(Set((first.items + second + third).map(\.id)) == Set(0..<30))
    }

    @Test func `an offset applies to the first page or counts from the cursor`() throws {
        let store = try towns()
        let request = Parish.all.limit(5).offset(3)
        let page = try store.page(request)
        #expect(page.map(\.id) == Array(3...7))
        #expect(try store.page(request.after(page.cursor)).map(\.id) == Array(8...12))
        #expect(try store.page(request.after(page.cursor).offset(2)).first?.id == 10)
        #expect(try store.page(Parish.all.offset(3)).count == 27)
        #expect(try store.page(Parish.all).cursor == nil)
    }

    @Test func `a filter restricts the objects after a cursor, and a change sees its own`() throws {
        let store = try towns()
        let page = try store.page(Parish.all.limit(10))
        let rest = Parish.where { $0.country == nil }.after(page.cursor)
        #expect(try store.fetch(rest).map(\.id) == [10, 15, 20, 25])
        #expect(try store.sum(\.id, rest) == 70)
        #expect(try store.max(\.id, rest) == 25)
        #expect(try store.distinct(\.country, rest) == [nil])
        try store.performChanges { changes in
            try changes.delete(rest)
            let page = try changes.page(Parish.all.limit(2).after(page.cursor))
            #expect(page.map(\.id) == [11, 12])
        }
        #expect(try store.count(Parish.all) == 26)
    }

    @Test func `a cursor of another order is refused`() throws {
        let store = try towns()
        let cursor = try store.page(Parish.all.sorted(\.name.ascending).limit(3)).cursor
        for request in [Parish.all, Parish.all.sorted(\.name.descending)] {
            let error = storeError { try store.page(request.limit(3).after(cursor)) }
            #expect(error?.code == .invalidValue)
            #expect(error?.message.contains("another order, 'name'") == true)
        }
        let none = storeError { try store.page(Parish.all.limit(0)) }
        #expect(none?.code == .invalidValue)
    }
}
