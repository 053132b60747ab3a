import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Segments that have gained or lost bytes, as copies made by text tools have, and copies from
/// disks with bad sectors: the frames after such a place are intact, but displaced.
@Suite struct DisplacedFrameTests {
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable ([UInt8], Int) -> [UInt8]
        /// The number of bytes of the sound file that it touches.
        let count: Int
    }

    static let changes = [
        Change(testDescription: "one byte inserted", apply: { $0.inserting(13, at: $1) }, count: 0),
        Change(testDescription: "one byte lost", apply: { $0.losing(1, at: $1) }, count: 1),
        Change(testDescription: "a word lost", apply: { $0.losing(4, at: $1) }, count: 4),
        Change(testDescription: "a sector lost", apply: { $0.losing(512, at: $1) }, count: 512),
        Change(testDescription: "a byte moved", apply: { $0.moving(at: $1, by: 90) }, count: 91),
    ]

    /// Opens the store with another active segment in both ways, verifies and salvages it.
    /// - Returns: The result of the salvage.
    static func expectDamage(
        _ files: [String: [UInt8]], _ name: String, _ segment: [UInt8],
        _ comment: @autoclosure () -> String
    ) throws -> SalvageFixture.Outcome {
        var files = files
        files[name] = segment
        for options in [Database.Options.readOnly, Database.Options()] {
            let fileSystem = MemoryFileSystem(TestStore.path, files: files)
            let error = #expect(throws: StoreError.self) {
                _ = try Database(at: TestStore.path, options: options, fileSystem: fileSystem)
            }
            try require(error?.code == .corrupt, "\(comment()): \(String(describing: error))")
            try require(
                fileSystem.contents(of: TestStore.path) == files, "\(comment()): files changed")
        }
        let report = try IntegrityCheckerTests.check(files)
        try require(!report.isSound, "\(comment()): verified as sound")
        return try SalvageFixture.salvage(files)
    }

    @Test(arguments: changes)
    func `a displacement before synced commits is damage, and they are salvaged`(
        change: Change
    ) throws {
        let unclean = try TornTailTests.uncleanStore(commits: 16, objects: 3)
        let last = unclean.ends.count - 1
        // The last two commits are intact.
        let end = unclean.ends[last - 2] - change.count
        for place in Scale.some(100, of: SegmentHeaderFields.size..<end) {
            let outcome = try Self.expectDamage(
                unclean.files, TornTailTests.Unclean.segment,
                change.apply(unclean.segment, place), "\(change.testDescription) at \(place)")
            // Without the definitions in the first commit, no record can be read.
            guard place >= unclean.ends[1] else { continue }
            for (id, values) in unclean.states[last] {
                guard case .string(let name) = values[1],
                    let commit = Int(name.dropFirst("city ".count))
                else { continue }
                let isHit =
                    place + change.count > unclean.ends[commit - 1] && place < unclean.ends[commit]
                #expect(
                    isHit || outcome.cities[id] == values,
                    "\(name) was lost, \(change.testDescription) at \(place)")
            }
        }
    }

    /// Each session has its own salt, which is in its open frame.
    @Test(arguments: changes)
    func `any displacement in a log that was closed cleanly is damage`(change: Change) throws {
        let store = try TestStore()
        for session in 0..<5 {
            for commit in 0..<2 {
                try CompactionTests.save(
                    0..<3, "session \(session), commit \(commit)", in: store.database)
            }
            try store.reopen()
        }
        try store.database.close()
        let files = store.files.contents(of: TestStore.path)
        let segment = files[TornTailTests.Unclean.segment] ?? []
        let close = segment.count - FrameHeaderFields.size
        for place in Scale.some(100, of: SegmentHeaderFields.size..<close - change.count) {
            let outcome = try Self.expectDamage(
                files, TornTailTests.Unclean.segment, change.apply(segment, place),
                "\(change.testDescription) at \(place)")
            if place > segment.count / 2, place + change.count < segment.count * 3 / 4 {
                #expect(
                    outcome.cities[.int(0)]?[1] == .string("session 4, commit 1 0"),
                    "\(change.testDescription) at \(place)")
            }
        }
    }

    @Test func `one whole frame after a displacement proves nothing`() throws {
        let unclean = try TornTailTests.uncleanStore(commits: 6)
        // In the header of the last frame but one.
        let place = unclean.ends[4] + 20
        #expect(try TornTailTests.open(unclean, unclean.segment.inserting(7, at: place)) == 4)
    }

    // MARK: Values that look like frames

    private static let archive = "Archive"

    private static func keep(_ bytes: [UInt8], in database: Database) throws {
        try database.performChanges { changes in
            if changes.catalog[archive] == nil {
                try changes.define(
                    archive,
                    attributes: [
                        AttributeSchema(
                            id: AttributeID(1), name: "id", type: .scalar(.int64),
                            isNullable: false),
                        AttributeSchema(
                            id: AttributeID(2), name: "bytes", type: .data, isNullable: false),
                    ], id: "id")
            }
            try changes.save([.int(1), .data(bytes)], in: archive)
        }
    }

    /// The copy is of a later state than the store's, as after a restore: its frames have the
    /// store's salts, intact payloads and chains, and watermarks far after the torn place.
    @Test(arguments: [0, 70_000])
    func `a value with a copy of the store's files does not make a torn tail damage`(
        padding: Int
    ) throws {
        let name = TornTailTests.Unclean.segment
        let store = try TestStore()
        try CompactionTests.save(0..<3, "early", in: store.database)
        try store.database.close()
        let early = store.files.contents(of: TestStore.path)
        try store.reopenAfterKill()
        for number in 0..<40 {
            try CompactionTests.save(0..<9, "later \(number)", in: store.database)
        }
        try store.database.close()
        let later = store.files.contents(of: TestStore.path)[name] ?? []
        let restored = try TestStore(
            files: MemoryFileSystem(TestStore.path, files: early), seed: 2)
        try CompactionTests.save(0..<3, "restored", in: restored.database)
        let start = restored.files.contents(of: TestStore.path)[name]?
            .withView(\.countWithoutTrailingZeros)
        // At any alignment.
        try Self.keep([1] + later + [UInt8](repeating: 1, count: padding), in: restored.database)
        let files = restored.files.contents(of: TestStore.path)
        let bytes = files[name] ?? []
        let end = bytes.withView(\.countWithoutTrailingZeros)
        let frame = try #require(start) + FrameHeaderFields.size
        for place in Scale.share(of: stride(from: frame, to: end, by: 501).map { $0 }) {
            for torn in [bytes.flipping(bit: place * 8), Array(bytes.prefix(place))] {
                var files = files
                files[name] = torn
                let report = try IntegrityCheckerTests.check(files)
                #expect(report.isSound, "torn at \(place): \(report.defects)")
                let store = try TestStore(
                    files: MemoryFileSystem(TestStore.path, files: files), seed: 3)
                let cities = try store.contents()[CityEntity.name]
                #expect(cities?[.int(0)]?[1] == .string("restored 0"), "torn at \(place)")
            }
        }
    }
}
