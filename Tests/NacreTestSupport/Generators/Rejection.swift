/// Indicates that there is no value to test: a filter found none, or a check could not use it. The
/// case counts neither as a success nor as a failure.
package struct Rejection: Error, Sendable {
    package init() {}
}
