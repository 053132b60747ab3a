/// Where a generator gets its decisions from, and the record of all it was given.
///
/// Every value a generator makes is a function of the numbers it draws here. A failing case is
/// therefore shrunk by editing the list of numbers and running the same generator on it again: no
/// generator needs to know how its values become smaller, only that 0 is the simplest choice.
///
/// Invariants:
/// 1. Every recorded value is at most the bound it is recorded with.
/// 2. Replaying `record` gives the same record and the same value again.
package struct Choices {
    /// One number that was drawn from 0...bound.
    package struct Choice: Sendable, Equatable {
        package let value: UInt64
        package let bound: UInt64
    }

    /// A generator that draws more than this is taken for one that never ends.
    package static let countMax = 1 << 20

    package private(set) var record: [Choice] = []

    /// The parts of the record that can be left out as a whole, one list for each sequence that was
    /// generated; a sequence comes after those nested in it.
    package private(set) var sequences: [[Range<Int>]] = []

    private var random: SplitMix64
    private let replayed: [UInt64]?

    package init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        replayed = nil
    }

    /// Gives these choices again, then zeros: the simplest way to go on from there.
    package init(replaying choices: [UInt64]) {
        random = SplitMix64(seed: 0)
        replayed = choices
    }

    /// A number of 0...bound, all equally likely.
    package mutating func draw(upTo bound: UInt64) throws(Rejection) -> UInt64 {
        try draw(upTo: bound) { $0.next(upTo: bound) }
    }

    /// A number of 0...bound that `sample` picks when nothing is replayed. It may use as much
    /// randomness as it likes, since only its result is recorded.
    package mutating func draw(
        upTo bound: UInt64, sampling sample: (inout SplitMix64) -> UInt64
    ) throws(Rejection) -> UInt64 {
        guard let replayed else {
            return try recorded(sample(&random), upTo: bound)
        }
        let position = record.count
        return try recorded(position < replayed.count ? replayed[position] : 0, upTo: bound)
    }

    /// Records a decision that is no decision, to keep the places of the others. Arrays have as
    /// many choices before their mandatory elements as before the others: elements can then take
    /// each other's place when one of them is left out.
    package mutating func drawForced(_ value: UInt64, upTo bound: UInt64) throws(Rejection) {
        _ = try recorded(value, upTo: bound)
    }

    /// The value of another generator, as a part of the one being made.
    package mutating func draw<Value>(
        _ generator: Generator<Value>
    ) throws(Rejection) -> Value {
        try generator.run(&self)
    }

    /// Notes that these parts of the record form a sequence, and that any of them can be left out.
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
