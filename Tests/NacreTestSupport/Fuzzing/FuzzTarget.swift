/// Something that takes any bytes at all: what the fuzzer feeds, and what the tests feed with the
/// inputs that once were found. Bytes may be refused; nothing may trap, hang or take memory that
/// the bytes do not account for, and what is accepted has to obey the target's laws.
package struct FuzzTarget: Sendable {
    package let name: String
    /// Inputs to begin with, made by the code that writes what the target reads.
    package let seeds: @Sendable () throws -> [[UInt8]]
    /// Throws a ``PropertyFailure`` where a law is broken.
    package let run: @Sendable ([UInt8]) throws -> Void

    package static let all: [FuzzTarget] = [
        .frame, .segment, .manifest, .checkpoint, .layout, .record, .lz4, .filter, .json,
        .operations, .pattern,
    ]

    /// All inputs to begin with: made, and found.
    package func inputs() throws -> [[UInt8]] { try seeds() + FuzzCorpus.inputs(of: name) }

    /// Runs all of ``inputs()``.
    /// - Returns: how many there are.
    package func replay() throws -> Int {
        let inputs = try inputs()
        for (number, input) in inputs.enumerated() {
            if TestEnvironment.isTracing { TestEnvironment.trace("\(name): input \(number)") }
            do { try run(input) } catch {
                throw PropertyFailure("\(name), input \(number): \(error)")
            }
        }
        return inputs.count
    }

    package static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// What the first byte of an input asks for: so the fuzzer itself tries all ways to treat the rest.
struct FuzzMode: OptionSet {
    let rawValue: UInt8

    /// Checksums are made right before anything is read.
    static let isSealed = FuzzMode(rawValue: 1)
    /// The second of two ways to read the bytes, where a target has two.
    static let isOther = FuzzMode(rawValue: 2)

    /// The mode, and the bytes that are meant.
    static func split(_ input: [UInt8]) -> (FuzzMode, [UInt8])? {
        guard let first = input.first else { return nil }
        return (FuzzMode(rawValue: first), Array(input.dropFirst()))
    }

    /// Each input under each mode.
    static func inputs(_ bytes: [[UInt8]], modes: Range<UInt8> = 0..<4) -> [[UInt8]] {
        bytes.flatMap { bytes in modes.map { [$0] + bytes } }
    }
}
