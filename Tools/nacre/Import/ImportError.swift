internal import NacreEngine

/// The reason why a file cannot be imported, for the user who has the file: the place, the problem
/// and the remedy.
package struct ImportError: Error, Sendable, Equatable {
    /// The file's path, or "standard input".
    package let file: String
    /// The physical line, counted from 1, where the line or record with the error begins, or nil if
    /// the error is not in a single line.
    package let line: Int?
    /// A sentence about the problem, and one with a remedy.
    package let message: String
    package let reason: Reason

    /// The kind of the error, which decides the exit status.
    package enum Reason: Sendable {
        /// The file does not exist.
        case notFound
        /// The operating system does not permit reading the file.
        case notPermitted
        /// Reading the file failed, or writing its copy.
        case io
        /// The content is wrong, or does not fit the command line.
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
    func afterCommit(of count: Int) -> ImportError {
        guard count > 0 else { return self }
        return ImportError(
            file: file, line: line, message: "\(message) \(Self.whatStays(count))",
            reason: reason)
    }

    fileprivate static func whatStays(_ count: Int) -> String {
        count == 1
            ? "The first object stays in the store."
            : "The first \(ByteCount.grouped(count)) objects stay in the store."
    }
}

extension StoreError {
    /// Whether the current object caused the error, so that its line helps.
    var concernsOneObject: Bool { code == .invalidValue || code == .uniqueViolation }

    /// Returns this error with a sentence about the objects before it.
    func afterCommit(of count: Int) -> StoreError {
        guard count > 0 else { return self }
        return StoreError(
            code, "\(message) \(ImportError.whatStays(count))", file: file, offset: offset,
            cause: cause)
    }
}

extension ImportError: CustomStringConvertible {
    /// The form that compilers use, which editors can jump to.
    package var description: String {
        if let line { "\(file):\(line): \(message)" } else { "\(file): \(message)" }
    }
}
