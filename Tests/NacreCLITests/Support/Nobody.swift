import Foundation
import Testing

/// Runs the tool as an unprivileged user: permissions do not restrict root, who runs tests in
/// containers.
enum Nobody {
    static let requirement: Comment =
        "As root this test needs setpriv, and an executable that everybody may run."

    static let isAvailable: Bool = {
        guard getuid() == 0 else { return true }
        guard FileManager.default.isExecutableFile(atPath: setpriv) else { return false }
        return (try? run("--version"))?.status == 0
    }()

    private static let setpriv = "/usr/bin/setpriv"

    static func run(_ arguments: String...) throws -> Tool.Result { try run(arguments) }

    static func run(_ arguments: [String]) throws -> Tool.Result {
        let tool = try Tool.executable()
        guard getuid() == 0 else { return try Tool.run(path: tool, arguments) }
        return try Tool.run(
            path: setpriv, ["--reuid=65534", "--clear-groups", tool] + arguments)
    }
}
