import NacreFormat
import NacreTestSupport
import Testing

@Suite struct JoinedChecksumTests {
    private static func crc(_ bytes: [UInt8]) -> UInt32 { bytes.withView { $0.crc } }

    @Test func `the checksum of two parts follows from theirs`() {
        let parts = Generator<[UInt8]>.bytes(count: 0...600)
        property("joined", .array(of: parts, count: 2...2)) { parts in
            let (first, second) = (parts[0], parts[1])
            let joined = CRC32C.joined(Self.crc(first), Self.crc(second), count: second.count)
            try requireEqual(joined, Self.crc(first + second), "\(first.count)")
        }
    }

    @Test(arguments: [65_536, 1_000_003]) func `long parts are joined`(count: Int) {
        let second = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let joined = CRC32C.joined(Self.crc([7, 8]), Self.crc(second), count: count)
        #expect(joined == Self.crc([7, 8] + second))
    }
}
