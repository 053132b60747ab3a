import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// The processes that may write to a store in real files.
@Suite struct LockTests {
    static func withStore(_ body: (String, Database) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "nacre-lock-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let store = try Database(
            at: path, options: Database.Options(createsStore: true, segmentSizeNominal: 1000))
        try store.performChanges { try CityEntity.define(in: $0) }
        try body(path, store)
    }

    @Test func `a second writer in this process is refused with the reason`() throws {
        try Self.withStore { path, store in
            do {
                _ = try Database(at: path)
                Issue.record("there are two writers")
            } catch let error as StoreError {
                #expect(error.code == .locked)
                #expect(
                    error.message
                        == "Process \(getpid()) (this one) has the store open for writing.")
            }
            try store.close()
            try Database(at: path).close()
        }
    }

    @Test func `a store that was released without a close can be opened again`() throws {
        try Self.withStore { path, store in
            try store.close()
            var second: Database? = try Database(at: path)
            #expect(try second?.snapshot().count(CityEntity.name) == 0)
            second = nil
            try Database(at: path).close()
        }
    }

    @Test func `opening waits for a store of this process that was dropped but still works`() throws
    {
        try Self.withStore { path, store in
            try store.close()
            var second: Database? = try Database(at: path)
            second?.abandon()
            // As work in the background does. On a dedicated thread, since all threads of the pool
            // may be waiting.
            Thread { [held = second] in
                usleep(200_000)
                withExtendedLifetime(held) {}
            }.start()
            second = nil
            try Database(at: path).close()
        }
    }

    @Test func `abandoning a closed store does not release the lock of the next one`() throws {
        try Self.withStore { path, store in
            try store.close()
            let second = try Database(at: path)
            store.abandon()
            #expect(throws: StoreError.self) { try Database(at: path) }
            try second.close()
        }
    }

    @Test func `a writer whose lock was replaced publishes nothing more`() throws {
        try Self.withStore { path, store in
            try FileManager.default.removeItem(atPath: "\(path)/lock")
            let second = try Database(at: path)
            // The first commit can no longer be taken back; the next one is not made.
            for (outcome, code) in [
                (CommitOutcome.unknown, StoreError.Code.io), (.notCommitted, .poisoned),
            ] {
                let error = #expect(throws: StoreError.self) {
                    try store.performChanges {
                        try $0.insert(CityEntity.values(1, "late"), into: "City")
                    }
                }
                #expect(error?.code == code)
                #expect(error?.outcome == outcome)
            }
            withExtendedLifetime(second) {}
        }
    }

    /// Some network file systems are like this: two writers would not detect each other.
    @Test func `a store whose files cannot be locked is opened for reading only`() throws {
        let store = try TestStore()
        try CompactionTests.save(0..<3, "city", in: store.database)
        try store.database.close()
        let before = store.files.contents(of: TestStore.path)
        let files = LocklessFileSystem(store.files)
        let error = #expect(throws: StoreError.self) {
            try Database(at: TestStore.path, fileSystem: files)
        }
        #expect(error?.code == .io)
        #expect(error?.file == TestStore.path + "/" + FileName.lock)
        #expect(store.files.contents(of: TestStore.path) == before)
        let reader = try Database(at: TestStore.path, options: .readOnly, fileSystem: files)
        #expect(try reader.snapshot().count(CityEntity.name) == 3)
    }

    @Test func `a fork cannot use its parent's store`() async {
        await #expect(processExitsWith: .success) {
            try LockTests.withStore { path, store in
                // The compiler hides the function for a good reason. Here nothing else runs in this
                // process.
                typealias Fork = @convention(c) () -> pid_t
                guard let symbol = unsafe dlsym(nil, "fork") else { exit(2) }
                let child = unsafe unsafeBitCast(symbol, to: Fork.self)()
                if child == 0 {
                    do {
                        try store.performChanges { _ in }
                        _exit(3)
                    } catch {
                        _exit((error as? StoreError)?.code == .forked ? 0 : 4)
                    }
                }
                var status: CInt = 0
                unsafe waitpid(child, &status, 0)
                guard status == 0 else { exit(5) }
                try store.performChanges {
                    try $0.insert(CityEntity.values(1, "of the parent"), into: "City")
                }
                try store.close()
            }
        }
    }
}
