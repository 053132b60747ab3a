/// The seeds of the cases of one property: a new series in each run of the tests, or one that
/// begins with the seed in `NACRE_TEST_SEED`, which repeats a failure in the very first case.
package struct Seeds: Sendable {
    package static let variable = "NACRE_TEST_SEED"

    private var first: UInt64?
    private var rest: SplitMix64

    /// Makes the series that begins with this seed.
    package init(first: UInt64) {
        self.first = first
        rest = SplitMix64(seed: first)
    }

    /// Makes the series that the environment specifies, or a new one.
    package init() {
        self.init(environment: TestEnvironment.value(of: Seeds.variable))
    }

    package init(environment text: String?) {
        guard let text else {
            var system = SystemRandomNumberGenerator()
            self.init(first: system.next())
            return
        }
        guard let seed = Seeds.parse(text) else {
            preconditionFailure(
                "\(Seeds.variable) must be a number such as 0x1234, but is \"\(text)\"")
        }
        self.init(first: seed)
    }

    package mutating func next() -> UInt64 {
        if let seed = first {
            first = nil
            return seed
        }
        return rest.next()
    }

    /// Parses a decimal number, or a hexadecimal one after 0x.
    package static func parse(_ text: String) -> UInt64? {
        text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
    }

    package static func text(of seed: UInt64) -> String {
        "0x" + String(seed, radix: 16)
    }
}
