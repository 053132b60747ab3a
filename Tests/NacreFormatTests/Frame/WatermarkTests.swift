import NacreFormat
import NacreTestSupport
import Testing

/// The evidence that tells corruption from a torn tail.
@Suite struct WatermarkTests {
    /// Two commits, the second one written after the first one was synced, or before.
    private func segment(syncing: Bool) -> [UInt8] {
        var builder = SegmentBuilder()
        builder.addCommit()
        if syncing { builder.sync() }
        builder.addCommit()
        return builder.bytes
    }

    @Test func `a later frame that calls the damaged bytes synced is found`() throws {
        let bytes = segment(syncing: true)
        let place = try Scan(bytes).offsets[0]
        for bit in place * 8..<(place + 72) * 8 {
            let scan = try Scan(bytes.flipping(bit: bit))
            #expect(scan.headers.isEmpty)
            let watermark = try #require(scan.highestWatermarkAhead)
            #expect(watermark > Position(SegmentNumber(1), offset: place))
        }
    }

    @Test func `without a sync between no later frame speaks of the damaged bytes`() throws {
        let bytes = segment(syncing: false)
        let place = try Scan(bytes).offsets[0]
        let scan = try Scan(bytes.flipping(bit: place * 8))
        let watermark = try #require(scan.highestWatermarkAhead)
        #expect(watermark <= Position(SegmentNumber(1), offset: place))
    }

    @Test func `the last frame torn has no evidence behind it`() throws {
        let bytes = segment(syncing: true)
        let place = try Scan(bytes).offsets[1]
        for count in place + 4..<bytes.count {
            let scan = try Scan(Array(bytes[0..<count]))
            if let watermark = scan.highestWatermarkAhead {
                #expect(watermark <= Position(SegmentNumber(1), offset: place))
            }
        }
    }
}
