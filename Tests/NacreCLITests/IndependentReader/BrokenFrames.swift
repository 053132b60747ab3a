import NacreFormat
import NacreTestSupport

/// Stores with one valid frame whose content or position is not allowed.
enum BrokenFrames {
    static func all() throws -> [BrokenStore] {
        try headers() + places() + parts() + compacted() + manifests()
    }

    private static func headers() -> [BrokenStore] {
        [
            .log("a watermark above the frame", "watermark") { builder in
                builder.add(.confirm) { $0.watermark = Position(SegmentNumber(1), offset: 1 << 20) }
            },
            .log("a count where nothing is counted", "count") { builder in
                builder.add(.confirm) { $0.count = 1 }
            },
            .log("a confirm frame with a payload", "payload length") { builder in
                builder.add(.confirm, payload: { $0.append(UInt32(0)) })
            },
            .log("an abort of eight bytes", "payload length") { builder in
                builder.addOpenPart(0)
                builder.add(.abort, change: { $0.commit = CommitNumber(2) }) {
                    $0.append(UInt64(0))
                }
            },
            .log("another commit number than the last", "commit number") { builder in
                builder.add(.confirm) { $0.commit = CommitNumber(2) }
            },
            .log("a seal that does not agree", "seal") { builder in
                builder.add(.seal, payload: { $0.appendZeros(SealFields.size) })
            },
            .log("a part number where there are no parts", "flags") { builder in
                builder.add(.confirm) { $0.part = 3 }
            },
        ]
    }

    private static func places() -> [BrokenStore] {
        [
            .log("a run in a log segment", "kind") { $0.addRuns((1, 0)) },
            .log("a replaces frame in a log segment", "kind") { $0.addReplaces() },
            .log("a frame after a seal", "kind") { builder in
                builder.seal(at: CommitNumber(1))
                builder.add(.confirm)
            },
            .log("a confirm frame after a close frame", "kind") { builder in
                builder.add(.close)
                builder.add(.confirm)
            },
            .log("an open frame after a confirm frame", "kind") { builder in
                builder.add(.confirm)
                builder.add(.open) { $0.salt = 5 }
            },
        ]
    }

    private static func parts() throws -> [BrokenStore] {
        try [
            .log("an abort of nothing", "part") { builder in
                builder.addAbort(from: 0)
            },
            .log("an abort behind the last part", "part") { builder in
                builder.addOpenPart(0)
                builder.addAbort(from: 1)
            },
            .log("an abort of parts that were void already", "part") { builder in
                builder.addOpenPart(0)
                builder.addOpenPart(1)
                builder.addAbort(from: 1)
                builder.addAbort(from: 1)
            },
            .log("a part that counts void ones", "part") { builder in
                builder.addOpenPart(0)
                builder.addOpenPart(1)
                builder.addAbort(from: 1)
                builder.addOpenPart(2)
            },
            .log("a part 1 behind an abort of all parts", "part") { builder in
                builder.addOpenPart(0)
                builder.addAbort(from: 0)
                builder.addOpenPart(1)
            },
            .log("a digest over void records", "digest") { builder in
                let chur = try Samples.record([.int(8), .string("Chur"), .null], row: 1)
                builder.addOpenPart(0)
                builder.addOpenPart(1, count: 1, chur)
                builder.addAbort(from: 1)
                let crc = chur.withView { RecordView(trusted: $0).storedCRC }
                builder.addLastPart(1, count: 0, crcs: [crc], [])
            },
            .log("a part left out", "part") { builder in
                builder.addOpenPart(0)
                builder.add(.records) { header in
                    header.commit = CommitNumber(2)
                    header.part = 2
                }
            },
            .log("a first part within a commit", "part") { builder in
                builder.addOpenPart(0)
                builder.addOpenPart(0)
            },
            .log("a commit number left out", "commit number") { builder in
                builder.add(.records) { header in
                    header.commit = CommitNumber(3)
                    header.flags = .first
                }
            },
            .log("a prelude without a zero", "prelude") { builder in
                builder.add(.records) { header in
                    header.commit = CommitNumber(2)
                    header.flags = [.first, .last]
                    header.preludeLength = 4
                } payload: { buffer in
                    buffer.append([0x61, 0x61, 0x61, 0x61])
                    buffer.append(UInt64(0))
                }
            },
        ]
    }

    private static func compacted() -> [BrokenStore] {
        [
            .compacted("no replaces frame first", "kind") { $0.addRuns((1, 1)) },
            .compacted("a close frame in a compacted segment", "kind") { builder in
                builder.addReplaces()
                builder.add(.close)
            },
            .compacted("a watermark in a compacted segment", "watermark") { builder in
                builder.addReplaces()
                builder.add(.schema) {
                    $0.watermark = Position(SegmentNumber(1), offset: 128)
                } payload: {
                    Samples.city.encode(into: $0)
                }
            },
            .compacted("runs that descend", "commit of a run") { builder in
                builder.addReplaces()
                builder.addRuns((5, 1), (3, 1))
            },
            .compacted("two digests of one commit", "digest and time of a run") { builder in
                builder.addReplaces()
                builder.addRuns((5, 1), (5, 2))
            },
            .compacted("a digest that does not follow", "digest of a run") { builder in
                builder.addReplaces()
                builder.addRuns((5, 1), (6, 2))
            },
            .compacted("a run of no commit", "commit of a run") { builder in
                builder.addReplaces()
                builder.addRuns((0, 0))
            },
            .compacted("a frame that does not count its runs", "commit number") { builder in
                builder.addReplaces()
                builder.addRuns((5, 1))
                builder.add(.schema, payload: { Samples.city.encode(into: $0) })
            },
        ]
    }

    private static func manifests() -> [BrokenStore] {
        func sound(_ builder: inout SegmentBuilder) {
            builder.addReplaces()
            builder.addRuns((5, 1))
        }
        return [
            .compacted("other commits than the manifest says", "end", frames: sound) {
                $0.segments[0].firstCommit = CommitNumber(4)
            },
            .compacted("commits that descend", "commits", frames: sound) {
                $0.segments[0].firstCommit = CommitNumber(6)
            },
            .compacted("another origin than the manifest says", "origin", frames: sound) {
                $0.segments[0].ending = .sealed
            },
            .compacted("another digest than the manifest says", "end", frames: sound) {
                $0.segments[0].digest ^= 1
            },
        ]
    }
}

extension SegmentBuilder {
    /// Adds a part of commit 2, which continues after it.
    mutating func addOpenPart(_ part: UInt32, count: UInt32 = 0, _ records: [UInt8] = []) {
        add(.records) { header in
            header.commit = CommitNumber(2)
            header.part = part
            header.count = count
            if part == 0 { header.flags = .first }
        } payload: {
            $0.append(records)
        }
    }

    /// Voids the parts of commit 2 from one on.
    mutating func addAbort(from part: UInt32) {
        add(.abort, change: { $0.commit = CommitNumber(2) }) { $0.append(part) }
    }
}
