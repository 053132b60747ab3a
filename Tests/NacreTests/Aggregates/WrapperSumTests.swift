import Nacre
import NacreTestSupport
import Testing

private struct Euro: Storable, Hashable, Comparable, AdditiveArithmetic {
    var cents: Int32

    static let zero = Euro(cents: 0)
    static let transformer = Transformer<Euro, Int32>(
        transform: { $0.cents }, reverse: { Euro(cents: $0) })

    static func < (left: Euro, right: Euro) -> Bool { left.cents < right.cents }
    static func + (left: Euro, right: Euro) -> Euro { Euro(cents: left.cents + right.cents) }
    static func - (left: Euro, right: Euro) -> Euro { Euro(cents: left.cents - right.cents) }
}

private struct Bill: Entity {
    let id: Int
    var price: Euro
    var tip: Euro?
    var table: Int
    var isPaid: Bool
    var waiter: String?

    static let schema = EntitySchema(
        Bill.init, Attribute("id", \.id), Attribute("price", \.price), Attribute("tip", \.tip),
        Attribute("table", \.table), Attribute("isPaid", \.isPaid), Attribute("waiter", \.waiter))
}

/// Sums of custom types, groups by many attributes, and rows of several attributes.
@Suite struct WrapperSumTests {
    private func bills() -> [Bill] {
        (0..<60).map { id in
            Bill(
                id: id, price: Euro(cents: Int32(id * 100)),
                tip: id % 3 == 0 ? Euro(cents: Int32(id)) : nil, table: id % 4,
                isPaid: id % 5 < 2, waiter: id % 7 == 0 ? nil : "w\(id % 2)")
        }
    }

    private func store() throws -> Store {
        let store = try Store.inMemory(Bill.self)
        try store.performChanges { try $0.insert(contentsOf: bills()) }
        return store
    }

    @Test func `an addable type has sums of its own type`() throws {
        let store = try store()
        let total = try store.sum(\.price, Bill.all)
        #expect(total == Euro(cents: 177_000))
        #expect(try store.sum(\.tip, Bill.all) == Euro(cents: 570))
        #expect(try store.sum(\.price, Bill.where { $0.id < 0 }) == .zero)
        let tables = try store.group(Bill.all, by: \.table, .sum(\.price), .sum(\.tip))
        #expect(tables.map(\.values.0.cents).reduce(0, +) == total.cents)
        #expect(tables.map(\.values.1.cents).reduce(0, +) == 570)
        try store.performChanges { changes in
            for id in 100..<102 {
                try changes.insert(
                    Bill(
                        id: id, price: Euro(cents: .max), tip: nil, table: 0, isPaid: true,
                        waiter: nil))
            }
        }
        #expect(storeError { try store.sum(\.price, Bill.all) }?.code == .invalidValue)
    }

    @Test func `groups can have any number of attributes`() throws {
        let store = try store()
        let groups = try store.group(
            Bill.where { $0.id < 50 }, by: \.table, \.isPaid, \.waiter, with: .count, .max(\.price),
            .sum(\.tip))
        struct Key: Hashable {
            let table: Int
            let isPaid: Bool
            let waiter: String?
        }
        let expected = Dictionary(grouping: bills().prefix(50)) {
            Key(table: $0.table, isPaid: $0.isPaid, waiter: $0.waiter)
        }
        #expect(groups.count == expected.count)
        for ((table, isPaid, waiter), (count, dearest, tips)) in groups {
            let bills = expected[Key(table: table, isPaid: isPaid, waiter: waiter)] ?? []
            #expect(count == bills.count)
            #expect(dearest == bills.map(\.price).max())
            #expect(tips.cents == bills.compactMap(\.tip?.cents).reduce(0, +))
        }
        // In the order of the keys: nil before texts.
        let keys = groups.map { ($0.key.0, $0.key.1 ? 1 : 0, $0.key.2 ?? "") }
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
        let single = try store.group(Bill.all, by: \.table, with: .count)
        #expect(single.map(\.key) == [0, 1, 2, 3])
        #expect(single.map(\.values) == [15, 15, 15, 15])
        let pairs = try store.group(Bill.all, by: \.table, \.isPaid, with: .count)
        #expect(pairs.map(\.values).reduce(0, +) == 60)
    }

    @Test func `a stream of rows decodes only the selected attributes`() throws {
        let store = try store()
        let request = Bill.where { $0.table == 2 }.sorted(\.price.descending)
        var rows = try store.stream(request.select(\.id, \.tip, \.waiter), batch: 4)
        var ids: [Int] = []
        while let (id, tip, waiter) = try rows.next() {
            let bill = bills()[id]
            #expect(tip == bill.tip)
            #expect(waiter == bill.waiter)
            ids.append(id)
        }
        #expect(ids == (0..<60).filter { $0 % 4 == 2 }.reversed())
    }
}
