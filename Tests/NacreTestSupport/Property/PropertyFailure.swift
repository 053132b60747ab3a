/// The error of a check whose value does not have the property.
package struct PropertyFailure: Error, Sendable, Equatable, CustomStringConvertible {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }

    package var description: String { message }
}

/// Fails the current case unless the condition holds. Inside `property` this replaces `#expect`,
/// which would report every step of the shrinking.
package func require(
    _ condition: Bool, _ message: @autoclosure () -> String = "the condition does not hold"
) throws {
    guard condition else { throw PropertyFailure(message()) }
}

/// Fails the current case unless the two values are equal, and shows both.
package func requireEqual<Value: Equatable>(
    _ actual: Value, _ expected: Value, _ message: @autoclosure () -> String = ""
) throws {
    guard actual != expected else { return }
    let about = message()
    throw PropertyFailure(
        """
        \(about.isEmpty ? "" : about + ": ")got \(Printed(actual)), expected \(Printed(expected))
        """)
}

/// Drops the current case unless the condition holds: it is not a counterexample, and does not
/// count as a run. A generator that makes only suitable values is better.
package func assume(_ condition: Bool) throws(Rejection) {
    guard condition else { throw Rejection() }
}
