import Foundation

/// Runs the built executable with arguments and returns its exit code, standard output and standard
/// error.
enum Tool {
    struct Result {
        let status: Int32
        let output: String
        let errors: String

        var lines: [String] {
            output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .map { String($0) }
        }
    }

    struct NotFound: Error, CustomStringConvertible {
        let description = "The executable nacre is not beside the tests. Build it first."
    }

    static func run(_ arguments: String..., from directory: String? = nil) throws -> Result {
        try run(path: executable(), arguments, directory: directory)
    }

    /// - Parameter path: The path of an executable, which may run the tool itself.
    static func run(
        path: String, _ arguments: [String], directory: String? = nil
    ) throws -> Result {
        try TemporaryFolder.with { folder in
            // Files rather than pipes, because pipes would have to be emptied meanwhile.
            let output = try file("\(folder)/output")
            let errors = try file("\(folder)/errors")
            let process = Process()
            process.executableURL = URL(filePath: path)
            process.arguments = arguments
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = errors
            if let directory { process.currentDirectoryURL = URL(filePath: directory) }
            try process.run()
            process.waitUntilExit()
            return Result(
                status: process.terminationStatus, output: try text("\(folder)/output"),
                errors: try text("\(folder)/errors"))
        }
    }

    /// Returns the path of the executable, beside the test bundle, which the arguments of this
    /// process or its bundles lead to.
    static func executable() throws -> String {
        let places =
            CommandLine.arguments + Bundle.allBundles.map(\.bundlePath)
            + [Bundle.main.bundlePath, Bundle.main.executablePath ?? ""]
        for place in places where place.contains("/") {
            var url = URL(filePath: place)
            for _ in 0..<5 {
                url = url.deletingLastPathComponent()
                let candidate = url.appending(path: "nacre").path(percentEncoded: false)
                var isDirectory = ObjCBool(false)
                let exists = unsafe FileManager.default.fileExists(
                    atPath: candidate, isDirectory: &isDirectory)
                if exists, !isDirectory.boolValue { return candidate }
            }
        }
        throw NotFound()
    }

    private static func file(_ path: String) throws -> FileHandle {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        return try FileHandle(forWritingTo: URL(filePath: path))
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }
}
