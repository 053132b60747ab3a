import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Any bytes at any place of a store, under correct checksums: opening, checking, reading and
/// printing it ends with an answer or a typed error. A trap would end the test process; then
/// NACRE_TEST_TRACE=1 names the case.
@Suite struct ForgedStoreTests {
    struct Change: Sendable {
        let place: Int
        let value: UInt64
        let width: Int
    }

    static let change = Generator<Change> { choices throws(Rejection) in
        Change(
            place: try choices.draw(.integer(in: 0...1_000_000)),
            value: try choices.draw(.integer()),
            width: try choices.draw(.element(of: [1, 1, 2, 4, 8])))
    }

    /// Makes a store with everything in it: nulls, long values, deletes, aborts of a whole change
    /// and of a part of one, several segments.
    static func files(compacted: Bool) throws -> [String: [UInt8]] {
        let store = try TestStore(segmentSizeNominal: 40_000)
        struct Stop: Error {}
        for number in 1...6 {
            try store.database.performChanges(author: "anna", note: "\(number)") { changes in
                if number == 1 { try CityEntity.define(in: changes) }
                for id in 0..<5 {
                    let name = String(long: "n", count: id == 4 ? 70_000 : id * number)
                    try changes.save(
                        CityEntity.values(Int64(id + number), name, population: Int64(number)),
                        in: CityEntity.name)
                }
                try changes.delete(.int(Int64(number)), from: CityEntity.name)
            }
        }
        try? store.database.performChanges { changes in
            for id in 100..<110 {
                let name = String(long: "a", count: 60_000)
                try changes.save(CityEntity.values(Int64(id), name), in: CityEntity.name)
            }
            throw Stop()
        }
        try store.database.performChanges { changes in
            try changes.save(CityEntity.values(1, "before"), in: CityEntity.name)
            try? changes.savepoint {
                for id in 100..<110 {
                    let name = String(long: "s", count: 60_000)
                    try changes.save(CityEntity.values(Int64(id), name), in: CityEntity.name)
                }
                throw Stop()
            }
            try changes.save(CityEntity.values(100, "after"), in: CityEntity.name)
        }
        if compacted { _ = try store.database.compact() }
        return store.files.contents(of: TestStore.path)
    }

    /// Returns the files with some bytes of one segment changed and all checksums repaired.
    static func forge(
        _ files: [String: [UInt8]], segment: Int, _ changes: [Change]
    ) throws -> [String: [UInt8]] {
        let store = try ForgedStore(files)
        var bytes = store.bytes(ofSegment: segment)
        let end = bytes.withView(\.countWithoutTrailingZeros)
        for change in changes {
            // Long values are most of the bytes and the least interesting, so the beginning is
            // chosen more often.
            let span = change.place % 3 == 0 ? end : min(end, 3000)
            let place = SegmentHeaderFields.size + change.place % max(1, span - 136)
            for index in 0..<change.width where place + index < bytes.count {
                bytes[place + index] = UInt8(truncatingIfNeeded: change.value >> UInt64(8 * index))
            }
        }
        guard let forged = store.replacing(segment: segment, with: bytes) else {
            throw Rejection()
        }
        return forged
    }

    @Test(arguments: [false, true])
    func `no bytes with correct checksums stop the process`(compacted: Bool) throws {
        let files = try Self.files(compacted: compacted)
        let cases = Generator<(Int, [Change])>.tuple(
            .integer(in: 0...7), .array(of: Self.change, count: 1...4))
        property("hostile bytes, compacted: \(compacted)", runs: 150, cases) { segment, changes in
            do {
                try ForgedStore.exercise(Self.forge(files, segment: segment, changes))
            } catch let error as StoreError {
                try require(error.file != nil, "an error without a file: \(error)")
            }
        }
    }

    @Test func `a store with recomputed checksums only is unchanged`() throws {
        for compacted in [false, true] {
            let files = try Self.files(compacted: compacted)
            for segment in 0..<4 {
                #expect(
                    try Self.forge(files, segment: segment, []).mapValues(Self.trimmed)
                        == files.mapValues(Self.trimmed))
            }
        }
    }

    static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        Array(bytes.prefix(bytes.withView(\.countWithoutTrailingZeros)))
    }
}
