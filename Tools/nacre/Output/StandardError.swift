internal import SystemPackage

/// Messages to whoever runs the tool. Never part of a result, so they go to standard error.
enum StandardError {
    /// - Parameter text: may have several lines; each is made fit for a terminal.
    static func write(_ text: String) {
        let bytes = Array((TerminalText.escapedLines(text) + "\n").utf8)
        // If nobody can be told, nobody can be told that either.
        _ = try? FileDescriptor.standardError.writeAll(bytes)
    }
}
