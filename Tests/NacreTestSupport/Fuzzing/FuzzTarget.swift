/// Code that takes arbitrary bytes. The fuzzer feeds it, and the tests feed it with the inputs that
/// were found earlier. Bytes may be refused. No input may trap, hang or take memory out of
/// proportion to its size, and an accepted input must obey the target's laws.
package struct FuzzTarget: Sendable {
    package let name: String
    /// The initial inputs, made by the code that writes the format that the target reads.
    package let seeds: @Sendable () throws -> [[UInt8]]
    /// Throws a ``PropertyFailure`` if a law is broken.
    package let run: @Sendable ([UInt8]) throws -> Void

    package init(
        name: String, seeds: @escaping @Sendable () throws -> [[UInt8]],
        run: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        self.name = name
        self.seeds = seeds
        self.run = run
    }

    /// The targets that need no Swift types.
    package static let all: [FuzzTarget] = [
        .frame, .segment, .manifest, .checkpoint, .layout, .record, .lz4, .filter, .json,
        .operations, .pattern,
    ]

    /// Returns all initial inputs: the made and the found ones.
    package func inputs() throws -> [[UInt8]] { try seeds() + FuzzCorpus.inputs(of: name) }

    /// Runs all of ``inputs()``.
    /// - Returns: The number of inputs.
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

/// The mode in the first byte of an input: with it, the fuzzer itself tries all ways to treat the
/// rest.
package struct FuzzMode: OptionSet {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Repairs the checksums before anything is read.
    package static let isSealed = FuzzMode(rawValue: 1)
    /// Selects the second of two ways to read the bytes, if a target has two.
    package static let isOther = FuzzMode(rawValue: 2)

    /// Returns the mode, and the bytes after it.
    package static func split(_ input: [UInt8]) -> (FuzzMode, [UInt8])? {
        guard let first = input.first else { return nil }
        return (FuzzMode(rawValue: first), Array(input.dropFirst()))
    }

    /// Returns each input under each mode.
    package static func inputs(_ bytes: [[UInt8]], modes: Range<UInt8> = 0..<4) -> [[UInt8]] {
        bytes.flatMap { bytes in modes.map { [$0] + bytes } }
    }
}
