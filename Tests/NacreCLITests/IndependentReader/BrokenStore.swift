import NacreFormat
import NacreTestSupport

/// A store with correct checksums that breaks one sentence of Formats.md.
struct BrokenStore: Sendable {
    let name: String
    /// The field that the engine's error names.
    let field: String
    let files: [String: [UInt8]]

    /// Makes the header of the first segment and commit 1: schema, layout, one city. Synced.
    static func start() throws -> SegmentBuilder {
        let bern = try Samples.record([.int(7), .string("Bern"), .double(540.5)], row: 0)
        var builder = SegmentBuilder()
        builder.addCommit(schema: Samples.city, layout: Samples.cityLayout, author: "a") {
            $0.append(bern)
            return 1
        }
        builder.sync()
        return builder
    }

    /// Makes a store of one segment that continues after commit 1.
    static func log(
        _ name: String, _ field: String, _ body: (inout SegmentBuilder) throws -> Void
    ) rethrows -> BrokenStore {
        guard var builder = try? start() else { preconditionFailure("a sample cannot be made") }
        try body(&builder)
        return BrokenStore(
            name: name, field: field,
            files: ["manifest": Samples.manifest.encoded, "00000001.seg": builder.bytes])
    }

    /// Makes a store of a compacted segment 1 with these runs, and an empty active segment 2.
    /// - Parameter change: Makes the manifest wrong.
    static func compacted(
        _ name: String, _ field: String, frames: (inout SegmentBuilder) -> Void,
        change: (inout Manifest) -> Void = { _ in }
    ) -> BrokenStore {
        var builder = SegmentBuilder(origin: .compacted)
        frames(&builder)
        let summary = SegmentContent(builder.bytes)
        builder.seal(at: summary.lastCommit)
        var manifest = Samples.manifest
        manifest.segments = [
            Manifest.Segment(
                number: SegmentNumber(1), ending: .compacted, length: UInt64(builder.bytes.count),
                firstCommit: summary.firstCommit, lastCommit: summary.lastCommit,
                purgedAsOf: CommitNumber(0), digest: summary.digest)
        ]
        manifest.active = SegmentNumber(2)
        change(&manifest)
        let active = SegmentBuilder(number: 2, lastCommitBefore: summary.lastCommit.rawValue)
        return BrokenStore(
            name: name, field: field,
            files: [
                "manifest": manifest.encoded, "00000001.seg": builder.bytes,
                "00000002.seg": active.bytes,
            ])
    }
}

/// The statements of a seal about a segment, read from its bytes.
struct SegmentContent {
    private(set) var firstCommit = CommitNumber(0)
    private(set) var lastCommit = CommitNumber(0)
    private(set) var records: UInt64 = 0
    private(set) var digest: UInt32 = 0

    init(_ bytes: [UInt8]) {
        bytes.withView { view in
            guard let header = try? SegmentHeader.decode(view) else { return }
            var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
            var crc = CRC32C()
            while case .frame(let frame) = scanner.next() {
                crc.add(frame.headerBytes)
                if frame.header.flags.contains(.last) { add(frame.header.commit) }
                if frame.header.kind == .records { records += UInt64(frame.header.count) }
                if frame.header.kind == .compacted { addRuns(frame) }
            }
            digest = crc.value
        }
    }

    private mutating func addRuns(_ frame: Frame) {
        var reader = ByteReader(frame.payload, structure: "run")
        while let (run, _) = try? Run.decode(&reader) {
            add(run.commit)
            records += UInt64(run.records)
        }
    }

    private mutating func add(_ commit: CommitNumber) {
        firstCommit = firstCommit == CommitNumber(0) ? commit : min(firstCommit, commit)
        lastCommit = max(lastCommit, commit)
    }
}

extension SegmentBuilder {
    /// Adds a seal that agrees with the bytes before it.
    mutating func seal(at commit: CommitNumber) {
        let content = SegmentContent(bytes)
        add(.seal, change: { $0.commit = commit }) { buffer in
            Seal(
                firstCommit: content.firstCommit, lastCommit: content.lastCommit,
                records: content.records, tombstones: 0, digest: content.digest
            ).encode(into: buffer)
        }
    }

    /// Adds the last part of commit 2, usually the only one, with these bytes as records and the
    /// digest of records with these CRCs.
    mutating func addLastPart(
        _ part: UInt32 = 0, count: UInt32 = 1, crcs: [UInt32], digest: CommitDigest? = nil,
        _ bytes: [UInt8]
    ) {
        var crc = CRC32C()
        for record in crcs { crc.add(record) }
        let former = lastDigest
        add(.records) { header in
            header.commit = CommitNumber(2)
            header.part = part
            header.flags = part == 0 ? [.first, .last] : .last
            header.count = count
        } payload: { buffer in
            buffer.append(bytes)
            buffer.append(
                (digest ?? CommitDigest(records: crc.value, after: former)).rawValue)
        }
    }

    /// The digest of the last commit.
    private var lastDigest: CommitDigest {
        bytes.withView { view in
            var digest = CommitDigest.none
            guard let header = try? SegmentHeader.decode(view) else { return digest }
            var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
            while case .frame(let frame) = scanner.next() { digest = frame.digest ?? digest }
            return digest
        }
    }

    /// Adds a compacted frame of empty runs.
    mutating func addRuns(_ runs: (commit: UInt64, digest: UInt64)...) {
        let newest = runs.map(\.commit).max() ?? 0
        add(.compacted) { header in
            header.commit = CommitNumber(newest)
            header.count = UInt32(runs.count)
        } payload: { buffer in
            for run in runs {
                Run(
                    commit: CommitNumber(run.commit), time: 0, digest: CommitDigest(run.digest),
                    length: 0, records: 0
                ).encode(into: buffer)
            }
        }
    }

    mutating func addReplaces() {
        add(.replaces, payload: { Replaces(sources: []).encode(into: $0) })
    }
}
