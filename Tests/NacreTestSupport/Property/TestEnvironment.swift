internal import Foundation

/// The environment variables that the tests are steered with.
enum TestEnvironment {
    static var isTracing: Bool { value(of: "NACRE_TEST_TRACE") == "1" }

    /// To the standard error, which is not buffered: what is traced is there after a trap.
    static func trace(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    static func value(of variable: String) -> String? {
        ProcessInfo.processInfo.environment[variable]
    }
}
