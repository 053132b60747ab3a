import NacreExchangeCore
import Testing

@testable import NacreCLI

@Suite struct NumberTextTests {
    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (1249, "1.2 kB"),
        (99_949, "99.9 kB"), (99_950, "100 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"),
        (1_234_567, "1.2 MB"), (34_500_000_000, "34.5 GB"), (Int.max, "9.2 EB"), (-2000, "-2.0 kB"),
    ])
    func `sizes have two or three digits and a unit`(count: Int, text: String) {
        #expect(ByteCount.text(count) == text)
    }

    @Test func `numbers are grouped by thousands`() {
        #expect(ByteCount.grouped(0) == "0")
        #expect(ByteCount.grouped(999) == "999")
        #expect(ByteCount.grouped(-1000) == "-1,000")
        #expect(ByteCount.grouped(UInt64.max) == "18,446,744,073,709,551,615")
        #expect(ByteCount.counted(1, "commit") == "1 commit")
        #expect(ByteCount.counted(2000, "commit") == "2,000 commits")
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
        (1_700_000_000_999_999, "2023-11-14T22:13:20Z"),
        (Int64.max, "9223372036854775807 microseconds since 1970"),
    ])
    func `times of commits are in UTC, to the second`(microseconds: Int64, text: String) {
        #expect(TimeText.text(microseconds: microseconds) == text)
    }

    @Test func `durations are printed briefly`() {
        #expect(TimeText.text(.milliseconds(12)) == "12 ms")
        #expect(TimeText.text(.milliseconds(3449)) == "3.4 s")
        #expect(TimeText.text(.milliseconds(59_990)) == "1 min 0 s")
        #expect(TimeText.text(.seconds(125)) == "2 min 5 s")
    }
}
