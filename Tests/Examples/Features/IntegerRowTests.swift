import Nacre
import Testing

/// Integers of every width, at their ends.
@Suite struct IntegerRowTests {
    @Entity
    struct Widths: Hashable {
        let id: Int
        var int8: Int8
        var int16: Int16
        var int32: Int32
        var int64: Int64
        var uint8: UInt8
        var uint16: UInt16
        var uint32: UInt32
        @Attribute(.indexed) var uint64: UInt64
        var uint: UInt
    }

    private static let least = Widths(
        id: .min, int8: .min, int16: .min, int32: .min, int64: .min, uint8: 0, uint16: 0,
        uint32: 0, uint64: 0, uint: 0)
    private static let greatest = Widths(
        id: .max, int8: .max, int16: .max, int32: .max, int64: .max, uint8: .max, uint16: .max,
        uint32: .max, uint64: .max, uint: .max)

    @Test func `E7 integers of any width are read back exactly`() throws {
        let store = try Store.inMemory(Widths.self)
        try store.performChanges { try $0.insert(contentsOf: [Self.greatest, Self.least]) }
        #expect(try store.fetch(Widths.all) == [Self.least, Self.greatest])
        #expect(try store.fetch(\.id, Widths.where { $0.uint64 == .max }) == [.max])
        #expect(try store.fetch(\.id, Widths.where { $0.uint64 > UInt64(Int64.max) }) == [.max])
        #expect(try store.fetch(\.id, Widths.where { $0.int64 < 0 && $0.int8 == -128 }) == [.min])
        let sorted = Widths.all.sorted(\.uint.descending)
        #expect(try store.fetch(\.uint, sorted) == [.max, 0])
        #expect(try store.max(\.uint64, Widths.all) == .max)
    }

    @Test func `E7 a sum that overflows its type is an error`() throws {
        let store = try Store.inMemory(Widths.self)
        let more = Widths(
            id: 1, int8: 1, int16: 1, int32: 1, int64: 1, uint8: 1, uint16: 1, uint32: 1,
            uint64: 1, uint: 1)
        try store.performChanges { try $0.insert(contentsOf: [Self.greatest, more]) }
        for (name, sum): (String, () throws -> Void) in [
            ("int64", { _ = try store.sum(\.int64, Widths.all) }),
            ("uint64", { _ = try store.sum(\.uint64, Widths.all) }),
            ("uint", { _ = try store.sum(\.uint, Widths.all) }),
        ] {
            let error = #expect(throws: StoreError.self) { try sum() }
            #expect(error?.code == .invalidValue)
            #expect(error?.message.contains("'\(name)'") == true)
        }
        // A sum that fits is exact, though a Double would not be.
        let one = Widths.where { $0.id == .max }
        #expect(try store.sum(\.uint64, one) == .max)
    }

    @Test func `E7 sums of integers of less than 64 bits do not overflow`() throws {
        let store = try Store.inMemory(Widths.self)
        try store.performChanges { changes in
            for id in 0..<3 {
                try changes.insert(
                    Widths(
                        id: id, int8: .max, int16: .min, int32: .max, int64: 1, uint8: .max,
                        uint16: .max, uint32: .max, uint64: 1, uint: 1))
            }
        }
        #expect(try store.sum(\.int8, Widths.all) == 381)
        #expect(try store.sum(\.int16, Widths.all) == -98_304)
        #expect(try store.sum(\.int32, Widths.all) == 6_442_450_941)
        #expect(try store.sum(\.uint8, Widths.all) == 765)
        #expect(try store.sum(\.uint16, Widths.all) == 196_605)
        #expect(try store.sum(\.uint32, Widths.all) == 12_884_901_885)
        let groups = try store.group(Widths.all, by: \.int8, .sum(\.uint8), .sum(\.int32))
        #expect(groups.map(\.values.0) == [765])
        #expect(groups.map(\.values.1) == [6_442_450_941])
    }

    @Entity
    struct Counter {
        static var entityName: String { "Counter" }
        let id: Int
        var number: Int64
    }

    @Entity
    struct ShortCounter {
        static var entityName: String { "Counter" }
        let id: Int
        var number: Int32
    }

    @Test func `E7 a type that is narrower than the stored one does not fit the store`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.nacre")
        try Store(at: path, ShortCounter.self).close()
        let store = try Store(at: path, Counter.self)
        try store.performChanges { _ = try $0.insert(Counter(id: 1, number: 1 << 40)) }
        try store.close()
        let error = #expect(throws: StoreError.self) { try Store(at: path, ShortCounter.self) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("'number'") == true)
        let again = try Store(at: path, Counter.self)
        #expect(try again.fetch(\.number, Counter.all) == [1 << 40])
    }
}
