import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// A log that ends anywhere: the store opens in the state at a commit boundary, the surviving
/// commits are reported, and nothing that a later frame states as synced is dropped.
@Suite struct TornTailTests {
    /// A store of several commits that was never closed, the state after each, and its files.
    struct Unclean {
        var files: [String: [UInt8]]
        /// The states, by commit number.
        var states: [[Value: [Value]]] = [[:]]
        /// The end of each commit in the active segment, by commit number.
        var ends: [Int] = [SegmentHeaderFields.size]
        static let segment = FileName.segment(SegmentNumber(1))

        var segment: [UInt8] { files[Self.segment] ?? [] }
    }

    static func uncleanStore(commits: Int, objects: Int = 2) throws -> Unclean {
        let store = try TestStore()
        var unclean = Unclean(files: [:])
        for number in 1...commits {
            try store.database.performChanges(author: "test", note: "commit \(number)") { changes in
                if number == 1 { try CityEntity.define(in: changes) }
                for index in 0..<objects {
                    let id = Int64((number * 7 + index * 3) % 11)
                    try changes.save(
                        CityEntity.values(id, "city \(number)", population: Int64(number)),
                        in: CityEntity.name)
                }
                if number % 3 == 0 {
                    try changes.delete(.int(Int64(number * 7 % 11)), from: CityEntity.name)
                }
            }
            unclean.states.append(try store.contents()[CityEntity.name] ?? [:])
            let bytes = store.files.contents(of: TestStore.path)[Unclean.segment] ?? []
            unclean.ends.append(bytes.withView(\.countWithoutTrailingZeros))
        }
        unclean.files = store.files.contents(of: TestStore.path)
        return unclean
    }

    /// Opens the store with another active segment, and compares its content with the states.
    /// - Returns: The commit that it opened at.
    static func open(_ unclean: Unclean, _ segment: [UInt8]) throws -> Int {
        var files = unclean.files
        files[Unclean.segment] = segment
        let fileSystem = MemoryFileSystem(TestStore.path, files: files)
        // A reader first: it sees the same content, and changes no byte.
        let reader = try Database(at: TestStore.path, options: .readOnly, fileSystem: fileSystem)
        let seen = try TestStore.contents(of: reader.snapshot())[CityEntity.name] ?? [:]
        try requireEqual(
            fileSystem.contents(of: TestStore.path), files, "bytes after opening for reading")
        let store = try TestStore(files: fileSystem)
        let commit = Int(try store.database.snapshot().commit.rawValue)
        let contents = try store.contents()[CityEntity.name] ?? [:]
        try requireEqual(contents, unclean.states[commit], "objects at commit \(commit)")
        try requireEqual(seen, contents, "objects opened for reading")
        try requireEqual(
            try reader.snapshot().digest, try store.database.snapshot().digest, "digests")
        try goOn(store, from: commit, contents)
        return commit
    }

    /// Checks that a recovered store takes changes, and opens again, cleanly.
    static func goOn(
        _ store: TestStore, from commit: Int, _ contents: [Value: [Value]]
    ) throws {
        var contents = contents
        try store.database.performChanges { changes in
            if commit == 0 { try CityEntity.define(in: changes) }
            let values = CityEntity.values(1000, "after")
            try changes.insert(values, into: CityEntity.name)
            contents[.int(1000)] = values
        }
        try store.checkIntegrity()
        try store.reopenAfterKill()
        try requireEqual(try store.contents()[CityEntity.name], contents, "after a second crash")
        try store.reopen()
        try requireEqual(try store.contents()[CityEntity.name], contents, "after closing")
        try require(store.database.recovery == nil, "a clean store needed recovery")
        try store.checkIntegrity()
    }

    @Test func `every cut in the last commits of the log opens at the commit before it`() throws {
        let unclean = try Self.uncleanStore(commits: 6)
        let start = unclean.ends[unclean.ends.count - 3]
        let end = unclean.ends[unclean.ends.count - 1]
        for cut in Scale.share(of: start...end) {
            let commit = try Self.open(unclean, Array(unclean.segment.prefix(cut)))
            let whole = unclean.ends.lastIndex { $0 <= cut } ?? 0
            #expect(commit == whole, "cut at \(cut)")
        }
    }

    @Test func `zeros from any place to the end act like a cut at that place`() throws {
        let unclean = try Self.uncleanStore(commits: 4)
        let start = unclean.ends[unclean.ends.count - 3]
        let end = unclean.ends[unclean.ends.count - 1]
        for cut in Scale.share(of: start..<end) {
            var segment = unclean.segment
            for index in cut..<segment.count { segment[index] = 0 }
            let commit = try Self.open(unclean, segment)
            // A commit whose last bytes are zeros anyway is whole without them.
            let whole = unclean.ends.lastIndex { $0 <= cut } ?? 0
            #expect(
                commit == whole
                    || unclean.segment[cut..<unclean.ends[commit]].allSatisfy { $0 == 0 })
        }
    }

    @Test func `garbage after the last commit is cut off, saved and reported`() throws {
        let unclean = try Self.uncleanStore(commits: 3)
        let garbage = (0..<777).map { UInt8(truncatingIfNeeded: $0 &* 37 | 1) }
        var files = unclean.files
        files[Unclean.segment] = Array(unclean.segment.prefix(unclean.ends[3])) + garbage
        let fileSystem = MemoryFileSystem(TestStore.path, files: files)
        let store = try TestStore(files: fileSystem)
        #expect(store.database.recovery?.tornBytes == garbage.count)
        #expect(store.database.recovery?.lastCommit == 3)
        let torn = fileSystem.contents(of: TestStore.path)[FileName.torn(SegmentNumber(1))]
        #expect(torn == garbage)
    }

    @Test func `a changed byte below the watermark is corruption, and files are unchanged`() throws
    {
        let unclean = try Self.uncleanStore(commits: 4)
        // Commit 4's frame states that everything before it was synced.
        for offset in stride(from: SegmentHeaderFields.size, to: unclean.ends[3], by: 3) {
            var files = unclean.files
            files[Unclean.segment]?[offset] ^= 0x40
            let fileSystem = MemoryFileSystem(TestStore.path, files: files)
            let error = #expect(throws: StoreError.self, "offset \(offset)") {
                try TestStore(files: fileSystem)
            }
            #expect(error?.code == .corrupt || error?.code == .unsupportedFormat)
            #expect(error?.file?.hasSuffix(Unclean.segment) == true)
            #expect(error?.offset != nil)
            var after = fileSystem.contents(of: TestStore.path)
            after[FileName.lock] = nil
            files[FileName.lock] = nil
            #expect(after == files)
        }
    }

    @Test func `a changed byte in the last commit makes a torn tail, never a partial read`() throws
    {
        let unclean = try Self.uncleanStore(commits: 3)
        for offset in unclean.ends[2]..<unclean.ends[3] {
            var segment = unclean.segment
            segment[offset] ^= 0x10
            #expect(try Self.open(unclean, segment) == 2, "offset \(offset)")
        }
    }

    @Test func `random cuts and flips of random logs open at a commit or are refused`() {
        struct Damage: Sendable {
            let commits: Int
            let objects: Int
            let cut: Int
            let flip: Int?
        }
        let damage = Generator<Damage> { choices throws(Rejection) in
            Damage(
                commits: try choices.draw(.integer(in: 1...8)),
                objects: try choices.draw(.integer(in: 1...5)),
                cut: try choices.draw(.integer(in: 0...4000)),
                flip: try choices.draw(.optional(.integer(in: 128...4000))))
        }
        property("damaged logs", runs: 80, damage) { damage in
            let unclean = try Self.uncleanStore(commits: damage.commits, objects: damage.objects)
            var segment = unclean.segment
            let cut = max(SegmentHeaderFields.size, (unclean.ends.last ?? 0) - damage.cut)
            segment = Array(segment.prefix(cut))
            if let flip = damage.flip, flip < segment.count { segment[flip] ^= 1 }
            do {
                _ = try Self.open(unclean, segment)
            } catch let error as StoreError {
                try require(error.code == .corrupt, "\(error)")
                try require(damage.flip != nil, "a cut alone was refused: \(error)")
            }
        }
    }
}
