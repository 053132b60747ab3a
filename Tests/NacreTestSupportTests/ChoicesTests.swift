import NacreTestSupport
import Testing

@Suite struct ChoicesTests {
    /// A generator of one of everything, nested.
    private static let everything = Generator<[String]>.array(
        of: .oneOf(
            Generator<Int64>.integer().map { "\($0)" },
            Generator<UInt128>.integer().map { "\($0)" },
            Generator<Double>.double().map { "\($0.bitPattern)" },
            Generator<[Float?]>.array(of: .optional(.float())).map { "\($0)" },
            .string(count: 0...9).filter { $0.utf8.count > 1 }))

    @Test func `the random number generator gives the published sequence`() {
        // The first outputs of SplitMix64 for the seed 1234567.
        var random = SplitMix64(seed: 1_234_567)
        #expect(random.next() == 6_457_827_717_110_365_317)
        #expect(random.next() == 3_203_168_211_198_807_973)
    }

    @Test func `bounded numbers reach their bound and never exceed it`() {
        var random = SplitMix64(seed: 5)
        let found = Set((0..<1000).map { _ in random.next(upTo: 9) })
        #expect(found == Set(0...9))
        #expect(Set((0..<10).map { _ in random.next(upTo: .max) }).count == 10)
    }

    @Test func `the same seed gives the same value`() throws {
        for seed in 0..<200 as Range<UInt64> {
            let once = try Self.everything.value(seed: seed)
            #expect(try Self.everything.value(seed: seed) == once)
        }
        let distinct = Set(try (0..<200).map { try Self.everything.value(seed: $0) })
        #expect(distinct.count > 100)
    }

    @Test func `replaying a record gives the same value and the same record`() throws {
        for seed in 0..<200 as Range<UInt64> {
            var choices = Choices(seed: seed)
            let value = try Self.everything.run(&choices)
            var again = Choices(replaying: choices.record.map(\.value))
            #expect(try Self.everything.run(&again) == value)
            #expect(again.record == choices.record)
            #expect(again.sequences == choices.sequences)
        }
    }

    @Test func `a replayed choice is limited to its bound, and zeros follow the last one`() throws {
        var choices = Choices(replaying: [1000])
        #expect(try choices.draw(upTo: 7) == 7)
        #expect(try choices.draw(upTo: 7) == 0)
        #expect(choices.record.map(\.value) == [7, 0])
    }

    @Test func `any list of choices can be replayed`() throws {
        var random = SplitMix64(seed: 9)
        for _ in 0..<500 {
            let length = random.next(upTo: 40)
            let list = (0..<length).map { _ in random.next() >> random.next(upTo: 63) }
            var choices = Choices(replaying: list)
            // Filters may find nothing here; nothing may trap.
            _ = try? Self.everything.run(&choices)
        }
    }
}
