internal import SystemPackage

/// The texts for the errors of the operating system, such as a full disk.
extension FileError {
    /// Makes the error of a failed system call, with its advice.
    /// - Parameter what: What was tried, as in "open the store".
    init(_ errno: Errno, _ what: String, _ path: String) {
        let (reason, advice): (Reason, String) =
            switch errno {
            case .noSuchFileOrDirectory: (.notFound, "It does not exist.")
            case .permissionDenied, .notPermitted, .readOnlyFileSystem:
                (.notPermitted, "Check the permissions of the file and of its directory.")
            case .noSpace, .diskQuotaExceeded: (.diskFull, "Free some space on the disk.")
            case .notDirectory: (.notDirectory, "A store is a directory; this is a file.")
            case .tooManySymbolicLinkLevels, .noSuchAddressOrDevice, .isDirectory:
                (
                    .notRegular,
                    "There is a link, a pipe or a directory in its place; a store has plain files"
                        + " only."
                )
            case .tooManyOpenFiles, .tooManyOpenFilesInSystem:
                (
                    .noResources,
                    "Too many files are open: close some, or raise the process's limit."
                )
            case .noMemory: (.noResources, "There is not enough memory.")
            case .fileTooLarge:
                (.other, "The file system, or a limit of the process, allows no larger file.")
            case .noLocks:
                (.other, "The file system has no locks: some network file systems have none.")
            default: (.other, "Check the disk and the cause, then try again.")
            }
        self.init(
            reason, "Could not \(what). \(advice)", path: path, cause: errno.description)
    }
}
