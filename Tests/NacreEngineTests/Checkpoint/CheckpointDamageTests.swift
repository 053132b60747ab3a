import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// A checkpoint is a cache: whatever happens to its file, a store opens to the same state, or is
/// refused if the log itself is incomplete.
@Suite struct CheckpointDamageTests {
    /// Makes a closed store with a checkpoint and a commit after it. It is small, with all kinds of
    /// sections.
    static func makeFiles() throws -> [String: [UInt8]] {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try TestStore.defineNamed("City", in: changes)
            for id in 0..<9 as Range<Int64> {
                try changes.insert([.int(id), .string("city \(id)")], into: "City")
            }
        }
        try store.database.performChanges { _ = try $0.delete(.int(3), from: "City") }
        try store.database.checkpoint()
        try store.database.performChanges { changes in
            try changes.update([.int(4), .string("Bern")], of: "City")
            _ = try changes.insert([.int(20), .string("city 4")], into: "City")
        }
        try store.database.close()
        return store.fileContents
    }

    static let name = "00000001.ckp"

    @Test func `a flipped byte has no effect except on time`() throws {
        let files = try Self.makeFiles()
        let (expected, problem) = try StoreState.read(files, usingCheckpoint: true)
        #expect(problem == nil)
        let bytes = try #require(files[Self.name])
        for place in bytes.indices {
            var damaged = files
            damaged[Self.name]?[place] ^= 1 << UInt8(place % 8)
            let (state, problem) = try StoreState.read(damaged, usingCheckpoint: true)
            #expect(state == expected, "byte \(place)")
            #expect(problem != nil, "byte \(place) was not noticed")
        }
    }

    @Test func `a cut, longer, empty or missing file has no effect`() throws {
        let files = try Self.makeFiles()
        let (expected, _) = try StoreState.read(files, usingCheckpoint: true)
        let bytes = try #require(files[Self.name])
        for count in 0..<bytes.count {
            var damaged = files
            damaged[Self.name] = Array(bytes.prefix(count))
            let (state, problem) = try StoreState.read(damaged, usingCheckpoint: true)
            #expect(state == expected, "cut to \(count)")
            #expect(problem != nil, "cut to \(count)")
        }
        var others = files
        others[Self.name] = bytes + [0]
        #expect(try StoreState.requireSame(others, "longer") != nil)
        others[Self.name] = nil
        #expect(try StoreState.requireSame(others, "missing") != nil)
    }

    /// A writer of files can also make their checksums right. Then the content may be wrong, but
    /// nothing stops the process.
    @Test func `a changed byte with correct checksums does not stop the process`() throws {
        let files = try Self.makeFiles()
        let bytes = try #require(files[Self.name])
        for place in bytes.indices {
            var forged = files
            forged[Self.name] = ForgedCheckpoint.withChecksums(bytes) { $0[place] ^= 0x55 }
            let database = try? Database(
                at: TestStore.path,
                fileSystem: MemoryFileSystem(TestStore.path, files: forged),
                environment: .repeatable())
            guard let database else { continue }
            _ = try? StoreState(database)
            for id in 0..<10 as Range<Int64> {
                _ = try? database.snapshot().find(.int(id), in: "City")
                _ = try? database.performChanges { changes in
                    _ = try changes.save([.int(id), .string("city \(id)")], in: "City")
                    _ = try changes.delete(.int(id + 1), from: "City")
                }
            }
        }
    }
}
