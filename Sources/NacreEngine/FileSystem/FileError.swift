/// A failed call to the file system.
package struct FileError: Error, Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        case notFound
        case notPermitted
        /// A file is in the place of a directory.
        case notDirectory
        case diskFull
        /// A link, a pipe or a directory is in the place of a file.
        case notRegular
        /// The file is larger than the limits with which the store is opened allow.
        case beyondLimit
        /// Another holder has the lock.
        case locked
        /// The process has no memory or no descriptors left. This says nothing about the file.
        case noResources
        /// The call was not made, because this library's own memory contradicts itself.
        case brokenInvariant
        case other
    }

    package let reason: Reason
    /// A sentence that tells the failed operation and the remedy.
    package let message: String
    package let path: String
    /// The operating system's description of the error.
    package let cause: String?
    /// Whether nothing was written, so the store may continue as if the call had not been tried.
    package private(set) var isBeforeWriting = false

    /// Whether the file may be sound despite the error.
    var isRefusal: Bool { reason == .notPermitted || reason == .noResources }

    package init(_ reason: Reason, _ message: String, path: String, cause: String? = nil) {
        self.reason = reason
        self.message = message
        self.path = path
        self.cause = cause
    }

    /// A copy of the error, marked as raised before any byte was written.
    package var beforeWriting: FileError { with(isBeforeWriting: true) }
    /// A copy of the error, marked as raised after an earlier call of the series has written.
    package var afterWriting: FileError { with(isBeforeWriting: false) }

    private func with(isBeforeWriting: Bool) -> FileError {
        var error = self
        error.isBeforeWriting = isBeforeWriting
        return error
    }
}
