import NacreTestSupport
import Testing

@testable import NacreEngine

/// The table of key ranges, compared with a list of all of them.
@Suite struct KeyRangeTableTests {
    private static func range(_ random: inout SplitMix64) -> KeyRange {
        let ends: [UInt64] = [0, 1, 63, 64, 1 << 63 - 1, 1 << 63, .max - 1, .max]
        let lower =
            random.next(upTo: 3) == 0
            ? ends[Int(random.next(upTo: 7))] : random.next(upTo: 200)
        let width = random.next(upTo: 4) == 0 ? random.next() : random.next(upTo: 20)
        let (upper, isOver) = lower.addingReportingOverflow(width)
        return KeyRange(lower: lower, upper: isOver ? .max : upper)
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `a key finds the ranges that contain it`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var table = KeyRangeTable<Int>()
        var all: [Int: KeyRange] = [:]
        for number in 0..<600 {
            if number % 3 == 2, let old = all.keys.min(), let range = all[old] {
                table.remove(range, old)
                all[old] = nil
            } else {
                let range = Self.range(&random)
                table.insert(range, number)
                all[number] = range
            }
            let edge = all.values.randomElement(using: &random) ?? .empty
            for key in [edge.lower, edge.upper, edge.upper &+ 1, random.next(upTo: 220)] {
                var found: [Int] = []
                table.forEach(at: key) { found.append($0) }
                let expected = all.filter { $0.value.lower <= key && key <= $0.value.upper }
                try #require(found.sorted() == expected.keys.sorted(), "key \(key)")
            }
            try #require(Set(table.elements) == Set(all.keys))
        }
        for (number, range) in all { table.remove(range, number) }
        #expect(table.isEmpty)
    }

    @Test func `an empty range is nowhere`() {
        var table = KeyRangeTable<Int>()
        table.insert(.empty, 1)
        #expect(table.isEmpty)
        table.remove(.empty, 1)
        #expect(table.isEmpty)
    }
}
