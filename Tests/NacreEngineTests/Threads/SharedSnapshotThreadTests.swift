import Foundation
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// A snapshot that several threads hold, and whose nodes are used again once the last of them has
/// let go of it. Made for `--sanitize=thread`: a count of references is all that orders the reads
/// of the first thread and the writes that come afterwards.
@Suite struct SharedSnapshotThreadTests {
    /// What a thread holds, and lets go of by itself.
    private final class Holder: @unchecked Sendable {
        // SAFETY: set before the thread begins, and used by it alone from then on.
        var snapshot: Snapshot?

        init(_ snapshot: Snapshot) { self.snapshot = snapshot }
    }

    private static let count: Int64 = 500

    private static func change(_ store: TestStore, _ round: Int64) throws {
        try store.database.performChanges { changes in
            for id in 0..<count {
                try changes.save(
                    CityEntity.values(id, "city \(id)", population: round), in: CityEntity.name)
            }
        }
    }

    @Test func `nodes that a reader let go of before the last one are used again`() throws {
        let store = try TestStore()
        try store.database.performChanges { try CityEntity.define(in: $0) }
        try Self.change(store, 1)
        let shared = try store.database.snapshot()
        // The newest version is held by the store itself.
        try Self.change(store, 2)
        let found = Atomic(0)
        let isOver = Atomic(false)
        let entity = try shared.definition(CityEntity.name).schema.number
        let (first, last) = (Holder(shared), Holder(consume shared))
        Thread {
            // Rows alone: looking for the bytes of records takes locks, which order the threads.
            for row in 0..<UInt32(Self.count) {
                guard let position = first.snapshot?.rows(of: entity)[row], position != 0 else {
                    preconditionFailure("a row is missing")
                }
                found.add(1, ordering: .relaxed)
            }
            first.snapshot = nil
            // Its end would order it before whatever comes then.
            while !isOver.load(ordering: .relaxed) { usleep(1000) }
        }.start()
        // Nothing that a sanitizer sees must order the two: so neither waits for the other.
        Thread {
            Thread.sleep(forTimeInterval: 0.3)
            last.snapshot = nil
        }.start()
        Thread.sleep(forTimeInterval: 0.6)
        for round in 3..<6 { try Self.change(store, Int64(round)) }
        while found.load(ordering: .relaxed) < Int(Self.count) {
            Thread.sleep(forTimeInterval: 0.001)
        }
        isOver.store(true, ordering: .relaxed)
    }
}
