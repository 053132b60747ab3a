package import NacreFormat

/// Makes new stores of states of this one.
extension Database {
    /// Makes a new store whose newest state is one that this store has or had, while changes
    /// continue. Either store can then be changed without the other one. A store that is open for
    /// writing remembers where the fork is, so that erases can name it.
    /// - Parameters:
    ///   - commit: The commit after which the state was; nil for the newest one that is durable.
    ///   - destination: A path where nothing is, or an empty directory.
    ///   - making: As for a salvage.
    /// - Throws: `historyGone` if the state is no longer kept, `invalidValue` for a commit that
    ///   does not exist yet, `uniqueViolation` if the state breaks the present rules on unique
    ///   values, `notAStore` if anything is at the destination.
    package func fork(
        at commit: CommitNumber? = nil, to destination: String, verifies: Bool = false,
        files: any FileSystem = POSIXFileSystem(),
        making: (() throws -> NewStore) throws -> NewStore = { try $0() },
        progress: (Int, Int) throws -> Void = { _, _ in }
    ) throws -> ForkReport {
        // A fork that cannot be made is not recorded.
        if let commit { _ = try snapshot(at: commit) }
        let copying = beginCopy(.fork, path: destination, files: files)
        defer { copying.end() }
        let fork = StoreFork(
            source: try backupSource(), sourcePath: path, destination: destination, files: files,
            commit: commit, verifies: verifies, environment: environment)
        return try fork.run(making: making, progress) {
            try recordCopy(
                .fork, path: destination, commit: commit ?? snapshot().commit, files: files)
        }
    }
}
