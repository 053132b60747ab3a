internal import Foundation

/// The device that standard output is connected to. The calls come with Foundation, which has no
/// wrappers for them.
enum Terminal {
    static var isStandardOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The width in columns, or nil if standard output is not a terminal: files and pipes get full
    /// lines.
    static var width: Int? {
        guard isStandardOutput else { return nil }
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return 80
        }
        return Int(size.ws_col)
    }
}
