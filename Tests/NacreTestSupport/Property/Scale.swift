/// How much work random tests and sweeps do, set by the environment variable `NACRE_TEST_SCALE`: 1
/// is what every change has to pass, 100 for a long night. Without it there is less, so that nobody
/// waits for long.
package enum Scale {
    package static let variable = "NACRE_TEST_SCALE"

    private static let factorByDefault = 0.3

    package static let factor = factor(of: TestEnvironment.value(of: variable))

    /// As many as `base`, scaled, but at least one.
    package static func count(_ base: Int) -> Int {
        count(base, factor: factor)
    }

    package static func count(_ base: Int, factor: Double) -> Int {
        // Larger than anyone wants, smaller than what traps in the conversion.
        max(1, Int(min(Double(base) * factor, 1e15).rounded()))
    }

    /// Of a sweep through many cases: all of them from scale 1 on, else a share at even distances,
    /// the first and the last one among them.
    package static func share<Cases: RandomAccessCollection>(of cases: Cases) -> [Cases.Element] {
        share(of: cases, factor: factor)
    }

    package static func share<Cases: RandomAccessCollection>(
        of cases: Cases, factor: Double
    ) -> [Cases.Element] {
        let count = Self.count(cases.count, factor: min(factor, 1))
        guard count > 1 else { return Array(cases.prefix(1)) }
        return (0..<count).map { place in
            let distance = place * (cases.count - 1) / (count - 1)
            return cases[cases.index(cases.startIndex, offsetBy: distance)]
        }
    }

    /// Of a sweep with too many cases for every run: `base` of them at scale 1, at even distances,
    /// and all of them from some scale on.
    package static func some<Cases: RandomAccessCollection>(
        _ base: Int, of cases: Cases
    ) -> [Cases.Element] {
        share(of: cases, factor: Double(count(base)) / Double(max(1, cases.count)))
    }

    package static func factor(of text: String?) -> Double {
        guard let text else { return factorByDefault }
        guard let factor = Double(text), factor > 0, factor.isFinite else {
            preconditionFailure("\(variable) must be a number above 0, but is \"\(text)\"")
        }
        return factor
    }
}
