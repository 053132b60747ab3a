import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Synchronization
import Testing

/// Backups of stores while they are written to, in this process and in another one, on the real
/// file system.
@Suite struct LiveBackupTests {
    /// Commits until a file appears. In each commit, all objects have one name.
    static func write(_ path: String, until stop: String) throws {
        let store = try Database(
            at: path, options: Database.Options(createsStore: true, segmentSizeNominal: 20_000))
        var number = 0
        while !FileManager.default.fileExists(atPath: stop) {
            try BackupTests.save("\(number)", in: store)
            number += 1
            if number % 20 == 0 { _ = try store.compact() }
        }
        try store.close()
    }

    /// Checks that all objects have one name: the state of one commit.
    static func checkIsOneCommit(_ path: String) throws {
        let store = try Database(at: path, options: .readOnly)
        var names: Set<Value> = []
        try store.snapshot().forEach(in: CityEntity.name) { city in
            names.insert(city["name"])
            return true
        }
        #expect(names.count == 1)
    }

    @Test func `backups during changes in this process each show one commit`() async throws {
        let path = NSTemporaryDirectory() + "nacre-\(UUID().uuidString)"
        defer {
            for end in ["", ".backup"] { try? FileManager.default.removeItem(atPath: path + end) }
        }
        let store = try Database(
            at: path, options: Database.Options(createsStore: true, segmentSizeNominal: 20_000))
        try BackupTests.save("first", in: store)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<60 {
                    try BackupTests.save("\(number)", in: store)
                    if number % 20 == 19 { _ = try store.compact() }
                }
            }
            for _ in 0..<8 {
                _ = try store.backup(to: path + ".backup")
                try Self.checkIsOneCommit(path + ".backup")
            }
            try await group.waitForAll()
        }
        try store.close()
    }

    @Test func `backups and readers during changes in another process see whole commits`()
        async throws
    {
        let path = NSTemporaryDirectory() + "nacre-\(UUID().uuidString)"
        let stop = path + ".stop"
        defer {
            for end in ["", ".backup", ".stop"] {
                try? FileManager.default.removeItem(atPath: path + end)
            }
        }
        // A dedicated thread: waiting for the other process blocks the thread of this task.
        let rounds = Mutex(0)
        Thread.detachNewThread {
            let start = ContinuousClock.now
            while rounds.withLock({ $0 }) < 10, ContinuousClock.now - start < .seconds(60) {
                do {
                    guard try Self.isWritten(path) else { continue }
                    _ = try Database.backup(from: path, to: path + ".backup")
                    try Self.checkIsOneCommit(path + ".backup")
                    try Self.checkIsOneCommit(path)
                    rounds.withLock { $0 += 1 }
                } catch {
                    Issue.record(error)
                    break
                }
            }
            _ = FileManager.default.createFile(atPath: stop, contents: nil)
        }
        await #expect(processExitsWith: .success) {
            [path = path as String, stop = stop as String] in
            try LiveBackupTests.write(path, until: stop)
        }
        #expect(rounds.withLock { $0 } == 10)
    }

    /// Returns whether the other process has made the store and committed to it.
    static func isWritten(_ path: String) throws -> Bool {
        Thread.sleep(forTimeInterval: 0.02)
        guard let store = try? Database(at: path, options: .readOnly) else { return false }
        return try store.snapshot().commit > CommitNumber(0)
    }
}
