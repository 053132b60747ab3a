import Foundation

/// Compiles files as a package that depends on this one does.
enum Compiler {
    struct NotFound: Error, CustomStringConvertible {
        let description = "The modules are not beside the tests. Build them first."
    }

    struct Outcome {
        let messages: String

        /// Returns the errors of a file, one per line. For an error in the expansion of a macro,
        /// the notes after it name the file.
        func errors(in file: URL) -> [Substring] {
            let lines = messages.split(separator: "\n")
            let starts = lines.indices.filter {
                lines[$0].contains(": error: ") && !lines[$0].hasPrefix(" ")
            }
            return zip(starts, starts.dropFirst() + [lines.endIndex]).compactMap { start, end in
                let isOfFile = lines[start..<end].contains {
                    $0.contains("/\(file.lastPathComponent):")
                }
                return isOfFile ? lines[start] : nil
            }
        }
    }

    /// Compiles up to the analysis of the flow of values: type checking alone does not detect a
    /// transaction that leaves its closure.
    static func compile(_ files: [URL]) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            try ["swiftc", "-emit-sil", "-wmo", "-o", "/dev/null"] + options() + files.map(path)
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = pipe
        try process.run()
        let messages = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(messages: String(decoding: messages, as: UTF8.self))
    }

    private static func options() throws -> [String] {
        let products = try folder(with: "Modules/Nacre.swiftmodule")
        let system = "checkouts/swift-system/Sources/CSystem/include/module.modulemap"
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources").standardizedFileURL
        // The module maps that the build passes to all targets that depend on these C modules.
        let moduleMaps = [
            products.appending(path: "CNacreShims.build/module.modulemap"),
            sources.appending(path: "CLZ4/module.modulemap"),
            try folder(with: system).appending(path: system),
        ]
        return [
            "-swift-version", "6", "-strict-memory-safety",
            "-enable-upcoming-feature", "ExistentialAny",
            "-enable-upcoming-feature", "MemberImportVisibility",
            "-I", path(products.appending(path: "Modules")),
            "-load-plugin-executable",
            path(products.appending(path: "NacreMacros-tool")) + "#NacreMacros",
        ] + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\(path($0))"] }
    }

    /// Returns the nearest folder around the test bundle that has a file.
    private static func folder(with file: String) throws -> URL {
        let places = CommandLine.arguments + [Bundle.main.bundlePath]
        for place in places where place.contains("/") {
            var url = URL(filePath: place)
            for _ in 0..<7 {
                url = url.deletingLastPathComponent()
                let candidate = path(url.appending(path: file))
                if FileManager.default.fileExists(atPath: candidate) { return url }
            }
        }
        throw NotFound()
    }

    private static func path(_ url: URL) -> String { url.path(percentEncoded: false) }
}
