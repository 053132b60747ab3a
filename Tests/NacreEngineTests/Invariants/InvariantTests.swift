import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Breaks each numbered invariant once. The check must name the type and the number.
@Suite struct InvariantTests {
    /// An invariant, with code that breaks it and runs its check.
    struct Case: Sendable, CustomTestStringConvertible {
        let type: String
        let number: Int
        let breakAndCheck: @Sendable () throws -> Void

        init(_ type: String, _ number: Int, _ breakAndCheck: @escaping @Sendable () throws -> Void)
        {
            self.type = type
            self.number = number
            self.breakAndCheck = breakAndCheck
        }

        var testDescription: String { "\(type), invariant \(number)" }
    }

    @Test(arguments: trees + nodes + pending + writing + files)
    func `a broken invariant is found and named`(_ broken: Case) {
        do {
            try broken.breakAndCheck()
            Issue.record("not found")
        } catch let error as BrokenInvariant {
            #expect(error.type == broken.type && error.number == broken.number, "\(error)")
        } catch let error as FileError {
            #expect(error.cause?.hasPrefix("\(broken.type), invariant \(broken.number): ") == true)
            #expect(error.reason == .brokenInvariant)
        } catch let error as StoreError {
            #expect(error.cause?.hasPrefix("\(broken.type), invariant \(broken.number): ") == true)
            #expect(error.code == .internal)
        } catch {
            Issue.record("\(error)")
        }
    }

    // MARK: Trees

    /// Checks a tree of two leaves after a change of its nodes.
    private static func checkTree(_ change: (inout Tree, Node) throws -> Void) throws {
        let pool = NodePool(slabs: NodeSlabs())
        var tree = Tree()
        for key in 0..<100 {
            tree.insert(TreeEntry(key: UInt64(key) * 10, row: UInt32(key)), pool: pool)
        }
        try tree.checkInvariants()
        try change(&tree, #require(tree.rootNode))
        try tree.checkInvariants()
    }

    static let trees = [
        Case("Tree", 1) {
            try checkTree { _, root in root.child(0).setEntry(0, TreeEntry(key: 15, row: 0)) }
        },
        Case("Tree", 2) { try checkTree { _, root in root.child(1).level = 1 } },
        Case("Tree", 2) { try checkTree { _, root in root.child(1).count = 0 } },
        Case("Tree", 2) { try checkTree { tree, _ in tree.setRoot(nil, count: 100) } },
        Case("Tree", 3) {
            try checkTree { _, root in
                root.setChild(
                    1, root.child(1), count: root.childCount(1),
                    separator: TreeEntry(key: 0, row: 0))
            }
        },
        Case("Tree", 3) {
            try checkTree { _, root in
                root.setChild(
                    1, root.child(1), count: root.childCount(1),
                    separator: TreeEntry(key: .max, row: 0))
            }
        },
        Case("Tree", 4) {
            try checkTree { tree, root in tree.setRoot(root, count: tree.count + 1) }
        },
        Case("Tree", 4) {
            try checkTree { _, root in root.setChild(1, root.child(1), count: 1) }
        },
        Case("RowTable", 1) {
            var rows = RowTable()
            rows.breakInvariant(1)
            try rows.checkInvariants()
        },
        Case("RowTable", 2) {
            let pool = NodePool(slabs: NodeSlabs())
            var rows = RowTable()
            rows.set(1000, to: 1, pool: pool)
            try rows.checkInvariants()
            try #require(Node(address: rows.root)).level = 0
            try rows.checkInvariants()
        },
    ]

    // MARK: Nodes

    /// Checks a pool with a tree, garbage and a pending change after something was broken in it.
    private static func checkPool(_ number: Int) throws {
        let slabs = NodeSlabs()
        let pool = NodePool(slabs: slabs)
        var tree = Tree()
        for part in 0..<3 {
            for key in 0..<100 {
                tree.insert(TreeEntry(key: UInt64(part * 100 + key), row: 0), pool: pool)
            }
            pool.publish()
        }
        tree.insert(TreeEntry(key: 1000, row: 0), pool: pool)
        try pool.checkInvariants(reachable: [], [tree])
        pool.breakInvariant(number)
        try pool.checkInvariants(reachable: [], [tree])
    }

    static let nodes = [1, 2, 3, 5].map { number in
        Case("NodePool", number) { try checkPool(number) }
    }

    // MARK: The pending change

    private static func checkKeys(_ number: Int) throws {
        var table = KeyTable()
        for key in 0..<200 { table.insert(TreeEntry(key: UInt64(key * 37 % 200), row: 1)) }
        try table.checkInvariants()
        table.breakInvariant(number)
        try table.checkInvariants()
    }

    private static func checkEntries(_ number: Int) throws {
        var entries = PendingEntries()
        for key in [1, 2, 1] { entries.insert(TreeEntry(key: UInt64(key), row: 1)) }
        try entries.checkInvariants()
        entries.breakInvariant(number)
        try entries.checkInvariants()
    }

    private static func checkIndex(_ number: Int) throws {
        let head = IndexHead(NodePool(slabs: NodeSlabs()))
        head.insert(TreeEntry(key: 7, row: 1), isAwaited: true)
        #expect(head.current.count == 1)
        try head.checkInvariants()
        head.breakInvariant(number)
        try head.checkInvariants()
    }

    private static func checkRows(_ number: Int) throws {
        var (allocator, end) = (RowAllocator(), UInt32(0))
        for commit in 1...3 {
            let row = allocator.take(end: &end)
            allocator.giveBack(try #require(row))
            allocator.commit(CommitNumber(UInt64(commit)))
        }
        allocator.release(through: CommitNumber(1))
        try allocator.checkInvariants(RowTable())
        allocator.breakInvariant(number)
        try allocator.checkInvariants(RowTable())
    }

    private static func checkUsage(_ number: Int) throws {
        var usage = StoreUsage()
        for segment in 1...2 { usage.add(SegmentUsage(SegmentNumber(UInt32(segment)))) }
        try usage.checkInvariants([], .empty)
        usage.breakInvariant(number)
        try usage.checkInvariants([], .empty)
    }

    static let pending =
        [1, 2, 3].map { number in Case("KeyTable", number) { try checkKeys(number) } }
        + [1, 2].map { number in Case("PendingEntries", number) { try checkEntries(number) } }
        + [1, 2].map { number in Case("IndexHead", number) { try checkIndex(number) } }
        + [1, 2, 3].map { number in Case("RowAllocator", number) { try checkRows(number) } }
        + [1, 2].map { number in Case("StoreUsage", number) { try checkUsage(number) } }

    // MARK: The writer

    /// Calls `body` with the writer of a store of a few segments.
    private static func withWriter(_ body: (Writer) throws -> Void) throws {
        let store = try TestStore(segmentSizeNominal: 1500)
        for number in 0..<4 {
            let first = Int64(number * 10)
            try CompactionTests.save(first..<first + 10, "city", in: store.database)
        }
        try store.database.performChanges { changes in
            try TestStore.defineNamed("Named", in: changes)
            try changes.save([.int(1), .string("one")], in: "Named")
        }
        try store.database.withWriter { writer in
            try writer.checkInvariants(of: writer.newestVersion())
            try body(writer)
            writer.stop(StoreError(.internal, "a test has broken it"))
        }
    }

    /// Returns a version whose objects have other ids or other index entries.
    private static func version(
        of writer: Writer, _ change: (inout [EntityRoots], inout [Tree]) -> Void
    ) -> Version {
        let version = writer.newestVersion()
        var (roots, trees) = (version.roots, version.trees)
        change(&roots, &trees)
        let head = Version.Head(
            roots: roots, trees: trees, unbuilt: version.unbuilt, catalog: version.catalog)
        return Version(
            stamp: version.stamp, commit: version.commit, time: version.time,
            digest: version.digest, head: head, segments: version.segments, usage: version.usage,
            logEnd: version.logEnd, context: version.context, basis: version)
    }

    /// Returns a version with one id too many.
    private static func versionWithMoreIDs(of writer: Writer) -> Version {
        version(of: writer) { roots, _ in
            roots[1].ids.insert(TreeEntry(key: .max, row: 1 << 20), pool: writer.pool)
        }
    }

    private static func writeCheckpoint(_ version: Version) throws {
        let file = try MemoryFileSystem().openDirectory("folder", creating: true).create("file")
        let writer = CheckpointWriter(
            version, covered: [], keyProbe: 0, searches: [], file: file)
        _ = try writer.run()
    }

    static let writing = [
        Case("Writer", 3) {
            try withWriter { try $0.checkNext(CommitNumber($0.lastCommit.rawValue + 2)) }
        },
        Case("Version", 1) {
            try withWriter { try $0.checkInvariants(of: versionWithMoreIDs(of: $0)) }
        },
        Case("Version", 2) {
            try withWriter { writer in
                let version = version(of: writer) { _, trees in
                    trees[0].insert(TreeEntry(key: .max, row: 1 << 20), pool: writer.pool)
                }
                try writer.checkInvariants(of: version)
            }
        },
        Case("CheckpointWriter", 1) {
            try withWriter { writer in
                try writeCheckpoint(
                    version(of: writer) { _, trees in
                        trees[0].setRoot(trees[0].rootNode, count: trees[0].count + 1)
                    })
            }
        },
        Case("CheckpointWriter", 2) {
            try withWriter { try writeCheckpoint(versionWithMoreIDs(of: $0)) }
        },
    ]

    // MARK: Files

    private static func withOutput(_ number: Int) throws {
        let directory = try MemoryFileSystem().openDirectory("folder", creating: true)
        let header = SegmentHeader(
            number: SegmentNumber(1), storeID: StoreID(high: 1, low: 2), salt: 3, created: 4,
            origin: .compacted, predecessor: nil, lastCommitBefore: CommitNumber(0))
        let output = try CompactedSegment(header, in: directory, replacing: [], catalog: .empty)
        let buffer = ByteBuffer(capacity: 100)
        RecordEncoder.appendTombstone(
            row: RowNumber(1), layout: LayoutID(1), idKey: 1, to: buffer)
        let run = Run(
            commit: CommitNumber(1), time: 0, digest: .none, length: 0, records: 0)
        if number == 1 { output.breakInvariant(number) }
        _ = try output.append(RecordView(trusted: buffer.view), of: run)
        if number != 1 { output.breakInvariant(number) }
        try output.finish()
    }

    /// Checks the syncer of a store with two commits that wait for their sync.
    private static func checkSyncer(_ number: Int) throws {
        let store = try TestStore()
        try CompactionTests.save(0..<1, "city", in: store.database)
        for id in 1..<3 {
            var end: Position?
            try store.database.writeChanges(awaited: &end) { changes in
                try changes.save(CityEntity.values(Int64(id), "city \(id)"), in: CityEntity.name)
            }
        }
        let syncer = try #require(store.database.syncer)
        try syncer.checkInvariants()
        syncer.breakInvariant(number)
        try syncer.checkInvariants()
    }

    static let files =
        [1, 2, 3].map { number in Case("Syncer", number) { try checkSyncer(number) } }
        + [1, 2, 3, 4, 5].map { number in
            Case("Log", number) {
                try withWriter { writer in
                    if number == 5 {
                        let segments = writer.log.manifest.segments.map(\.number)
                        return try writer.log.checkNeighbors([segments[0], segments[2]])
                    }
                    writer.log.breakInvariant(number)
                    if number == 2 { return try writer.log.checkNamed(writer.log.active) }
                    try writer.log.checkInvariants()
                }
            }
        }
        + [2, 3, 4].map { number in
            Case("SegmentWriter", number) {
                try withWriter { writer in
                    writer.log.active.breakInvariant(number)
                    try writer.log.active.checkInvariants()
                }
            }
        }
        + [1, 2].map { number in
            Case("CompactedSegment", number) { try withOutput(number) }
        }
        + [Case("Compactor", 1) { try Compactor.checkOutputs(9, copies: 10) }]
}
