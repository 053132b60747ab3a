internal import NacreEngine

/// Why a file cannot be imported, said to the person who has the file: where, what, and what to do
/// about it.
package struct ImportError: Error, Sendable, Equatable {
    /// The path, or "standard input".
    package let file: String
    /// The physical line, counted from 1, where the line or record begins that has the error; nil
    /// if the error is not in one line.
    package let line: Int?
    /// A sentence about what is wrong, and one with a remedy.
    package let message: String
    package let reason: Reason

    /// What kind of error it is: it decides how the tool ends.
    package enum Reason: Sendable {
        /// There is no such file.
        case notFound
        /// The operating system does not permit it to be read.
        case notPermitted
        /// Reading it failed, or writing its copy.
        case io
        /// The content is not right, or does not go with the command line.
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
    /// The same error, with what became of the objects before it.
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
    /// Whether the object at hand is to blame, so that its line helps.
    var concernsOneObject: Bool { code == .invalidValue || code == .uniqueViolation }

    /// The same error, with what became of the objects before it.
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
