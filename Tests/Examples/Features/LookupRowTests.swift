import Foundation
import Nacre
import Synchronization
import Testing

/// The cost of lookups: rows of the catalogue of features about time, shown by the number of reads,
/// and by the absence of waiting.
@Suite struct LookupRowTests {
    private static func store(_ count: Int) throws -> Store {
        let store = try Store.inMemory(Ticket.self)
        try store.performChanges { try $0.insert(contentsOf: (0..<count).map { Ticket($0) }) }
        return store
    }

    struct Visitor: Entity {
        static let schema = EntitySchema(
            Visitor.init, Attribute("id", \.id), Attribute("ticket", \.ticket),
            Attribute("others", \.others))
        let id: Int
        var ticket: Ref<Ticket>
        var others: [Ref<Ticket>]
    }

    @Test func `W19 R3 targets of many references are read once each, in one load`() throws {
        let store = try Store.inMemory(Ticket.self, Visitor.self)
        try store.performChanges { changes in
            try changes.insert(contentsOf: (0..<10).map { Ticket($0) })
            for id in 0..<100 {
                try changes.insert(
                    Visitor(
                        id: id, ticket: Ref(id: id % 7),
                        others: [Ref(id: (id + 1) % 7), Ref(id: id % 7)]))
            }
        }
        let snapshot = try store.snapshot()
        let read = try Ticket.reads {
            let visitors = try snapshot.fetch(Visitor.all, including: \.ticket, \.others)
            let found = visitors.map { visitors[$0.ticket]?.id }
            #expect(found == (0..<100).map { $0 % 7 })
            #expect(visitors.allSatisfy { visitors[$0.others].count == 2 })
        }
        #expect(read == 7)
    }

    @Test(arguments: [10, 1000, 10_000])
    func `W15 W16 V24 finding one object reads only that one, however many there are`(
        count: Int
    ) throws {
        let store = try Self.store(count)
        let place = count / 2
        try store.performChanges { changes in
            let found = try Ticket.reads {
                let ticket = try changes.findOrInsert(Ticket.self, place) { Ticket(-1) }
                #expect(ticket == Ticket(place))
            }
            let made = try Ticket.reads {
                let ticket = try changes.findOrInsert(Ticket.self, count) { Ticket(count) }
                #expect(ticket == Ticket(count))
            }
            let upserted = try Ticket.reads {
                try changes.upsert(Ticket(place), on: \.code, conflict: .replace)
            }
            #expect(found == 1 && made == 0 && upserted <= 1)
        }
        let byID = try Ticket.reads { _ = try store.find(Ticket.self, place) }
        let byCode = try Ticket.reads {
            let ticket = try store.find(Ticket.self, \.code, "code \(place)")
            #expect(ticket == Ticket(place))
        }
        let nobody = try Ticket.reads { _ = try store.find(Ticket.self, \.code, "none") }
        #expect(byID == 1 && byCode == 1 && nobody == 0)
        #expect(try store.count(Ticket.all) == count + 1)
        for request in [Ticket.where { $0.id == 7 }, Ticket.where { $0.code == "code 7" }] {
            #expect(try request.explain(in: store).candidateCount == 1)
        }
    }

    @Test func `T25 projections and aggregates read no objects, and a fetch reads each once`()
        throws
    {
        let store = try Self.store(100)
        let parts = try Ticket.reads {
            #expect(try store.fetch(\.code, Ticket.all).count == 100)
            for (id, price) in try store.fetch(Ticket.all.select(\.id, \.price)) {
                #expect(price == id % 7)
            }
            #expect(try store.count(Ticket.where { $0.price == 3 }) == 14)
            #expect(try store.sum(\.price, Ticket.all) == (0..<100).reduce(0) { $0 + $1 % 7 })
        }
        #expect(parts == 0)
        let few = try Ticket.reads {
            // Objects that do not match, and those after the limit, are not made.
            let tickets = try store.fetch(Ticket.where { $0.price == 3 }.limit(5))
            #expect(tickets.count == 5)
        }
        #expect(few == 5)
        #expect(try Ticket.reads { _ = try store.fetch(Ticket.all) } == 100)
    }

    @Test func `W2 readers do not wait for a change, however large it is`() throws {
        let folder = try TemporaryFolder()
        let store = try Store(at: folder.path("a.nacre"), Ticket.self)
        try store.performChanges { _ = try $0.insert(Ticket(0)) }
        let (isWritten, isRead, isDone) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let outcome = Mutex<DispatchTimeoutResult?>(nil)
        DispatchQueue.global().async {
            _ = try? store.performChanges { changes in
                try changes.insert(contentsOf: (1...10_000).map { Ticket($0) })
                isWritten.signal()
                // The change waits here until the readers are done: if they waited for its end,
                // both would wait forever.
                let result = isRead.wait(timeout: .now() + 20)
                outcome.withLock { $0 = result }
            }
            isDone.signal()
        }
        isWritten.wait()
        #expect(try store.find(Ticket.self, 0) == Ticket(0))
        #expect(try store.find(Ticket.self, 5000) == nil)
        #expect(try store.count(Ticket.all) == 1)
        let snapshot = try store.snapshot()
        isRead.signal()
        isDone.wait()
        #expect(outcome.withLock { $0 } == .success)
        #expect(try store.count(Ticket.all) == 10_001)
        #expect(try snapshot.count(Ticket.all) == 1)
    }
}
