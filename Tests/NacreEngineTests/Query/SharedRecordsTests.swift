import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// Several threads read many objects, a page each: together they find the same objects, each at the
/// same position, as one thread does.
@Suite struct SharedRecordsTests {
    private static let count: Int64 = 12_000

    private static func makeStore(_ count: Int64 = count) throws -> TestStore {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try TestStore.defineNamed("City", in: changes)
            for id in 0..<count {
                let number = id &* 7_919 % 100_003
                try changes.insert([.int(id * 3), .string("city \(number)")], into: "City")
            }
        }
        return store
    }

    /// - Returns: The positions, or nil if the objects were returned one after another.
    private static func shared(_ query: Query, in snapshot: DatabaseSnapshot) throws -> [Position]?
    {
        var found: [Position]?
        var one: [Position] = []
        try snapshot.forEachRecord(query) { records in
            let places = Mutex([Position?](repeating: nil, count: records.count))
            try records.forEach { place, record in
                let position = record.position
                places.withLock { $0[place] = position }
            }
            found = places.withLock { $0.compactMap(\.self) }
        } _: {
            one.append($0.position)
        }
        #expect(found == nil || one.isEmpty)
        return found
    }

    private static func inTurn(_ query: Query, in snapshot: DatabaseSnapshot) throws -> [Position] {
        var found: [Position] = []
        try snapshot.forEachRecord(query) { record in
            found.append(record.position)
            return true
        }
        return found
    }

    @Test func `pages from several threads equal those of one thread, in order`() throws {
        let snapshot = try Self.makeStore().database.snapshot()
        let name = SortTerm("name", isAscending: false)
        let queries = [
            Query(entity: "City"), Query(entity: "City", sorts: [name]),
            Query(entity: "City", sorts: [SortTerm("id", isAscending: false)]),
            Query(entity: "City", limit: 9_001, offset: 777),
        ]
        for query in queries {
            let found = try #require(try Self.shared(query, in: snapshot))
            #expect(try Self.inTurn(query, in: snapshot) == found)
            #expect(found.count > 9_000)
        }
    }

    @Test func `a small number of objects is read by one thread`() throws {
        let snapshot = try Self.makeStore().database.snapshot()
        #expect(try Self.shared(Query(entity: "City", limit: 100), in: snapshot) == nil)
    }

    @Test func `an error of one page stops all of them`() throws {
        struct Stop: Error {}
        let snapshot = try Self.makeStore().database.snapshot()
        #expect(throws: Stop.self) {
            try snapshot.forEachRecord(Query(entity: "City")) { records in
                try records.forEach { place, _ in if place == 5_000 { throw Stop() } }
            } _: { _ in
            }
        }
    }
}
