import NacreTestSupport
import Testing

/// Tests the environment variables that control the random tests.
@Suite struct EnvironmentTests {
    @Test func `the default scale is a third`() {
        #expect(Scale.factor(of: nil) == 0.3)
        #expect(Scale.factor(of: "0.5") == 0.5)
        #expect(Scale.factor(of: "100") == 100)
    }

    @Test func `a scaled count is rounded and at least one`() {
        #expect(Scale.count(100, factor: 1) == 100)
        #expect(Scale.count(100, factor: 2.5) == 250)
        #expect(Scale.count(3, factor: 0.01) == 1)
        #expect(Scale.count(.max, factor: 1e300) == 1_000_000_000_000_000)
    }

    @Test func `a share of a sweep includes both ends, and is everything from scale 1 on`() {
        #expect(Scale.share(of: 0..<100, factor: 1) == Array(0..<100))
        #expect(Scale.share(of: 0..<100, factor: 7) == Array(0..<100))
        #expect(Scale.some(.max, of: 0..<100) == Array(0..<100))
        #expect(Scale.some(0, of: 0..<100) == [0])
        #expect(Scale.share(of: 10...20, factor: 0.3) == [10, 15, 20])
        #expect(Scale.share(of: 10...20, factor: 0.01) == [10])
        #expect(Scale.share(of: 0..<0, factor: 0.3) == [])
        #expect(Scale.share(of: ["a"], factor: 1) == ["a"])
    }

    @Test func `seeds are read in the printed form or in decimal`() {
        #expect(Seeds.parse(Seeds.text(of: 0xDEAD_BEEF)) == 0xDEAD_BEEF)
        #expect(Seeds.parse(Seeds.text(of: .max)) == .max)
        #expect(Seeds.parse("17") == 17)
        #expect(Seeds.parse("seventeen") == nil)
    }

    @Test func `a seed from the environment comes first, and others follow`() {
        var seeds = Seeds(environment: "0x1234")
        var again = Seeds(environment: "0x1234")
        #expect(seeds.next() == 0x1234)
        #expect(again.next() == 0x1234)
        let next = seeds.next()
        #expect(next == again.next() && next != 0x1234)
    }

    @Test func `without a seed every series is different`() {
        var one = Seeds(environment: nil)
        var other = Seeds(environment: nil)
        #expect(one.next() != other.next())
    }

    @Test func `a filter quotes special characters of the shell and of patterns`() {
        #expect(Reproduction.pattern(matching: "M.`a $b`/") == "M..a .b./")
    }

    // Exit tests need child processes, which not every system allows.
    #if os(macOS) || os(Linux)
        @Test func `a scale that is not a positive number stops the tests`() async {
            await #expect(processExitsWith: .failure) { _ = Scale.factor(of: "fast") }
            await #expect(processExitsWith: .failure) { _ = Scale.factor(of: "0") }
        }

        @Test func `a seed that is not a number stops the tests`() async {
            await #expect(processExitsWith: .failure) { _ = Seeds(environment: "random") }
        }
    #endif
}
