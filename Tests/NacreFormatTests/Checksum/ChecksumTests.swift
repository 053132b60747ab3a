import CNacreShims
import NacreFormat
import Testing

@Suite struct ChecksumTests {
    @Test func `nine digits give the published check value`() {
        var crc = CRC32C()
        Array("123456789".utf8).withView { crc.add($0) }
        #expect(crc.value == 0xE306_9283)
    }

    @Test func `the portable path agrees with the hardware path at every length and alignment`() {
        let bytes = (0..<512).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }
        unsafe bytes.withUnsafeBytes { buffer in
            for start in 0..<9 {
                for count in 0..<200 {
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
