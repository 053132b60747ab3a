internal import Foundation

/// The terminal functions that a progress bar needs. No escape sequences are used: a carriage
/// return and spaces work on any terminal.
package struct ProgressTerminal {
    package let width: () -> Int
    package let write: (String) -> Void

    package init(width: @escaping () -> Int, write: @escaping (String) -> Void) {
        self.width = width
        self.write = write
    }

    /// Standard error, or nil if it is not a terminal: a file or a pipe needs no progress.
    package static var standardError: ProgressTerminal? {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        return ProgressTerminal(
            width: { Self.columns },
            write: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) })
    }

    private static var columns: Int {
        var size = winsize()
        // SAFETY: the call fills in the structure it is given, and keeps no pointer to it.
        let result = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size)
        return result == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }
}
