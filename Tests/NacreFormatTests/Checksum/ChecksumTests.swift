import CNacreShims
import NacreFormat
import Testing

@Suite struct ChecksumTests {
    @Test func `the nine digits give the published check value`() {
        var crc = CRC32C()
        Array("123456789".utf8).withView { crc.add($0) }
        #expect(crc.value == 0xE306_9283)
    }

    @Test func `the portable path agrees with the hardware path at every length and alignment`() {
        let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 &+ 7) }
        // Long ones are computed in three lanes of 1,024 bytes.
        let long = [3071, 3072, 3073, 3080, 6143, 6144, 6145, 9215, 9216, 19_991]
        unsafe bytes.withUnsafeBytes { buffer in
            for start in 0..<9 {
                for count in Array(0..<200) + long {
                    let slice = unsafe UnsafeRawBufferPointer(
                        rebasing: buffer[start..<start + count])
                    let fast = unsafe nacre_crc32c(5, slice.baseAddress, count)
                    let slow = unsafe nacre_crc32c_portable(5, slice.baseAddress, count)
                    #expect(fast == slow)
                }
            }
        }
    }
}
