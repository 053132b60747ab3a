/// The reason why a file cannot be imported, for the user who has the file: the place, the problem
/// and the remedy.
public struct ImportError: Error, Sendable, Equatable {
    /// The file's path, or "standard input".
    public let file: String
    /// The physical line, counted from 1, where the line or record with the error begins, or nil if
    /// the error is not in a single line.
    public let line: Int?
    /// A sentence about the problem, and one with a remedy.
    public let message: String
    /// The kind of the error.
    public let reason: Reason

    /// The kinds of errors.
    public enum Reason: Sendable {
        /// The file does not exist.
        case notFound
        /// The operating system does not permit reading the file.
        case notPermitted
        /// Reading the file failed, or writing its copy.
        case io
        /// The content is wrong, or does not fit the entity or the options.
        case badData
    }

    package init(file: String, line: Int? = nil, message: String, reason: Reason = .badData) {
        self.file = file
        self.line = line
        self.message = message
        self.reason = reason
    }
}

extension ImportError {
    /// Returns this error with a sentence about the objects before it.
    package func afterCommit(of count: Int) -> ImportError {
        guard count > 0 else { return self }
        return ImportError(
            file: file, line: line, message: "\(message) \(Self.whatStays(count))",
            reason: reason)
    }

    package static func whatStays(_ count: Int) -> String {
        count == 1
            ? "The first object stays in the store."
            : "The first \(ByteCount.grouped(count)) objects stay in the store."
    }
}

extension ImportError: CustomStringConvertible {
    /// The form that compilers use, which editors can jump to.
    public var description: String {
        if let line { "\(file):\(line): \(message)" } else { "\(file): \(message)" }
    }
}
