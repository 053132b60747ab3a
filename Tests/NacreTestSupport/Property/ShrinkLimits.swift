/// When to be content with a counterexample that may not be the smallest.
package struct ShrinkLimits: Sendable {
    package var attemptsMax = 2000
    package var duration = Duration.seconds(20)

    package init() {}
}
