import NacreFormat
import Testing

@Suite struct SipHashTests {
    private let key = HashKey(low: 0x0706_0504_0302_0100, high: 0x0F0E_0D0C_0B0A_0908)

    @Test(arguments: [
        // From the paper and from the reference vectors of its authors.
        (15, 0xA129_CA61_49BE_45E5 as UInt64), (0, 0x726F_DB47_DD0E_0E31),
        (1, 0x74F8_39C5_93DC_67FD), (8, 0x93F5_F579_9A93_2462),
    ])
    func `the published vectors are reproduced`(count: Int, expected: UInt64) {
        let bytes = (0..<count).map { UInt8($0) }
        #expect(bytes.withView { SipHash(key: key)($0) } == expected)
    }
}
