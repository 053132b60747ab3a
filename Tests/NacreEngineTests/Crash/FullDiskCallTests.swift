import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Calls that write several records or frames, on a disk that becomes full between them: each is
/// done completely or not at all, and the change continues.
@Suite struct FullDiskCallTests {
    struct Call: Sendable, CustomStringConvertible {
        let description: String
        let run: @Sendable (Changes) throws -> Void
    }

    static func long(_ letter: String) -> String { String(long: letter, count: 70_000) }

    static let calls = [
        Call(description: "insert") { changes in
            try changes.insert(
                CityEntity.values(7, long("c"), country: long("d")), into: CityEntity.name)
        },
        Call(description: "update") { changes in
            try changes.update(
                CityEntity.values(1, long("c"), country: long("d")), of: CityEntity.name)
        },
        Call(description: "update to short values") { changes in
            try changes.update(CityEntity.values(1, "c", country: "d"), of: CityEntity.name)
        },
        Call(description: "delete") { try $0.delete(.int(1), from: CityEntity.name) },
        Call(description: "define") { changes in
            try changes.define("Other", attributes: CityEntity.attributes, id: "id")
        },
        Call(description: "redefine") { changes in
            try changes.redefine(
                CityEntity.name, attributes: Array(CityEntity.attributes.dropLast()))
        },
    ]

    /// - Parameter fillers: The lengths of objects of the same change before the call, in bytes.
    /// - Returns: Whether the call found no space.
    static func run(_ call: Call, fillers: [Int]) throws -> Bool {
        let files = MemoryFileSystem()
        let plan = FailurePlan()
        let store = try Database(
            at: TestStore.path, options: .creating,
            fileSystem: FailingFileSystem(files, plan: plan), environment: .repeatable())
        try store.performChanges { changes in
            try CityEntity.define(in: changes)
            try changes.insert(
                CityEntity.values(1, long("a"), country: long("b")), into: CityEntity.name)
        }
        var expected: [String: [Value: [Value]]] = [:]
        var isFull = false
        try store.performChanges { changes in
            for (id, length) in fillers.enumerated() {
                let name = String(long: "x", count: length)
                try changes.insert(CityEntity.values(Int64(100 + id), name), into: CityEntity.name)
            }
            expected = try TestStore.contents(of: changes)
            plan.fillDisk(after: 0)
            do { try call.run(changes) } catch { isFull = true }
            plan.disarm()
            if !isFull { expected = try TestStore.contents(of: changes) }
            #expect(try TestStore.contents(of: changes) == expected)
        }
        #expect(try TestStore.contents(of: store.snapshot()) == expected)
        let copy = try TestStore(
            files: MemoryFileSystem(TestStore.path, files: files.contents(of: TestStore.path)))
        #expect(try copy.contents() == expected, "after a kill")
        try copy.checkIntegrity()
        return isFull
    }

    @Test(arguments: calls)
    func `a call without room leaves no trace`(call: Call) throws {
        // A part ends if the next record does not fit, and is written once 256 KiB are pending:
        // between the long values of a call, or between its tombstones and its other frames.
        let long = (1...12).map { Array(repeating: 43_000, count: $0) }
        let short = stride(from: 21_000, to: 22_100, by: 12).map { rest in
            Array(repeating: 60_000, count: 4) + [rest]
        }
        var failures = 0
        for fillers in Scale.share(of: long + short) where try Self.run(call, fillers: fillers) {
            failures += 1
        }
        #expect(failures > 0)
    }
}
