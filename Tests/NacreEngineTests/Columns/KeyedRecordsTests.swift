import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// Values that keys tell are those in the records.
@Suite struct KeyedRecordsTests {
    /// Returns the value that a slot has; nil if its key does not tell it.
    private static func value(_ slot: KeySlot, _ type: ScalarType) -> Value? {
        if slot.isUnknown { return nil }
        if slot.isNull { return .null }
        return unsafe withUnsafeBytes(of: slot) {
            unsafe ScalarCoding.load(type, from: ByteView($0), at: KeySlot.bitsOffset)
        }
    }

    private static func values(_ type: ScalarType) -> [Value] {
        let integers: [Int64] = [.min, .min + 1, -129, -128, -1, 0, 1, 127, 255, .max - 1, .max]
        let numbers: [Double] = [
            -.infinity, -1.5, -.leastNonzeroMagnitude, -0.0, 0, .leastNonzeroMagnitude, 0.1, 7,
            .greatestFiniteMagnitude, .infinity, .nan,
        ]
        switch type {
        case .bool: return [.bool(false), .bool(true)]
        case .int8: return integers.compactMap { Int8(exactly: $0) }.map { .int(Int64($0)) }
        case .int16: return integers.compactMap { Int16(exactly: $0) }.map { .int(Int64($0)) }
        case .int32: return integers.compactMap { Int32(exactly: $0) }.map { .int(Int64($0)) }
        case .int64: return integers.map { .int($0) }
        case .uint8: return integers.compactMap { UInt8(exactly: $0) }.map { .int(Int64($0)) }
        case .uint16: return integers.compactMap { UInt16(exactly: $0) }.map { .int(Int64($0)) }
        case .uint32: return integers.compactMap { UInt32(exactly: $0) }.map { .int(Int64($0)) }
        case .uint64: return integers.map { .uint(UInt64(bitPattern: $0)) }
        case .objectID: return integers.map { .objectID(UInt64(bitPattern: $0)) }
        case .float: return numbers.map { .float(Float($0)) }
        case .double: return numbers.map { .double($0) }
        case .date: return numbers.map { .date($0) }
        case .uuid, .decimal: return []
        }
    }

    private static let types: [ScalarType] = [
        .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64, .float, .double,
        .date, .objectID, .uuid, .decimal,
    ]

    @Test(arguments: types) func `the key of a column tells the bits, or nothing`(
        type: ScalarType
    ) {
        guard let form = KeyForm(.scalar(type), isUnique: false) else {
            return #expect(type == .uuid || type == .decimal)
        }
        #expect(form.value(of: OrderKey.null).isNull)
        var toldCount = 0
        for value in Self.values(type) {
            guard let told = Self.value(form.value(of: OrderKey.key(value)), type) else { continue }
            #expect(told.isIdentical(to: value), "\(type) \(value)")
            toldCount += 1
        }
        // Two integers, the zeros and the NaNs share keys. The least Doubles are zeros as Floats.
        #expect(toldCount >= Self.values(type).count - 5)
    }

    @Test(arguments: types) func `the key of a unique index tells the bits`(type: ScalarType) {
        guard let form = KeyForm(.scalar(type), isUnique: true) else { return }
        #expect(IDKey.isExact(.scalar(type)))
        let key = IDKey(HashKey(low: 1, high: 2))
        for value in Self.values(type) {
            #expect(Self.value(form.value(of: key(value)), type) == value, "\(type) \(value)")
        }
    }

    private static let count: Int64 = 9_500

    private static func makeStore() throws -> TestStore {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try changes.define("Town", attributes: ColumnTests.attributes(), id: "id")
            for id in 0..<count { try changes.insert(ColumnTests.values(id), into: "Town") }
        }
        return store
    }

    /// Returns the values of attributes, in order; nil if keys do not tell them.
    private static func told(
        _ names: [String], _ query: Query, in snapshot: DatabaseSnapshot
    ) throws -> [[Value]]? {
        var rows: [[Value]]?
        let schema = try snapshot.definition("Town").schema
        let types = names.compactMap { name in
            schema.ordinal(of: name).flatMap { schema.attributes[$0].type.scalar }
        }
        try snapshot.forEachRecord(query) { records in
            guard let keyed = KeyedRecords(records, of: names) else { return }
            let found = Mutex([[Value]](repeating: [], count: keyed.count))
            try keyed.forEachBlock(of: 100) { block in
                for (name, type) in zip(names, types) {
                    for (index, slot) in block.values(of: name).enumerated() {
                        var value = Self.value(slot, type)
                        if value == nil {
                            let ordinal = try #require(schema.ordinal(of: name))
                            let record = try block.record(index)
                            value = try snapshot.value(of: ordinal, in: schema, of: record)
                        }
                        let known = try #require(value)
                        found.withLock { $0[block.start + index].append(known) }
                    }
                }
            }
            rows = found.withLock { $0 }
        } _: { _ in
        }
        return rows
    }

    private static func stored(
        _ names: [String], _ query: Query, in snapshot: DatabaseSnapshot
    ) throws -> [[Value]] {
        var rows: [[Value]] = []
        try snapshot.forEach(query) { object in
            rows.append(
                names.compactMap { name in
                    object.schema.ordinal(of: name).map { object.values[$0] }
                })
            return true
        }
        return rows
    }

    @Test func `values from keys are in the order of the query`() throws {
        let store = try Self.makeStore()
        try store.database.performChanges { changes in
            for id in stride(from: 0, to: Self.count, by: 13) {
                try changes.update(ColumnTests.values(id, 3), of: "Town")
            }
            for id in stride(from: 5, to: Self.count, by: 71) {
                try changes.delete(.int(id), from: "Town")
            }
        }
        let snapshot = try store.database.snapshot()
        var queries = [Query(entity: "Town")]
        queries.append(Query(entity: "Town", sorts: [SortTerm("id", isAscending: false)]))
        queries.append(Query(entity: "Town", limit: 8_700, offset: 301))
        queries.append(
            Query(
                entity: "Town", sorts: [SortTerm("id", isAscending: false)], limit: 8_800,
                offset: 77))
        for query in queries {
            for names in [["level"], ["id", "area"], ["area", "level", "id"]] {
                let told = try #require(
                    try Self.told(names, query, in: snapshot), "\(names) of \(query)")
                let stored = try Self.stored(names, query, in: snapshot)
                #expect(told.count > 8_192)
                #expect(told.count == stored.count)
                let areEqual = zip(told, stored).allSatisfy { told, stored in
                    zip(told, stored).allSatisfy { $0.isIdentical(to: $1) }
                }
                #expect(areEqual, "\(names) of \(query)")
            }
        }
    }

    @Test func `keys do not tell texts, attributes without columns, and sorted results`() throws {
        let snapshot = try Self.makeStore().database.snapshot()
        let all = Query(entity: "Town")
        #expect(try Self.told(["name"], all, in: snapshot) == nil)
        #expect(try Self.told(["level", "name"], all, in: snapshot) == nil)
        #expect(try Self.told(["missing"], all, in: snapshot) == nil)
        let sorted = Query(entity: "Town", sorts: [SortTerm("level", isAscending: true)])
        #expect(try Self.told(["level"], sorted, in: snapshot) == nil)
    }
}
