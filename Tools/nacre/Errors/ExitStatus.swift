internal import ArgumentParser

/// The exit statuses of the tool, after BSD's sysexits.h. Scripts depend on them: do not change.
enum ExitStatus: Int32, CaseIterable {
    case success = 0
    case usage = 64
    case badData = 65
    case notFound = 66
    case internalError = 70
    case cannotCreate = 73
    case ioError = 74
    case locked = 75
    case unsupportedFormat = 76
    case notPermitted = 77
    /// The status that a shell reports for a process that was interrupted.
    case cancelled = 130

    /// The meaning, as in `nacre --help` and in README.md.
    var meaning: String {
        switch self {
        case .success: "done"
        case .usage: "the command line is wrong: an option, an entity, an attribute, a filter"
        case .badData: "the store is damaged, or input data is malformed"
        case .notFound: "the store, file or commit does not exist, or the path is not a store"
        case .internalError: "an error in nacre itself"
        case .cannotCreate: "a limit of the format is reached, or an output file is there already"
        case .ioError: "reading or writing failed, or the disk is full"
        case .locked: "another process writes to the store; try again later"
        case .unsupportedFormat: "the store needs a newer version of nacre"
        case .notPermitted: "the operating system does not permit it"
        case .cancelled: "the work was cancelled before its end; completed steps are kept"
        }
    }

    /// The status if the reader of standard output has gone: the one that a shell reports for a
    /// process that SIGPIPE has ended.
    static let brokenPipe = ExitCode(128 + 13)

    var code: ExitCode { ExitCode(rawValue) }
}
