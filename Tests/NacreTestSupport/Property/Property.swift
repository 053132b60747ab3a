package import Testing

/// Checks that all values of a generator have a property, on `runs` random ones (scaled by
/// `NACRE_TEST_SCALE`), and records an issue with the smallest counterexample otherwise.
///
/// Code that traps takes the tests down before anything can be reported. With `NACRE_TEST_TRACE=1`
/// the line to repeat a case is printed before the case runs, so the last one is the culprit.
///
/// - Parameter check: throws where a value does not have the property, by `require`, `requireEqual`
///   or the code under test. It runs many times on a failure, so it must start from nothing each
///   time, and it must not use `#expect` or `#require`, which report right away.
package func property<Value>(
    _ name: String, runs: Int = 100, _ generator: Generator<Value>,
    sourceLocation: SourceLocation = #_sourceLocation,
    check: (Value) throws -> Void
) {
    let filter = Reproduction.filter(sourceLocation: sourceLocation)
    var runner = PropertyRunner(generator, runs: Scale.count(runs))
    if TestEnvironment.isTracing {
        runner.willRun = { seed in
            TestEnvironment.trace("\(name): \(Reproduction.line(seed: seed, filter: filter))")
        }
    }
    let outcome = runner.outcome(of: check)
    if let message = outcome.message(property: name, filter: filter) {
        Issue.record("\(message)", sourceLocation: sourceLocation)
    }
}
