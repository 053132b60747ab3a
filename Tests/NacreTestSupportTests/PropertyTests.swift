import NacreTestSupport
import Testing

@Suite struct PropertyTests {
    private static let numbers = Generator<[UInt32]>.array(of: .integer())

    private func isSmall(_ numbers: [UInt32]) throws {
        try require(numbers.allSatisfy { $0 < 5000 }, "\(numbers.max() ?? 0) is too large")
    }

    @Test func `a property that holds passes after all runs`() {
        var count = 0
        let runner = PropertyRunner(Self.numbers, runs: 57)
        let outcome = runner.outcome { _ in count += 1 }
        guard case .passed(runs: 57) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(count == 57)
    }

    @Test func `the seed of a failure repeats it in the first case`() throws {
        for first in 0..<20 as Range<UInt64> {
            let runner = PropertyRunner(Self.numbers, runs: 1000, seeds: Seeds(first: first))
            let outcome = runner.outcome(of: isSmall)
            guard case .failed(let seed, let original, let minimal, _) = outcome else {
                Issue.record("nothing failed from seed \(first)")
                continue
            }
            let again = PropertyRunner(Self.numbers, runs: 1, seeds: Seeds(first: seed))
            guard case .failed(seed, let repeated, let same, _) = again.outcome(of: isSmall) else {
                Issue.record("seed \(seed) did not fail again")
                continue
            }
            #expect(repeated.value == original.value)
            #expect(same.value == minimal.value)
            #expect(minimal.value == [5000])
        }
    }

    @Test func `the message has the value, the error and a command to repeat it`() throws {
        let runner = PropertyRunner(Self.numbers, runs: 1000, seeds: Seeds(first: 0))
        let outcome = runner.outcome(of: isSmall)
        guard case .failed(let seed, _, _, _) = outcome else {
            Issue.record("nothing failed")
            return
        }
        let message = try #require(outcome.message(property: "numbers are small", filter: "A.B/"))
        #expect(message.contains("\"numbers are small\" does not hold for [5000]"))
        #expect(message.contains("Error: 5000 is too large"))
        let line = "NACRE_TEST_SEED=0x\(String(seed, radix: 16)) swift test --filter \"A.B/\""
        #expect(message.split(separator: "\n").contains { $0 == line })
    }

    @Test func `property reports a failure at its call, with this suite as the filter`() {
        withKnownIssue {
            property("numbers are small", runs: 100_000, Self.numbers, check: isSmall)
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return text.contains("does not hold for [5000]")
                && text.contains("--filter \"NacreTestSupportTests.PropertyTests/\"")
                && issue.sourceLocation?.fileName == "PropertyTests.swift"
        }
    }

    @Test func `a generator that rejects everything is reported`() throws {
        let runner = PropertyRunner(Self.numbers.filter { _ in false }, runs: 3)
        let message = runner.outcome { _ in }.message(property: "p", filter: "f")
        #expect(try #require(message).contains("checked 0 times only"))
    }

    @Test func `an assumption that does not hold is neither a failure nor a run`() {
        var used = 0
        let runner = PropertyRunner(Generator<Bool>.bool(), runs: 40)
        let outcome = runner.outcome { flag in
            try assume(flag)
            used += 1
        }
        guard case .passed = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(used == 40)
    }

    @Test func `an error of the code under test is a failure`() {
        struct Broken: Error {}
        let outcome = PropertyRunner(Generator<Int>.integer(), runs: 10).outcome { _ in
            throw Broken()
        }
        guard case .failed(_, _, let minimal, _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(minimal.value == 0 && minimal.error is Broken)
    }

    @Test func `unequal values are printed on both sides`() {
        #expect(throws: PropertyFailure("length: got 1, expected 2")) {
            try requireEqual(1, 2, "length")
        }
        #expect(throws: PropertyFailure("got \"a\", expected \"b\"")) {
            try requireEqual("a", "b")
        }
        #expect(throws: Never.self) { try requireEqual(1, 1) }
    }

    @Test func `long arrays are printed with an element per line, and cut at the end`() {
        #expect(Printed([1, 2]).description == "[1, 2]")
        let lines = Printed(Array(100..<150)).description.split(separator: "\n")
        #expect(lines.count == 51 && lines.last == "    49: 149")
        let cut = Printed(String(repeating: "x", count: 10_000)).description
        #expect(cut.count < 4100 && cut.hasSuffix("... (cut)"))
    }
}
