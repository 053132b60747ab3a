import Foundation
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

@testable import NacreEngine

/// A snapshot that several threads hold, and whose nodes are reused once the last of them has
/// released it. Made for `--sanitize=thread`: only a reference count orders the reads of the first
/// thread and the later writes.
@Suite struct SharedSnapshotThreadTests {
    /// Holds a snapshot for one thread, which releases it on its own.
    private final class Holder: @unchecked Sendable {
        // SAFETY: set before the thread begins, and used only by this thread from then on.
        var snapshot: DatabaseSnapshot?

        init(_ snapshot: DatabaseSnapshot) { self.snapshot = snapshot }
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

    @Test func `nodes of a snapshot that threads share are reused after the last release`() throws {
        let store = try TestStore()
        try store.database.performChanges { try CityEntity.define(in: $0) }
        try Self.change(store, 1)
        let shared = try store.database.snapshot()
        // The store itself holds the newest version.
        try Self.change(store, 2)
        let found = Atomic(0)
        let isOver = Atomic(false)
        let entity = try shared.definition(CityEntity.name).schema.number
        let (first, last) = (Holder(shared), Holder(consume shared))
        Thread {
            // Only rows are read: looking up the bytes of records takes locks, which order the
            // threads.
            for row in 0..<UInt32(Self.count) {
                guard let position = first.snapshot?.rows(of: entity)[row], position != 0 else {
                    preconditionFailure("a row is missing")
                }
                found.add(1, ordering: .relaxed)
            }
            first.snapshot = nil
            // The end of the thread would order it before later events.
            while !isOver.load(ordering: .relaxed) { usleep(1000) }
        }.start()
        // Nothing that a sanitizer sees may order the two, so neither waits for the other.
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
