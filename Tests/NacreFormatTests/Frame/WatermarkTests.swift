import NacreFormat
import NacreTestSupport
import Testing

/// The evidence that distinguishes corruption from a torn tail.
@Suite struct WatermarkTests {
    /// Makes two commits, the second one written after the first one was synced, or before.
    private func segment(syncing: Bool) -> [UInt8] {
        var builder = SegmentBuilder()
        builder.addCommit()
        if syncing { builder.sync() }
        builder.addCommit()
        return builder.bytes
    }

    @Test func `a later frame that proves the damaged bytes synced is found`() throws {
        let bytes = segment(syncing: true)
        let place = try Scan(bytes).offsets[0]
        for bit in place * 8..<(place + 72) * 8 {
            let scan = try Scan(bytes.flipping(bit: bit))
            #expect(scan.headers.isEmpty)
            let watermark = try #require(scan.highestWatermarkAhead)
            #expect(watermark > Position(SegmentNumber(1), offset: place))
        }
    }

    @Test func `without a sync in between, no later frame proves anything about the bytes`() throws
    {
        let bytes = segment(syncing: false)
        let place = try Scan(bytes).offsets[0]
        let scan = try Scan(bytes.flipping(bit: place * 8))
        let watermark = try #require(scan.highestWatermarkAhead)
        #expect(watermark <= Position(SegmentNumber(1), offset: place))
    }

    @Test func `a torn last frame has no evidence after it`() throws {
        let bytes = segment(syncing: true)
        let place = try Scan(bytes).offsets[1]
        for count in place + 4..<bytes.count {
            let scan = try Scan(Array(bytes[0..<count]))
            if let watermark = scan.highestWatermarkAhead {
                #expect(watermark <= Position(SegmentNumber(1), offset: place))
            }
        }
    }

    // MARK: Displaced frames

    /// Three commits, each written after the one before was synced.
    private var synced: [UInt8] {
        var builder = SegmentBuilder()
        for number in 0..<3 {
            builder.addCommit(note: "commit \(number)")
            builder.sync()
        }
        return builder.bytes
    }

    @Test func `frames displaced by inserted or lost bytes are found at any alignment`() throws {
        let bytes = synced
        let place = try Scan(bytes).offsets[0]
        for offset in place..<place + 64 {
            for count in [1, 2, 3, 4, 5, 17] {
                let more = Array(bytes[..<offset]) + [UInt8](repeating: 0x4E, count: count)
                let less = bytes.losing(min(count, place + 64 - offset), at: offset)
                for displaced in [more + bytes[offset...], less] {
                    let scan = try Scan(displaced)
                    let watermark = try #require(scan.highestWatermarkAhead)
                    #expect(watermark > Position(SegmentNumber(1), offset: place))
                }
            }
        }
    }

    @Test func `a displaced frame alone is no evidence`() throws {
        let bytes = segment(syncing: true)
        let place = try Scan(bytes).offsets[0]
        // In the header of the first one, so that the second one has no neighbour.
        #expect(try Scan(bytes.inserting(1, at: place + 8)).highestWatermarkAhead == nil)
    }

    @Test func `a displaced frame with another salt, chain or payload is no evidence`() throws {
        let bytes = synced
        let offsets = try Scan(bytes).offsets
        let fields = [
            FrameHeaderFields.salt, FrameHeaderFields.chain, FrameHeaderFields.payloadCRC,
        ]
        for field in fields {
            // Both intact ones: neither of the two neighbours is left.
            var changed = bytes.flipping(bit: (offsets[1] + field.offset) * 8)
            changed = changed.flipping(bit: (offsets[2] + field.offset) * 8)
            let scan = try Scan(changed.inserting(1, at: offsets[0] + 8))
            #expect(scan.highestWatermarkAhead == nil)
        }
    }
}
