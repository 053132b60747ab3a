internal import Foundation
package import Testing

/// Checks that all values of a generator have a property, on `runs` random ones (scaled by
/// `NACRE_TEST_SCALE`), and otherwise records an issue with the smallest counterexample.
///
/// Code that traps ends the tests before anything can be reported. With `NACRE_TEST_TRACE=1`, the
/// command that repeats a case is printed before the case runs, so the last one is the culprit.
///
/// - Parameter check: Throws if a value does not have the property, by `require`, `requireEqual` or
///   the code under test. It runs many times on a failure, so it must set up everything each time,
///   and it must not use `#expect` or `#require`, which report immediately.
package func property<Value>(
    _ name: String, runs: Int = 100, _ generator: Generator<Value>,
    sourceLocation: SourceLocation = #_sourceLocation,
    check: (Value) throws -> Void
) {
    let filter = Reproduction.filter(sourceLocation: sourceLocation)
    if let message = failure(name, runs, generator, filter, check) {
        Issue.record("\(message)", sourceLocation: sourceLocation)
    }
}

/// Checks a property on a dedicated thread. There the check may wait for tasks, which the threads
/// that run tasks must not do.
package func blockingProperty<Value>(
    _ name: String, runs: Int = 100, _ generator: Generator<Value>,
    sourceLocation: SourceLocation = #_sourceLocation,
    check: @escaping @Sendable (Value) throws -> Void
) async {
    let filter = Reproduction.filter(sourceLocation: sourceLocation)
    let message = await withCheckedContinuation { continuation in
        Thread {
            continuation.resume(returning: failure(name, runs, generator, filter, check))
        }.start()
    }
    if let message { Issue.record("\(message)", sourceLocation: sourceLocation) }
}

/// - Returns: The failure message, or nil if there is no failure.
private func failure<Value>(
    _ name: String, _ runs: Int, _ generator: Generator<Value>, _ filter: String,
    _ check: (Value) throws -> Void
) -> String? {
    var runner = PropertyRunner(generator, runs: Scale.count(runs))
    if TestEnvironment.isTracing {
        runner.willRun = { seed in
            TestEnvironment.trace("\(name): \(Reproduction.line(seed: seed, filter: filter))")
        }
    }
    return runner.outcome(of: check).message(property: name, filter: filter)
}
