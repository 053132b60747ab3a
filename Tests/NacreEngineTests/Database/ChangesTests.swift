import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// A change whose calls fail, or that reads while it writes.
@Suite struct ChangesTests {
    static let long = String(long: "y", count: 200_000)

    @Test
    func `an object that is refused leaves none of its long values in the change`() throws {
        try DatabaseTests.withCities { store in
            var values = CityEntity.values(50, Self.long)
            values[3] = .string("many")
            try store.database.performChanges { changes in
                #expect(throws: StoreError.self) {
                    try changes.insert(values, into: CityEntity.name)
                }
                try changes.insert(CityEntity.values(51, "other"), into: CityEntity.name)
            }
            try store.checkIntegrity()
            #expect(try store.database.compact().records == 4)
        }
    }

    @Test func `a walk sees the long values of objects that its body deletes`() throws {
        try DatabaseTests.withCities { store in
            try store.database.performChanges { changes in
                for id in 0..<3 {
                    try changes.save(CityEntity.values(Int64(id), Self.long), in: CityEntity.name)
                }
            }
            try store.database.performChanges { changes in
                var seen = 0
                try changes.forEach(in: CityEntity.name) { object in
                    #expect(object["name"] == .string(Self.long))
                    for id in 0..<3 { try changes.delete(.int(Int64(id)), from: CityEntity.name) }
                    seen += 1
                    return true
                }
                #expect(seen == 3)
                #expect(try changes.count(CityEntity.name) == 0)
            }
        }
    }

    @Test func `a walk sees every object unchanged, however much its body writes`() throws {
        try DatabaseTests.withCities { store in
            try store.database.performChanges { changes in
                for id in 100..<160 as Range<Int64> {
                    try changes.insert(CityEntity.values(id, "city \(id)"), into: CityEntity.name)
                }
                var seen = 0
                try changes.forEach(in: CityEntity.name) { object in
                    guard case .int(let id) = object.id, id >= 100 else { return true }
                    #expect(object["name"] == .string("city \(id)"))
                    seen += 1
                    // So much that the pending bytes must move in memory several times.
                    for copy in 1...5 as ClosedRange<Int64> {
                        try changes.insert(
                            CityEntity.values(id * 1000 + copy, String(long: "z", count: 30_000)),
                            into: CityEntity.name)
                    }
                    return true
                }
                #expect(seen == 60)
            }
        }
    }

    @Test func `a change that is kept after its closure cannot read`() throws {
        try DatabaseTests.withCities { store in
            var kept: Changes?
            try store.database.performChanges { kept = $0 }
            let changes = try #require(kept)
            let query = Query(entity: CityEntity.name)
            let reads: [() throws -> Void] = [
                { _ = try changes.find(.int(1), in: CityEntity.name) },
                { _ = try changes.count(CityEntity.name) },
                { _ = try changes.count(query) },
                { _ = try changes.fetch(query) },
                { try changes.forEach(in: CityEntity.name) { _ in true } },
            ]
            for read in reads { #expect(DatabaseTests.code(read) == .closed) }
        }
    }

    /// Ids of at most eight bytes are found by their key alone, and null formerly had the key of
    /// zero.
    @Test func `an id that is null or of another type finds and deletes no object`() throws {
        let ids: [(ScalarType, Value, [Value])] = [
            (.int64, .int(5), [.uint(5 | 1 << 63), .objectID(5 | 1 << 63), .date(1)]),
            (.int64, .int(.min), [.null, .bool(false), .uint(0)]),
            (.uint64, .uint(0), [.null, .objectID(0), .bool(false), .int(.min)]),
            (.bool, .bool(true), [.uint(1), .objectID(1)]),
            (.double, .double(1), [.date(1), .float(1), .int(4_607_182_418_800_017_408)]),
            (.objectID, .objectID(7), [.uint(7)]),
        ]
        try withStore { store in
            for (index, (type, id, others)) in ids.enumerated() {
                try store.database.performChanges { changes in
                    let attribute = AttributeSchema(
                        id: AttributeID(1), name: "id", type: .scalar(type), isNullable: false)
                    try changes.define("E\(index)", attributes: [attribute], id: "id")
                    try changes.insert([id], into: "E\(index)")
                    for other in others {
                        #expect(try changes.find(other, in: "E\(index)") == nil, "\(id) \(other)")
                        #expect(try !changes.delete(other, from: "E\(index)"), "\(id) \(other)")
                    }
                    #expect(try changes.find(id, in: "E\(index)") != nil)
                }
            }
        }
    }

    @Test func `a store whose last change was large and threw is closed cleanly`() throws {
        try DatabaseTests.withCities { store in
            struct Stop: Error {}
            try store.reopen()
            #expect(throws: Stop.self) {
                try store.database.performChanges { changes in
                    for id: Int64 in 100..<110 {
                        try changes.insert(
                            CityEntity.values(id, String(long: "x", count: 60_000)),
                            into: CityEntity.name)
                    }
                    throw Stop()
                }
            }
            try store.reopen()
            #expect(store.database.recovery == nil)
            #expect(try store.database.snapshot().count(CityEntity.name) == 3)
        }
    }
}
