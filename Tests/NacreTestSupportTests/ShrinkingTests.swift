import NacreTestSupport
import Testing

@Suite struct ShrinkingTests {
    /// Returns the smallest counterexamples found from several seeds.
    private func minima<Value>(
        _ generator: Generator<Value>, _ holds: (Value) -> Bool
    ) -> [Value?] {
        (0..<20 as Range<UInt64>).map { seed in
            let runner = PropertyRunner(generator, runs: 2000, seeds: Seeds(first: seed))
            return runner.outcome { try require(holds($0)) }.counterexample
        }
    }

    /// Returns the smallest counterexample, which must not depend on the seed.
    private func minimal<Value: Equatable>(
        _ generator: Generator<Value>, _ holds: (Value) -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Value {
        let found = minima(generator, holds)
        let first = try #require(found[0], "no counterexample", sourceLocation: sourceLocation)
        let isAlwaysTheSame = found.allSatisfy { $0 == first }
        #expect(isAlwaysTheSame, "\(found)", sourceLocation: sourceLocation)
        return first
    }

    @Test func `a threshold is found exactly`() throws {
        #expect(try minimal(.integer()) { (number: Int) in number < 1234 } == 1234)
        #expect(try minimal(.integer()) { (number: Int) in number > -1234 } == -1234)
        #expect(try minimal(.integer()) { (number: UInt64) in number < .max } == .max)
        #expect(try minimal(.integer()) { (number: Int128) in number < 1 << 70 } == 1 << 70)
        #expect(try minimal(.integer(in: 50...5000)) { (number: Int) in number < 60 } == 60)
    }

    @Test func `a large even number shrinks to the smallest one that fails`() throws {
        let found = try minimal(.integer()) { (number: UInt32) in
            number < 1001 || !number.isMultiple(of: 2)
        }
        #expect(found == 1002)
    }

    @Test func `an array with a large sum shrinks to one number`() throws {
        let found = try minimal(.array(of: .integer(in: 0...100_000))) { (numbers: [Int]) in
            numbers.reduce(0, +) <= 1000
        }
        #expect(found == [1001])
    }

    @Test func `several numbers with a large sum are shrunk from the left`() throws {
        let found = try minimal(.array(of: .integer(in: 0...500))) { (numbers: [Int]) in
            numbers.reduce(0, +) <= 1000
        }
        #expect(found == [1, 500, 500])
    }

    @Test func `a string with a forbidden letter shrinks to that letter`() throws {
        #expect(try minimal(.string()) { !$0.contains("b") } == "b")
        #expect(try minimal(.asciiString()) { !$0.contains("b") } == "b")
    }

    @Test func `an unsorted list shrinks to 1 and 0`() throws {
        let found = try minimal(.array(of: .integer())) { (numbers: [UInt16]) in
            numbers == numbers.sorted()
        }
        #expect(found == [1, 0])
    }

    @Test func `a list with equal elements shrinks to two zeros`() throws {
        let found = try minimal(.array(of: .integer())) { (numbers: [UInt8]) in
            Set(numbers).count == numbers.count
        }
        #expect(found == [0, 0])
    }

    @Test func `two equal large numbers are reduced together`() throws {
        let found = try minimal(.array(of: .integer(in: 0...3000))) { (numbers: [Int]) in
            let large = numbers.filter { $0 >= 40 }
            return Set(large).count == large.count
        }
        #expect(found == [40, 40])
    }

    @Test func `nested arrays lose elements that the failure does not need`() throws {
        let rows = Generator<[[UInt8]]>.array(of: .array(of: .integer(), count: 2...9))
        let found = try minimal(rows) { !$0.contains { $0.contains(200) } }
        #expect(found == [[200, 0]] || found == [[0, 200]])
    }

    @Test func `long elements are removed as a whole`() throws {
        let rows = Generator<[[UInt8]]>.array(of: .array(of: .integer(), count: 10), count: 0...99)
        let found = try minimal(rows) { !$0.contains { $0.contains { $0 > 250 } } }
        #expect(found == [Array(repeating: 0, count: 9) + [251]])
    }

    @Test func `elements are removed even if the generator does not declare them`() throws {
        let numbers = Generator<[UInt64]> { choices throws(Rejection) in
            var numbers: [UInt64] = []
            while try choices.draw(upTo: 9) > 0 { numbers.append(try choices.draw(upTo: 5)) }
            return numbers
        }
        #expect(try minimal(numbers) { !$0.contains(5) } == [5])
    }

    @Test func `numbers that only fail together are set to zero together`() throws {
        let anyNumber = Generator<UInt64> { choices throws(Rejection) in try choices.draw(upTo: 99)
        }
        let found = try minimal(.array(of: anyNumber, count: 9)) { numbers in
            let others = numbers.dropLast().enumerated()
            let areZero = others.allSatisfy { $0.element == 0 }
            let areLarge = others.allSatisfy { $0.element > $0.offset }
            return numbers[8] < 20 || !(areZero || areLarge)
        }
        #expect(found == Array(repeating: 0, count: 8) + [20])
    }

    @Test func `rejected attempts of a filter leave no trace`() throws {
        let even = Generator<UInt16>.integer().filter { $0.isMultiple(of: 2) }
        #expect(try minimal(.array(of: even)) { $0.allSatisfy { $0 < 100 } } == [100])
    }

    @Test func `a flat map shrinks through the value that it depends on`() throws {
        let generator = Generator<Int>.integer(in: 0...20).flatMap { count in
            Generator<[UInt8]>.array(of: .integer(), count: count)
        }
        #expect(try minimal(generator) { $0.count < 3 } == [0, 0, 0])
    }

    @Test func `floating-point numbers shrink to simple ones`() throws {
        #expect(try minimal(.double()) { $0 < 1000.5 } == 1001)
        #expect(try minimal(.float()) { $0 < 1000.5 } == 1001)
        let fractions = minima(.finiteDouble()) { $0 < 1 || $0 == $0.rounded() }
        #expect(fractions.allSatisfy { $0 == 1.5 || $0 == 2.5 }, "\(fractions)")
        #expect(try minimal(.double()) { $0 != -.infinity } == -.infinity)
    }

    @Test func `a sequence of operations shrinks to the relevant ones`() throws {
        // The model is a counter that breaks if it is reset at 3.
        let operations = Generator<[CounterOperation]>.array(of: .anyCase(), count: 0...60)
        let found = try minimal(operations) { operations in
            var count = 0
            for operation in operations {
                switch operation {
                case .read: break
                case .increment: count += 1
                case .reset:
                    if count == 3 { return false }
                    count = 0
                }
            }
            return true
        }
        #expect(found == [.increment, .increment, .increment, .reset])
    }

    @Test func `shrinking does not follow a different error`() {
        struct Unrelated: Error {}
        let runner = PropertyRunner(
            Generator<Int>.integer(in: 0...1000), runs: 1000, seeds: Seeds(first: 3))
        let outcome = runner.outcome { number in
            if number == 7 { throw Unrelated() }
            try require(number < 500)
        }
        guard case .failed(_, let original, let minimal, _) = outcome else {
            Issue.record("numbers from 500 on should have failed")
            return
        }
        // This seed meets a large number first.
        #expect(original.value >= 500)
        #expect(minimal.value == 500)
    }

    @Test func `shrinking ends after the maximum number of attempts`() {
        var runner = PropertyRunner(
            Generator<[Int]>.array(of: .integer()), runs: 100, seeds: Seeds(first: 1))
        runner.limits.attemptsMax = 5
        let outcome = runner.outcome { try require($0.count < 4) }
        guard case .failed(_, _, _, let attempts) = outcome else {
            Issue.record("an array of four elements should have been found")
            return
        }
        #expect(attempts == 5)
    }
}

/// The operations of the state machine in the tests above.
private enum CounterOperation: CaseIterable {
    case read
    case increment
    case reset
}
