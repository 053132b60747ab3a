/// The limits after which shrinking ends, even if the counterexample may not be the smallest.
package struct ShrinkLimits: Sendable {
    package var attemptsMax = 2000
    package var duration = Duration.seconds(20)

    package init() {}
}
