internal import Foundation

/// The environment variables that the tests are steered with.
enum TestEnvironment {
    static func value(of variable: String) -> String? {
        ProcessInfo.processInfo.environment[variable]
    }
}
