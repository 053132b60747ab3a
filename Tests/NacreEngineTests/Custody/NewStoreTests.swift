import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Stores that are being made: they are never taken for finished ones, and no other files are
/// touched.
@Suite struct NewStoreTests {
    /// Writes some objects into a store that is being made.
    static func fill(_ making: NewStore, at path: String) throws {
        var options = Database.Options(createsStore: true, segmentSizeNominal: 1000)
        options.keepsReserve = true
        let store = try Database(at: path, options: options, fileSystem: making.fileSystem)
        try store.performChanges { try CityEntity.define(in: $0) }
        for id in 0..<50 as Range<Int64> {
            try store.performChanges {
                try $0.insert(CityEntity.values(id, String(long: "x", count: 100)), into: "City")
            }
        }
        try store.checkpoint()
        try store.close()
    }

    @Test func `an unfinished store does not open, and a finished one does`() throws {
        try PathTests.withFolder { folder in
            let path = "\(folder)/new"
            let making = try NewStore(at: path)
            try Self.fill(making, at: path)
            for options in [Database.Options(), .readOnly, .creating, .untrusted] {
                let error = #expect(throws: StoreError.self) {
                    try Database(at: path, options: options)
                }
                #expect(error?.code == .notAStore)
                #expect(error?.message.hasPrefix("This directory holds an unfinished") == true)
            }
            #expect(throws: StoreError.self) { try IntegrityChecker(path: path).run() }
            try making.finish()
            // Too late: the store is finished.
            making.discard()
            #expect(try IntegrityChecker(path: path, isDeep: true).run().notes == [])
            let store = try Database(at: path)
            #expect(try store.snapshot().count("City") == 50)
            try store.close()
        }
    }

    @Test func `only one process makes a store at a path`() throws {
        try PathTests.withFolder { folder in
            let path = "\(folder)/new"
            let making = try NewStore(at: path)
            let second = #expect(throws: StoreError.self) { try NewStore(at: path) }
            #expect(second?.code == .locked)
            try Self.fill(making, at: path)
            #expect(throws: StoreError.self) { try NewStore(at: path) }
            try making.finish()
            #expect(throws: StoreError.self) { try NewStore(at: path) }
            #expect(try Database(at: path, options: .readOnly).snapshot().count("City") == 50)
            // A store that its program has just opened keeps its place, too.
            let other = "\(folder)/other"
            let store = try Database(at: other, options: .creating)
            #expect(throws: StoreError.self) { try NewStore(at: other) }
            try store.performChanges { try CityEntity.define(in: $0) }
            try store.close()
        }
    }

    @Test func `a discarded store leaves nothing, whatever was already done`() throws {
        try PathTests.withFolder { folder in
            let (path, empty) = ("\(folder)/new", "\(folder)/empty")
            try FileManager.default.createDirectory(
                atPath: empty, withIntermediateDirectories: false)
            for path in [path, empty] {
                for isFilled in [false, true] {
                    let making = try NewStore(at: path)
                    if isFilled { try Self.fill(making, at: path) }
                    making.discard()
                    #expect(throws: StoreError.self) { try making.finish() }
                }
            }
            #expect(PathTests.names(folder) == ["empty"])
            #expect(PathTests.names(empty) == [])
        }
    }

    @Test func `discarding on another thread stops the writing and misses no file`() throws {
        try PathTests.withFolder { folder in
            for delay in 0..<20 as Range<UInt32> {
                let path = "\(folder)/new"
                let making = try NewStore(at: path)
                let thread = Thread {
                    usleep(delay * 500)
                    making.discard()
                }
                thread.start()
                #expect(throws: (any Error).self) {
                    while true { try Self.fill(making, at: path) }
                }
                while !thread.isFinished { usleep(100) }
                #expect(PathTests.names(folder) == [])
            }
        }
    }

    @Test func `files that a killed process has left are replaced`() throws {
        try PathTests.withFolder { folder in
            let path = "\(folder)/new"
            for _ in 0..<2 {
                // Its lock is released, as at the end of a process.
                var making: NewStore? = try NewStore(at: path)
                try making.map { try Self.fill($0, at: path) }
                making = nil
                #expect(PathTests.names(path)?.contains(FileName.unfinished) == true)
            }
            // Unless another file has been put there.
            let notes = URL(filePath: "\(path)/notes.txt")
            try Data("mine".utf8).write(to: notes)
            let before = PathTests.names(path)
            #expect(throws: StoreError.self) { try NewStore(at: path) }
            #expect(PathTests.names(path) == before)
            try FileManager.default.removeItem(at: notes)
            let making = try NewStore(at: path)
            #expect(PathTests.names(path) == [FileName.lock])
            try Self.fill(making, at: path)
            try making.finish()
            #expect(try IntegrityChecker(path: path, isDeep: true).run().isSound)
        }
    }

    @Test func `a directory that replaced the claimed one is not changed`() throws {
        try PathTests.withFolder { folder in
            let (path, away) = ("\(folder)/new", "\(folder)/away")
            for discards in [true, false] {
                let making = try NewStore(at: path)
                try Self.fill(making, at: path)
                try FileManager.default.moveItem(atPath: path, toPath: away)
                let store = try Database(at: path, options: .creating)
                try store.performChanges { try CityEntity.define(in: $0) }
                let before = PathTests.names(path)
                if !discards { try? making.finish() }
                making.discard()
                #expect(PathTests.names(path) == before)
                try store.performChanges {
                    try $0.insert(CityEntity.values(1, "x"), into: "City")
                }
                try store.close()
                try FileManager.default.removeItem(atPath: path)
                try FileManager.default.removeItem(atPath: away)
            }
        }
    }

    @Test func `a salvage never replaces a store that is made meanwhile`() throws {
        try PathTests.withFolder { folder in
            let (source, out) = (try PathTests.source(folder), "\(folder)/out")
            var attempt: Database?
            var refusal: StoreError?
            let report = try Salvager(from: source, to: out).run { _, _ in
                guard attempt == nil else { return }
                do {
                    let store = try Database(at: out, options: .creating)
                    attempt = store
                    try store.performChanges { try CityEntity.define(in: $0) }
                } catch {
                    refusal = error as? StoreError
                }
            }
            // The attempt is refused with an error, so none of its work is silently lost.
            #expect(attempt == nil)
            #expect(refusal?.code == .notAStore)
            #expect(report.isComplete)
            #expect(try Database(at: out).snapshot().count("City") == 100)
        }
    }
}
