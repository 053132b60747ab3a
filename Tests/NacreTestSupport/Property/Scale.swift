/// The amount of work of random tests and sweeps, set by the environment variable
/// `NACRE_TEST_SCALE`: 1 is what every change has to pass, 100 is for a long night. Without the
/// variable there is less work, to keep the tests short.
package enum Scale {
    package static let variable = "NACRE_TEST_SCALE"

    private static let factorByDefault = 0.3

    package static let factor = factor(of: TestEnvironment.value(of: variable))

    /// Returns `base`, scaled, but at least one.
    package static func count(_ base: Int) -> Int {
        count(base, factor: factor)
    }

    package static func count(_ base: Int, factor: Double) -> Int {
        // The bound is larger than any useful count, and small enough for the conversion not to
        // trap.
        max(1, Int(min(Double(base) * factor, 1e15).rounded()))
    }

    /// Returns a share of the cases of a sweep: all of them from scale 1 on, otherwise a share at
    /// even distances that includes the first and the last one.
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

    /// Returns some of the cases of a sweep that has too many for every run: `base` of them at
    /// scale 1, at even distances, and all of them from some scale on.
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
