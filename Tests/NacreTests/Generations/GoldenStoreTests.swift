import Foundation
import Nacre
import Testing

/// Stores that programs of six generations have written, kept as files in Golden: those of today
/// must read them for ever. Set NACRE_WRITE_GOLDEN to write them anew, and look at what differs.
@Suite struct GoldenStoreTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Golden")

    /// A store in which each generation up to one has written.
    private static func written(through generation: Int) throws -> GenerationStore {
        let store = GenerationStore()
        for number in 1...generation { try store.write(as: number) }
        return store
    }

    private static func golden(_ generation: Int) throws -> GenerationStore {
        let folder = folder.appending(path: "generation\(generation)")
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path()) {
            files[name] = [UInt8](try Data(contentsOf: folder.appending(path: name)))
        }
        return GenerationStore(files: files)
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["NACRE_WRITE_GOLDEN"] != nil))
    func `write the golden stores`() throws {
        for generation in 1...6 {
            let store = try Self.written(through: generation)
            let folder = Self.folder.appending(path: "generation\(generation)")
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            for (name, bytes) in store.files where name != "lock" {
                // The zeros behind the log are no part of it.
                let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
                let kept = name.hasSuffix(".seg") ? Array(bytes[..<((end + 3) / 4 * 4)]) : bytes
                try Data(kept).write(to: folder.appending(path: name))
            }
        }
    }

    @Test(arguments: 1...6)
    func `the newest program reads what one of each generation wrote`(_ generation: Int) throws {
        try Self.golden(generation).check(through: generation)
    }

    @Test(arguments: 1...6)
    func `programs of all generations behind it open it in turn`(_ generation: Int) throws {
        let store = try Self.golden(generation)
        for later in generation...6 { try store.open(as: later).close() }
        try store.check(through: generation)
    }

    @Test func `a program of any later generation opens a store of any generation`() throws {
        for generation in 1...6 {
            for later in generation...6 {
                let store = try Self.golden(generation)
                try store.open(as: later).close()
                try store.check(through: generation)
            }
        }
    }

    @Test func `a program of an earlier generation is told that it is too old`() throws {
        for later in 2...6 {
            for earlier in 1..<later {
                let store = try Self.golden(later)
                let error = storeError { try store.open(as: earlier).close() }
                #expect(error?.code == .schemaMismatch, "\(earlier) of \(later)")
            }
        }
    }

    @Test func `the stores that are written today have the content of the golden ones`() throws {
        for generation in 1...6 {
            try Self.written(through: generation).check(through: generation)
        }
    }
}
