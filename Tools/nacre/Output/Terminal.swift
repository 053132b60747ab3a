internal import Foundation

/// What standard output is connected to. The calls come with Foundation, which has no words of its
/// own for them.
enum Terminal {
    static var isStandardOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// In columns; nil if standard output is no terminal, so that files and pipes get all there is.
    static var width: Int? {
        guard isStandardOutput else { return nil }
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return 80
        }
        return Int(size.ws_col)
    }
}
