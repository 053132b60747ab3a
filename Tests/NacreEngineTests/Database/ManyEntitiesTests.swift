import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Stores with many more entities than a program would have.
@Suite struct ManyEntitiesTests {
    /// Returns the CPU time of the calling thread, in nanoseconds: other tests run beside this one.
    private static func work(_ body: () throws -> Void) rethrows -> Double {
        func now() -> Double {
            var time = timespec()
            unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
        }
        let start = now()
        try body()
        return now() - start
    }

    private static func store(_ count: Int, hasCheckpoint: Bool) throws -> TestStore {
        let store = try TestStore()
        try store.database.performChanges { changes in
            for number in 0..<count {
                try changes.define(
                    "E\(number)",
                    attributes: [
                        AttributeSchema(
                            id: AttributeID(1), name: "id", type: .string, isNullable: false)
                    ], id: "id")
            }
        }
        if hasCheckpoint { try store.database.checkpoint() }
        return store
    }

    @Test(arguments: [false, true])
    func `the time to open a store grows linearly with its entities`(
        hasCheckpoint: Bool
    ) throws {
        let (few, many) = (200, 1400)
        let times = try [few, many].map { count in
            let store = try Self.store(count, hasCheckpoint: hasCheckpoint)
            let twin = try store.twinAfterKill()
            #expect(try twin.database.snapshot().catalog.all.count == count)
            return try (0..<3).map { _ in try Self.work { _ = try store.twinAfterKill() } }.min()
        }
        let ratio = try #require(times[1]) / #require(times[0])
        // There are 7 times as many; 49 would be quadratic.
        #expect(ratio < 21, "\(ratio)")
    }
}
