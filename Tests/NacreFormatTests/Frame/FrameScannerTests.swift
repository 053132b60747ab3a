import NacreFormat
import NacreTestSupport
import Testing

/// The scanner over undamaged segments and over segments with each possible small damage.
@Suite struct FrameScannerTests {
    private let bytes: [UInt8]
    private let whole: Scan

    init() throws {
        bytes = try Samples.twoCommits()
        whole = try Scan(bytes)
    }

    @Test func `all frames of an undamaged segment are found, then the end of the log`() {
        #expect(whole.end == .endOfLog)
        #expect(whole.headers.map(\.kind) == [.schema, .layout, .records, .records, .close])
        #expect(whole.headers.map(\.part) == [0, 1, 2, 0, 0])
        #expect(whole.offsets.last == bytes.count)
    }

    @Test func `zeros after the last frame are the end of the log`() throws {
        for count in [1, 3, 4, 60, 64, 1000] {
            let scan = try Scan(bytes + [UInt8](repeating: 0, count: count))
            #expect(scan.end == .endOfLog)
            #expect(scan.headers.count == 5)
        }
    }

    @Test func `any other byte after the last frame is reported`() throws {
        for count in [1, 3, 4, 63, 64, 200] {
            for place in [0, count / 2, count - 1] {
                var tail = [UInt8](repeating: 0, count: count)
                tail[place] = 1
                let scan = try Scan(bytes + tail)
                #expect(scan.headers.count == 5)
                #expect(scan.failure != nil)
            }
        }
    }

    @Test func `every flipped bit ends the scan at its frame`() throws {
        for bit in SegmentHeaderFields.size * 8..<bytes.count * 8 {
            let scan = try Scan(bytes.flipping(bit: bit))
            let frame = whole.offsets.lastIndex { $0 <= bit / 8 }
            #expect(scan.headers.count == frame, "bit \(bit)")
            #expect(scan.failure != nil, "bit \(bit)")
            #expect(!scan.isUnsupported, "bit \(bit)")
        }
    }

    @Test func `a segment cut at any byte keeps the whole frames before the cut`() throws {
        for count in SegmentHeaderFields.size...bytes.count {
            let scan = try Scan(Array(bytes[0..<count]))
            let frames = whole.offsets.count { $0 <= count } - 1
            #expect(scan.headers.count == frames, "\(count) bytes")
            let isBoundary = whole.offsets.contains(count)
            #expect((scan.end == .endOfLog) == isBoundary, "\(count) bytes")
        }
    }

    @Test func `padding after a payload must be zero`() throws {
        var builder = SegmentBuilder()
        builder.add(.schema, payload: { $0.append([1]) })
        let bytes = builder.bytes
        #expect(try Scan(bytes).end == .endOfLog)
        for offset in bytes.count - 3..<bytes.count {
            let scan = try Scan(bytes.setting(UInt8(1), at: offset))
            #expect(scan.failure?.field == "padding")
        }
    }

    @Test func `a frame copied to another place in its segment is invalid`() throws {
        let close = bytes[whole.offsets[4]...]
        let scan = try Scan(bytes + close)
        #expect(scan.headers.count == 5)
        #expect(try #require(scan.failure).field == "header CRC")
    }

    @Test func `a frame from the same place in another segment or store is invalid`() throws {
        var other = SegmentBuilder(number: 2)
        other.add(.close)
        let mixed = Samples.emptySegment[0..<128] + other.bytes[128...]
        #expect(try #require(try Scan(Array(mixed)).failure).field == "header CRC")
    }

    @Test func `a stale frame from a former use of the file is detected by its salt`() throws {
        var stale = SegmentBuilder(salt: 1)
        stale.add(.confirm)
        let mixed = Samples.emptySegment[0..<128] + stale.bytes[128...]
        #expect(try #require(try Scan(Array(mixed)).failure).field == "salt")
    }

    @Test func `a frame after another one than when it was written breaks the chain`() throws {
        var first = SegmentBuilder()
        first.add(.confirm)
        var second = SegmentBuilder()
        second.add(.confirm) { $0.time += 1 }
        second.add(.close)
        let end = first.bytes.count
        let scan = try Scan(first.bytes + second.bytes[end...])
        #expect(scan.headers.count == 1)
        #expect(try #require(scan.failure).field == "chain")
    }

    @Test func `an open frame contains the salt of the frames after it`() throws {
        var builder = SegmentBuilder()
        builder.add(.close)
        builder.add(.open) { $0.salt = 42 }
        builder.add(.confirm)
        let scan = try Scan(builder.bytes)
        #expect(scan.end == .endOfLog)
        #expect(scan.headers.map(\.salt) == [SegmentBuilder.salt, 42, 42])
    }

    @Test func `unknown kinds from 128 on are skipped, and those below stop the reader`() throws {
        for code: UInt8 in [0, 11, 127] {
            var builder = SegmentBuilder()
            builder.add(.confirm) { $0.kindCode = code }
            let scan = try Scan(builder.bytes)
            #expect(scan.isUnsupported)
            #expect(try #require(scan.failure).field == "kind")
        }
        for code: UInt8 in [128, 255] {
            var builder = SegmentBuilder()
            builder.add(
                .confirm, change: { $0.kindCode = code }, payload: { $0.append([1, 2, 3]) })
            builder.add(.close)
            let scan = try Scan(builder.bytes)
            #expect(scan.headers.map(\.kindCode) == [code, 4])
            #expect(scan.end == .endOfLog)
        }
    }

    @Test func `flags that contradict kind and part are unsupported, not torn`() throws {
        let changes: [(FrameKind, UInt8, UInt32)] = [
            (.records, 4, 0), (.records, 2, 0), (.records, 1, 1), (.records, 0, 0),
            (.layout, 2, 0), (.schema, 3, 0), (.schema, 1, 1), (.close, 1, 0), (.seal, 128, 0),
        ]
        for (kind, flags, part) in changes {
            var builder = SegmentBuilder()
            builder.add(
                kind,
                change: { header in
                    header.flags = FrameFlags(rawValue: flags)
                    header.part = part
                }, payload: { $0.append(UInt64(0)) })
            let scan = try Scan(builder.bytes)
            #expect(scan.isUnsupported, "\(kind) \(flags) \(part)")
            #expect(scan.failure?.field == "flags", "\(kind) \(flags) \(part)")
        }
    }

    @Test func `a prelude must be aligned, fit, and be in a first part`() throws {
        // Flags, part, prelude length, payload length.
        let bad: [(UInt8, UInt32, UInt16, Int)] = [
            (3, 0, 3, 16), (3, 0, 12, 16), (1, 0, 20, 16), (2, 1, 4, 16), (3, 0, 0, 4),
            (1, 0, 4100, 8192),
        ]
        let good: [(UInt8, UInt32, UInt16, Int)] = [
            (3, 0, 8, 16), (1, 0, 16, 16), (2, 1, 0, 8), (3, 0, 4096, 8192),
        ]
        for (isGood, cases) in [(false, bad), (true, good)] {
            for (flags, part, prelude, payload) in cases {
                var builder = SegmentBuilder()
                builder.add(
                    .records,
                    change: { header in
                        header.flags = FrameFlags(rawValue: flags)
                        header.part = part
                        header.preludeLength = prelude
                    }, payload: { $0.appendZeros(payload) })
                let scan = try Scan(builder.bytes)
                #expect((scan.end == .endOfLog) == isGood, "\(flags) \(part) \(prelude)")
                if !isGood { #expect(scan.failure?.field == "prelude length") }
            }
        }
    }
}
