import NacreFormat
import Testing

/// The digits of file names and of the manifest.
@Suite struct HexadecimalTests {
    @Test func `all digits are printed, in lower case`() {
        #expect(UInt32(0).hex == "00000000")
        #expect(UInt32(9).hex == "00000009")
        #expect(UInt32(10).hex == "0000000a")
        #expect(UInt32(0x1234_ABCD).hex == "1234abcd")
        #expect(UInt32.max.hex == "ffffffff")
        #expect(UInt64(0x10).hex == "0000000000000010")
        #expect(UInt64(0x0123_4567_89AB_CDEF).hex == "0123456789abcdef")
        #expect(UInt64.max.hex == "ffffffffffffffff")
    }
}
