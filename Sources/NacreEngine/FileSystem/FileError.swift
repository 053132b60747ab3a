/// A call to the file system that failed.
package struct FileError: Error, Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        case notFound
        case notPermitted
        /// A file stands where a directory should.
        case notDirectory
        case diskFull
        /// A link, a pipe or a directory stands where a file should.
        case notRegular
        /// Larger than the limits allow with which the store is opened.
        case beyondLimit
        /// Another holder has the lock.
        case locked
        /// The process has no memory or no descriptors left, which tells nothing of the file.
        case noResources
        case other
    }

    package let reason: Reason
    /// A sentence: what was tried and what to do.
    package let message: String
    package let path: String
    /// The operating system's words.
    package let cause: String?
    /// Whether nothing was written, so that the store may go on as if it had not been tried.
    package private(set) var isBeforeWriting = false

    /// Whether the file may be sound all the same.
    var isRefusal: Bool { reason == .notPermitted || reason == .noResources }

    package init(_ reason: Reason, _ message: String, path: String, cause: String? = nil) {
        self.reason = reason
        self.message = message
        self.path = path
        self.cause = cause
    }

    /// The same error of a call that came before any byte was written.
    package var beforeWriting: FileError { with(isBeforeWriting: true) }
    /// The same error of a call of a series, an earlier one of which has written.
    package var afterWriting: FileError { with(isBeforeWriting: false) }

    private func with(isBeforeWriting: Bool) -> FileError {
        var error = self
        error.isBeforeWriting = isBeforeWriting
        return error
    }
}
