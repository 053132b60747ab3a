/// The source of a generator's decisions, and the record of all decisions made.
///
/// Every value a generator makes is a function of the numbers it draws here. A failing case is
/// therefore shrunk by editing the list of numbers and running the same generator on it again:
/// generators need not know how their values become smaller, only that 0 is the simplest choice.
///
/// Invariants:
/// 1. Every recorded value is at most the bound it is recorded with.
/// 2. Replaying `record` gives the same record and the same value again.
package struct Choices {
    /// A number drawn from 0...bound.
    package struct Choice: Sendable, Equatable {
        package let value: UInt64
        package let bound: UInt64
    }

    /// The maximum number of choices. A generator that draws more is assumed never to end.
    package static let countMax = 1 << 20

    package private(set) var record: [Choice] = []

    /// The parts of the record that can be left out as a whole, one list for each generated
    /// sequence; a sequence comes after those nested in it.
    package private(set) var sequences: [[Range<Int>]] = []

    private var random: SplitMix64
    private let replayed: [UInt64]?

    package init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        replayed = nil
    }

    /// Replays these choices, then zeros, which are the simplest continuation.
    package init(replaying choices: [UInt64]) {
        random = SplitMix64(seed: 0)
        replayed = choices
    }

    /// Returns a number of 0...bound, all equally likely.
    package mutating func draw(upTo bound: UInt64) throws(Rejection) -> UInt64 {
        try draw(upTo: bound) { $0.next(upTo: bound) }
    }

    /// Returns a number of 0...bound that `sample` picks if nothing is replayed. It may use any
    /// amount of randomness, since only its result is recorded.
    package mutating func draw(
        upTo bound: UInt64, sampling sample: (inout SplitMix64) -> UInt64
    ) throws(Rejection) -> UInt64 {
        guard let replayed else {
            return try recorded(sample(&random), upTo: bound)
        }
        let position = record.count
        return try recorded(position < replayed.count ? replayed[position] : 0, upTo: bound)
    }

    /// Records a fixed decision, to keep the positions of the others. Arrays have as many choices
    /// before their mandatory elements as before the others, so one element can take another's
    /// position if an element is left out.
    package mutating func drawForced(_ value: UInt64, upTo bound: UInt64) throws(Rejection) {
        _ = try recorded(value, upTo: bound)
    }

    /// Returns the value of another generator, as a part of the one being made.
    package mutating func draw<Value>(
        _ generator: Generator<Value>
    ) throws(Rejection) -> Value {
        try generator.run(&self)
    }

    /// Notes that these parts of the record form a sequence, and that each of them can be left out.
    package mutating func noteSequence(_ parts: [Range<Int>]) {
        if !parts.isEmpty { sequences.append(parts) }
    }

    private mutating func recorded(
        _ value: UInt64, upTo bound: UInt64
    ) throws(Rejection) -> UInt64 {
        guard record.count < Choices.countMax else { throw Rejection() }
        let choice = Choice(value: min(value, bound), bound: bound)
        record.append(choice)
        return choice.value
    }
}
