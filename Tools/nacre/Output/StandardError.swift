internal import SystemPackage

/// Messages to the user. They are never part of a result, so they go to standard error.
enum StandardError {
    /// - Parameter text: The text, which may have several lines; each is escaped for a terminal.
    static func write(_ text: String) {
        let bytes = Array((TerminalText.escapedLines(text) + "\n").utf8)
        // A failure is ignored: there is no other place to report it.
        _ = try? FileDescriptor.standardError.writeAll(bytes)
    }
}
