/// How much work the random tests do, set by the environment variable `NACRE_TEST_SCALE`: 1 by
/// default, 100 for a long night, 0.1 for a quick look.
package enum Scale {
    package static let variable = "NACRE_TEST_SCALE"

    package static let factor = factor(of: TestEnvironment.value(of: variable))

    /// As many as `base`, scaled, but at least one.
    package static func count(_ base: Int) -> Int {
        count(base, factor: factor)
    }

    package static func count(_ base: Int, factor: Double) -> Int {
        // Larger than anyone wants, smaller than what traps in the conversion.
        max(1, Int(min(Double(base) * factor, 1e15).rounded()))
    }

    package static func factor(of text: String?) -> Double {
        guard let text else { return 1 }
        guard let factor = Double(text), factor > 0, factor.isFinite else {
            preconditionFailure("\(variable) must be a number above 0, but is \"\(text)\"")
        }
        return factor
    }
}
