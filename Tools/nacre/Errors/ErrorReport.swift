internal import NacreEngine
internal import NacreExchangeCore
internal import NacreFormat

/// The message for an error, and the exit status that it causes. Errors become messages only here.
struct ErrorReport {
    let status: ExitStatus
    /// The message, which may have several lines. Empty if there is nothing to say.
    let message: String

    init(_ error: any Error) {
        switch error {
        case let error as CommandFailure: self.init(error.status, error.message)
        case let error as StoreError: self.init(Self.status(error.code), Self.oneLine(error))
        case let error as FilterSyntaxError: self.init(.usage, Self.message(error))
        case let error as ImportError: self.init(Self.status(error.reason), Self.oneLine(error))
        case let error as FileError: self.init(Self.status(error.reason), Self.message(error))
        case let error as FormatError: self.init(.badData, Self.oneLine(error))
        case let error as OutputError:
            self.init(.ioError, "Standard output cannot be written to: \(error.cause)")
        default:
            self.init(.internalError, "An unexpected error: \(Self.oneLine(error))")
        }
    }

    private init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    /// Returns the error's text on one line. The text may contain data, which must not pass for a
    /// further message on the next line.
    private static func oneLine(_ error: any Error) -> String {
        TerminalText.escaped("\(error)")
    }

    private static func message(_ error: FilterSyntaxError) -> String {
        lines(error.description)
    }

    /// Returns a message that shows a mistake in the user's own text, with the text, in lines of
    /// their own.
    static func lines(_ description: String) -> String {
        let lines = description.split(separator: "\n", omittingEmptySubsequences: false)
        return "This cannot be understood:\n" + lines.map { "    \($0)" }.joined(separator: "\n")
    }

    private static func message(_ error: FileError) -> String {
        TerminalText.escaped(
            "\(error.message) [\(error.path)]" + (error.cause.map { " (\($0))" } ?? ""))
    }

    private static func status(_ reason: ImportError.Reason) -> ExitStatus {
        switch reason {
        case .notFound: .notFound
        case .notPermitted: .notPermitted
        case .io: .ioError
        case .badData: .badData
        }
    }

    private static func status(_ reason: FileError.Reason) -> ExitStatus {
        switch reason {
        case .notFound, .notDirectory: .notFound
        case .notPermitted: .notPermitted
        case .locked: .locked
        case .notRegular: .ioError
        case .beyondLimit: .cannotCreate
        case .diskFull, .noResources, .other: .ioError
        case .brokenInvariant: .internalError
        }
    }

    private static func status(_ code: StoreError.Code) -> ExitStatus {
        switch code {
        case .storeNotFound, .notAStore, .historyGone: .notFound
        // The store is open in the process from which this one was forked.
        case .locked, .forked: .locked
        case .notPermitted: .notPermitted
        case .cancelled, .deadlineExceeded: .cancelled
        case .unsupportedFormat: .unsupportedFormat
        case .io, .diskFull, .poisoned: .ioError
        case .unknownEntity, .unknownAttribute: .usage
        case .corrupt, .schemaMismatch, .invalidValue, .duplicateID, .uniqueViolation,
            .noSuchObject, .undecodable, .danglingReference, .deleteDenied, .invalidObject,
            .conflict, .refused, .appendOnly, .hookLoop, .tooManyResults:
            .badData
        case .limitReached: .cannotCreate
        default: .internalError
        }
    }
}
