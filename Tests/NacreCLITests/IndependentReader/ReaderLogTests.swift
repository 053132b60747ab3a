import Foundation
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// The reader written from Formats.md alone follows the log through everything that the engine does
/// to it.
@Suite struct ReaderLogTests {
    @Test func `an empty store and one that was never closed read the same`() throws {
        let store = try TestStore()
        try expectAgreement(on: store.filesNow)
        try Workload.run(0..<1, on: store)
        try expectAgreement(on: store.filesNow)
        try store.reopenAfterKill()
        try expectAgreement(on: store.closedFiles())
    }

    @Test func `many segments with several entities read the same`() throws {
        let store = try TestStore(segmentSizeNominal: 4096)
        try Workload.run(0..<60, on: store)
        let files = try store.closedFiles()
        #expect(files.keys.filter { $0.hasSuffix(".seg") }.count > 5)
        try expectAgreement(on: files)
    }

    @Test func `aborted changes and reopened stores read the same`() throws {
        let store = try TestStore()
        try Workload.run(0..<3, on: store)
        try Workload.fail(store)
        try Workload.run(3..<5, on: store)
        try store.reopen()
        try Workload.fail(store)
        try store.reopen()
        try Workload.run(5..<8, on: store)
        let dump = try expectAgreement(on: store.closedFiles())
        #expect(!dump.contains("never"))
    }

    @Test func `stores with undone savepoints read the same`() throws {
        let large = (0..<5 as Range<Int64>).map { SavepointStep.save(id: $0, length: 200_000) }
        let store = try TestStore()
        var model = SavepointModel()
        // The very first part of the store is void, and its numbers are used again.
        try model.change(
            store.database,
            [
                .savepoint([.define, .save(id: 1, length: 9)] + large, fails: true), .define,
                .savepoint([.define, .delete(id: 100)], fails: false),
                .savepoint([.define, .savepoint([.define] + large, fails: true)], fails: true),
                .save(id: 3, length: 70_000),
            ])
        try expectAgreement(on: store.filesNow)
        try model.change(
            store.database,
            [
                .delete(id: 3),
                .savepoint([.savepoint(large, fails: true), .define], fails: true), .define,
            ])
        try expectAgreement(on: store.filesNow)
        let snapshot = try store.database.snapshot()
        try IndependentReader.withFiles(store.closedFiles()) { path in
            let summary = try ReaderSummary(path)
            #expect(summary.lastCommit == 2)
            #expect(summary.digest == snapshot.digest.rawValue.hex)
            #expect(summary.isClean == true)
        }
        try store.reopenAfterKill()
        _ = try store.database.compact()
        try expectAgreement(on: store.closedFiles())
    }

    @Test func `stores with random savepoints read the same`() {
        let steps = Generator.array(of: SavepointStep.generator(), count: 4...16)
        property("savepoints, two readers", runs: 6, steps) { steps in
            let store = try TestStore()
            var model = SavepointModel()
            try model.change(store.database, [.define])
            try model.change(store.database, steps)
            try expectAgreement(on: store.filesNow)
            try store.reopenAfterKill()
            try expectAgreement(on: store.closedFiles())
        }
    }

    @Test func `killed and recovered stores read the same, with equal commit and digest`() throws {
        let store = try TestStore()
        try Workload.run(0..<4, on: store)
        try expectAgreement(on: store.filesNow)
        try store.reopenAfterKill()
        #expect(store.database.recovery != nil)
        try Workload.run(4..<6, on: store)
        try store.reopenAfterKill()
        try store.reopenAfterKill()
        try expectAgreement(on: store.filesNow)
        try Workload.run(6..<7, on: store)
        let snapshot = try store.database.snapshot()
        try IndependentReader.withFiles(store.closedFiles()) { path in
            let summary = try ReaderSummary(path)
            #expect(summary.lastCommit == snapshot.commit.rawValue)
            #expect(summary.digest == snapshot.digest.rawValue.hex)
            #expect(summary.isClean == true)
            #expect(summary.endings == ["cut", "cut", "active"])
            #expect(summary.origins == ["log", "recovered", "recovered"])
        }
        try expectAgreement(on: store.filesNow)
    }

    @Test func `both readers ignore an unfinished change at the end`() throws {
        let store = try TestStore()
        try Workload.run(0..<3, on: store)
        var files: [String: [UInt8]] = [:]
        try Workload.fail(store) { files = store.filesNow }
        let dump = try expectAgreement(on: files)
        #expect(!dump.contains("never"))
        let recovered = try TestStore(files: MemoryFileSystem(TestStore.path, files: files))
        #expect(recovered.filesNow.keys.contains("00000001.torn"))
        try Workload.run(3..<5, on: recovered)
        try expectAgreement(on: recovered.closedFiles())
    }

    @Test func `a torn tail is reported and not read`() throws {
        let store = try TestStore()
        try Workload.run(0..<4, on: store)
        var files = store.filesNow
        let bytes = try #require(files["00000001.seg"])
        let end = bytes.withView(\.countWithoutTrailingZeros)
        for (keeping, lastCommit) in [(end - 9, 3), (end, 4)] as [(Int, UInt64)] {
            let garbage = [UInt8](repeating: 0x5A, count: 77)
            files["00000001.seg"] = Array(bytes.prefix(keeping)) + garbage
            try expectAgreement(on: files, notes: "note: torn tail")
            try IndependentReader.withFiles(files) { path in
                let summary = try ReaderSummary(path)
                #expect(summary.lastCommit == lastCommit)
                #expect(summary.isClean == false)
                #expect((summary.tornBytes ?? 0) >= 77)
            }
        }
        let recovered = try TestStore(files: MemoryFileSystem(TestStore.path, files: files))
        try Workload.run(4..<6, on: recovered)
        try expectAgreement(on: recovered.closedFiles())
    }

    @Test(arguments: [false, true])
    func `a segment with inserted or lost bytes is torn or damaged for both`(
        isClosed: Bool
    ) throws {
        let store = try TestStore()
        try Workload.run(0..<6, on: store)
        let files = isClosed ? try store.closedFiles() : store.filesNow
        let bytes = try #require(files["00000001.seg"])
        let end = bytes.withView(\.countWithoutTrailingZeros)
        var verdicts: Set<Bool> = []
        for place in Scale.some(6, of: SegmentHeaderFields.size..<end - 512) {
            for changed in [
                bytes.inserting(13, at: place), bytes.losing(1, at: place),
                bytes.losing(512, at: place),
            ] {
                var files = files
                files["00000001.seg"] = changed
                let fileSystem = MemoryFileSystem(TestStore.path, files: files)
                let store = try? Database(
                    at: TestStore.path, options: .readOnly, fileSystem: fileSystem)
                verdicts.insert(store != nil)
                try IndependentReader.withFiles(files) { path in
                    let result = try IndependentReader.run(path)
                    #expect((result.status == 0) == (store != nil), "\(place): \(result.errors)")
                }
            }
        }
        #expect(verdicts.contains(false))
    }

    @Test func `compacted stores read the same, also after more changes and a recovery`() throws {
        let store = try TestStore(segmentSizeNominal: 8192)
        try Workload.run(0..<20, on: store)
        let before = try store.contents()
        _ = try store.database.compact()
        try expectAgreement(on: store.filesNow)
        try Workload.run(20..<30, on: store)
        try expectAgreement(on: store.filesNow)
        _ = try store.database.compact()
        _ = try store.database.compact()
        try expectAgreement(on: store.filesNow)
        try Workload.run(30..<33, on: store)
        try store.reopenAfterKill()
        #expect(try store.contents() != before)
        let files = try store.closedFiles()
        try IndependentReader.withFiles(files) { path in
            let summary = try ReaderSummary(path)
            #expect(summary.endings.suffix(2) == ["cut", "active"])
            #expect(Set(summary.endings.dropLast(2)) == ["compacted"])
        }
        try expectAgreement(on: files)
    }

    @Test func `partly compacted stores with tombstones read the same`() throws {
        let store = try TestStore(segmentSizeNominal: 2048)
        try Workload.run(0..<20, on: store)
        var keepsTombstones = false
        for first in 0..<6 {
            // The newest segment has the tombstones of rows that are still free.
            let count = try store.database.statistics().segments.count - 1
            let victim = count - 1 - first % 3
            try store.database.compact(segments: victim..<min(victim + 1 + first % 2, count))
            keepsTombstones =
                try keepsTombstones
                || store.database.statistics().segments.contains {
                    $0.ending == .compacted && $0.usage.tombstones > 0
                }
            try expectAgreement(on: store.filesNow)
            try Workload.run(Int64(20 + first)..<Int64(21 + first), on: store)
            try expectAgreement(on: store.filesNow)
        }
        #expect(keepsTombstones)
    }

    @Test func `both readers use the former manifest if that is correct, and only then`() throws {
        // One segment per commit: the segment that was just begun has none.
        let store = try TestStore(segmentSizeNominal: 1)
        try Workload.run(0..<5, on: store)
        var files = try store.closedFiles()
        files["manifest"]?[3] ^= 1
        try expectAgreement(on: files, notes: "manifest.old is taken")
        files["manifest"] = nil
        try expectAgreement(on: files, notes: "manifest.old is taken")
        let other = try TestStore(segmentSizeNominal: 8192)
        try Workload.run(0..<25, on: other)
        files = try other.closedFiles()
        files["manifest"] = nil
        try IndependentReader.withFiles(files) { path in
            let result = try IndependentReader.run(path)
            #expect(result.status == 1)
            #expect(result.errors.contains("commits, by manifest.old"), "\(result.errors)")
            #expect(throws: StoreError.self) { try Database(at: path, options: .readOnly) }
        }
    }

    @Test func `both readers refuse synced bytes that were changed`() throws {
        let store = try TestStore()
        try Workload.run(0..<3, on: store)
        var files = try store.closedFiles()
        files["00000001.seg"]?[1000] ^= 4
        try IndependentReader.withFiles(files) { path in
            let result = try IndependentReader.run(path)
            #expect(result.status == 1)
            #expect(result.output == "")
            #expect(result.errors.contains("00000001.seg"), "\(result.errors)")
            let error = #expect(throws: StoreError.self) {
                try Database(at: path, options: .readOnly)
            }
            #expect(error?.code == .corrupt)
        }
    }

    @Test func `a checkpoint equals the log up to its commit`() throws {
        let store = try TestStore(segmentSizeNominal: 3000)
        try Workload.run(0..<9, on: store)
        try store.database.checkpoint()
        try expectAgreement(on: store.filesNow)
        try Workload.run(9..<14, on: store)
        try expectAgreement(on: store.filesNow)
        try store.reopen()
        try Workload.run(14..<20, on: store)
        try store.database.checkpoint()
        try expectAgreement(on: store.closedFiles())
    }

    @Test func `index keys of every type are as the document specifies`() throws {
        let store = try TestStore()
        let ordered = EveryType.attributes.filter { attribute in
            switch attribute.type {
            case .scalar, .string, .data: true
            case .json, .array: false
            }
        }.map(\.name)
        let pairs = zip(ordered, ordered.dropFirst()).map { NamedIndex([$0, $1]) }
        // Unique attributes may have any type, and arrays and JSON have indexes of their elements.
        let all = EveryType.attributes.map(\.name).filter { $0 != EveryType.idName }
        let alone = EveryType.attributes.map { NamedIndex([$0.name]) }
        let uniques = stride(from: 0, to: all.count - 2, by: 3).map {
            NamedIndex.unique([EveryType.idName] + all[$0..<$0 + 3])
        }
        try store.database.performChanges { changes in
            try changes.define(
                "Everything", attributes: EveryType.attributes, id: EveryType.idName,
                indexes: alone + pairs + uniques)
            for number in 0..<40 {
                try changes.insert(EveryType.values(number), into: "Everything")
            }
        }
        try store.database.checkpoint()
        let dump = try expectAgreement(on: store.closedFiles())
        #expect(dump.contains("\"indexes\":[{\"attributes\":["))
    }
}
