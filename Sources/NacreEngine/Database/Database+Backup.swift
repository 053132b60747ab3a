extension Database {
    /// Brings a directory to the present state of this store, while changes continue. The backup
    /// includes everything that is durable at the time of the call. A store that is open for
    /// writing remembers where the backup is, so that erases can name it.
    /// - Parameter keepsHistory: Whether the backup has the former states that this store keeps.
    package func backup(
        to destination: String, verifies: Bool = true, keepsHistory: Bool = true,
        files: any FileSystem = POSIXFileSystem(),
        progress: (Int, Int) throws -> Void = { _, _ in }
    ) throws -> BackupReport {
        let copying = beginCopy(.backup, path: destination, files: files)
        defer { copying.end() }
        let backup = Backup(
            source: try backupSource(), sourcePath: path, destination: destination, files: files,
            verifies: verifies, keepsHistory: keepsHistory, environment: environment)
        return try backup.run(progress) { [self] commit in
            try recordCopy(.backup, path: destination, commit: commit, files: files)
        }
    }

    /// Backs up a store that is not open here, and may be open elsewhere.
    package static func backup(
        from path: String, to destination: String, verifies: Bool = true,
        keepsHistory: Bool = true,
        fileSystem: any FileSystem = POSIXFileSystem(),
        files: any FileSystem = POSIXFileSystem(),
        progress: (Int, Int) throws -> Void = { _, _ in }
    ) throws -> BackupReport {
        let source: BackupSource
        do {
            let directory = try fileSystem.openDirectory(path, creating: false)
            source = try BackupSource(readingFrom: directory)
        } catch let error as FileError {
            throw StoreError(error)
        }
        return try Backup(
            source: source, sourcePath: path, destination: destination, files: files,
            verifies: verifies, keepsHistory: keepsHistory, environment: .system
        ).run(progress)
    }
}
