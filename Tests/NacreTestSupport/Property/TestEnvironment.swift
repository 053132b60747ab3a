internal import Foundation

/// The environment variables that control the tests.
enum TestEnvironment {
    static var isTracing: Bool { value(of: "NACRE_TEST_TRACE") == "1" }

    /// Writes a line to standard error, which is not buffered: the line is visible even after a
    /// trap.
    static func trace(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    static func value(of variable: String) -> String? {
        ProcessInfo.processInfo.environment[variable]
    }
}
