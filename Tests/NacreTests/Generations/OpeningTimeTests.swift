import Foundation
import Nacre
import NacreEngine
import NacreTestSupport
import Testing

/// A store on a disk, with a checkpoint, written by a program of the first generation and opened by
/// all later ones. Neither the time of opening nor the bytes written to the log grow with the
/// objects, unless a migration step visits them. NACRE_TEST_SCALE=500 makes 100,000 objects.
@Suite(.serialized) struct OpeningTimeTests {
    private static let few = Scale.count(100, factor: min(max(1, Scale.factor), 10))
    private static let many = Scale.count(200, factor: max(1, Scale.factor))
    /// The number of objects above which opening leaves building an index to the background.
    private static let indexedAtOnceMax = 20_000

    /// A store of the first generation in a directory of its own.
    private struct Disk: ~Copyable {
        let store: GenerationStore
        private let counting = CountingFileSystem(POSIXFileSystem())
        private let directory = FileManager.default.temporaryDirectory
            .appending(path: "nacre-\(UUID().uuidString)")

        init(count: Int) throws {
            store = GenerationStore(directory.path(), counting)
            try store.write(as: 1, count: count)
            let last = try store.open(as: 1)
            // This makes the log's last frame, which opening reads, a small one.
            try last.performChanges { changes in
                _ = try changes.update(Generation1.Member.self, 100) { $0.city = "Bergen" }
            }
            _ = try last.database.checkpoint()
            try last.close()
            _ = counting.takeBytesWritten()
        }

        deinit { try? FileManager.default.removeItem(at: directory) }

        /// Opens the store as a program does, and closes it.
        /// - Returns: The time of opening in milliseconds, and the bytes of log that both wrote.
        func open(
            _ open: (GenerationStore) throws -> Store
        ) throws -> (time: Double, bytes: Int) {
            var opened: Store?
            let time = try ContinuousClock().measure { opened = try open(store) }
            try opened?.close()
            let parts = time.components
            return (
                Double(parts.seconds) * 1000 + Double(parts.attoseconds) / 1e15,
                counting.takeBytesWritten()
            )
        }

        /// Changes a byte in the name of every object except the last written one.
        func damageObjects() throws -> Int {
            var count = 0
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path())
            let segments = names.filter { $0.hasSuffix(".seg") }.sorted()
            let text = Data("Ann Lee".utf8)
            // The newest segment with objects contains the object that is spared.
            var isLast = true
            for segment in segments.reversed() {
                let file = directory.appending(path: segment)
                var bytes = try Data(contentsOf: file)
                guard let last = bytes.range(of: text, options: .backwards) else { continue }
                let end = isLast ? last.lowerBound : bytes.endIndex
                isLast = false
                var start = bytes.startIndex
                while let found = bytes.range(of: text, in: start..<end) {
                    bytes[found.lowerBound] ^= 1
                    start = found.upperBound
                    count += 1
                }
                try bytes.write(to: file)
            }
            return count
        }
    }

    @Test func `no generation writes objects, however many there are`() throws {
        let few = try Disk(count: Self.few)
        let many = try Disk(count: Self.many)
        var lines: [String] = []
        for generation in 2...6 {
            let (small, large) = (
                try few.open { try $0.openPlain(as: generation) },
                try many.open { try $0.openPlain(as: generation) }
            )
            let again = try many.open { try $0.openPlain(as: generation) }
            lines.append(
                "generation \(generation): \(small.time) ms, \(large.time) ms, then \(again.time)"
                    + " ms; \(small.bytes) bytes, \(large.bytes) bytes, then \(again.bytes)")
            #expect(abs(small.bytes - large.bytes) < 256, "\(lines)")
            #expect(large.bytes < 16_384, "\(lines)")
        }
        try many.store.checkPlain(count: Self.many)
        print("\(Self.few) and \(Self.many) objects, in turn\n" + lines.joined(separator: "\n"))
    }

    @Test(arguments: 2...6)
    func `a program of any generation opens a store of the first one directly`(
        _ generation: Int
    ) throws {
        let few = try Disk(count: Self.few)
        let many = try Disk(count: Self.many)
        let (small, large) = (
            try few.open { try $0.openPlain(as: generation) },
            try many.open { try $0.openPlain(as: generation) }
        )
        print(
            "generations 1 to \(generation), \(Self.few) and \(Self.many) objects: \(small.time)"
                + " ms, \(large.time) ms; \(small.bytes) bytes, \(large.bytes) bytes")
        #expect(abs(small.bytes - large.bytes) < 256)
        try many.store.checkPlain(count: Self.many)
    }

    /// Only a migration step's own code knows its results: they are stored, so that the tool and
    /// programs without the plan see them as well.
    @Test func `a step that goes through objects does so only once`() throws {
        let disk = try Disk(count: Self.many)
        let first = try disk.open { try $0.open(as: 5) }
        let second = try disk.open { try $0.open(as: 5) }
        let last = try disk.open { try $0.open(as: 6) }
        print(
            "a step over \(Self.many) objects: \(first.time) ms, then \(second.time) and"
                + " \(last.time) ms; \(first.bytes) bytes")
        #expect(first.bytes > Self.many * 50)
        try disk.store.check(through: 1, count: Self.many)
    }

    /// Damage that is not read goes unnoticed. From the third generation on there is an index that
    /// the store lacks: over few objects it is built at once, which reads them.
    @Test(arguments: 2...(many > indexedAtOnceMax ? 6 : 2))
    func `opening reads no object`(_ generation: Int) throws {
        let disk = try Disk(count: Self.many)
        let damaged = try disk.damageObjects()
        #expect(damaged >= Self.many)
        let store = try disk.store.openPlain(as: generation)
        #expect(throws: StoreError.self) {
            switch generation {
            case 2: _ = try store.find(Generation2.Member.self, 101)
            case 3: _ = try store.find(Generation3.Member.self, 101)
            case 4: _ = try store.find(Generation4.Person.self, 101)
            case 5: _ = try store.find(Plain5.Person.self, 101)
            default: _ = try store.find(Plain6.Person.self, 101)
            }
        }
        // Builds with the engine's checks then detect the damage of a small store.
        try? store.close()
    }

    /// The checkpoint precedes the change of the schema, which is in the log after it.
    @Test func `opening after a change of the schema does not read objects either`() throws {
        let disk = try Disk(count: Self.many)
        #expect(try disk.damageObjects() >= Self.many)
        for _ in 0..<3 { try? disk.store.openPlain(as: 2).close() }
        let store = try disk.store.openPlain(as: 2)
        #expect(try store.count(Generation2.Member.all) == Self.many)
        #expect(throws: StoreError.self) { try store.find(Generation2.Member.self, 101) }
        try? store.close()
    }
}
