internal import NacreFormat

/// Makes a new store whose newest state is one that another store has or had.
///
/// The log up to a commit is the state after it, with all that is kept from before. So a fork has
/// the same segments up to its commit. Files that are never written again are shared with the
/// source where the file system can do that, all others are copied. The segment in which the commit
/// lies ends there in the fork.
///
/// The files are first brought together as they are in the source, under the manifest of a store
/// that is being made. From then on nothing depends on the source, which may be compacted
/// meanwhile. The fork becomes a store in the last step.
struct StoreFork {
    let source: BackupSource
    /// The path of the source's directory.
    let sourcePath: String
    let destination: String
    let files: any FileSystem
    /// The commit whose state the fork has; nil for the newest one.
    let commit: CommitNumber?
    /// Whether to check the whole fork at the end.
    let verifies: Bool
    let environment: Environment

    /// Makes the fork.
    /// - Parameters:
    ///   - making: Calls its argument, which begins the new store. The caller can keep a reference
    ///     to it.
    ///   - progress: Called with the bytes shared or copied so far and in total. An error it throws
    ///     ends the work and leaves nothing at the destination.
    ///   - record: Called before the fork holds anything. Returns whether the source remembers it.
    func run(
        making: (() throws -> NewStore) throws -> NewStore,
        _ progress: (Int, Int) throws -> Void, recording record: () throws -> Bool
    ) throws -> ForkReport {
        do {
            guard try !files.isPath(destination, within: sourcePath) else {
                throw StoreError(
                    .notAStore,
                    "The fork would be in the store's own directory. Choose another path.",
                    file: destination)
            }
            let store = try making { try NewStore(at: destination, in: files) }
            return try store.finishing {
                let isRecorded = try record()
                var report = try run(store, progress)
                report.isRecorded = isRecorded
                return report
            }
        } catch let error as FileError {
            throw StoreError(error)
        } catch let error as FormatError {
            throw StoreError(error, file: destination)
        }
    }

    private func run(
        _ store: NewStore, _ progress: (Int, Int) throws -> Void
    ) throws -> ForkReport {
        let directory = try store.fileSystem.openDirectory(destination, creating: false)
        var report = ForkReport()
        var shared = try bringFiles(to: directory, progress)
        var database = try open(store)
        let head = try database.snapshot()
        let commit = commit ?? head.commit
        report.commit = commit.rawValue
        let state = try ForkedState(of: database, at: commit, sourcePath)
        report.emptyEntities = state.emptyEntities
        if commit < head.commit {
            try database.close()
            shared.subtract(
                try StoreCut(
                    directory: directory, commit: commit, catalog: head.catalog, left: state.left,
                    environment: environment
                ).run())
            database = try open(store)
        }
        let found = try database.snapshot()
        // An erase that the state had begun goes on when it is opened.
        guard found.commit > commit || found.digest == state.digest else { throw unreadable() }
        try database.performChanges(author: "fork") { try state.settings.apply(to: $0) }
        report.lastCommit = try database.snapshot().commit.rawValue
        try database.close()
        try report.count(shared, in: directory)
        if verifies { try verify(store) }
        return report
    }

    private func open(_ store: NewStore) throws -> Database {
        // The fork counts only once all of it is durable.
        try Database(
            at: destination, options: Database.Options(durability: .onClose),
            fileSystem: store.fileSystem, environment: environment)
    }

    // MARK: Files

    /// Brings the files to the new directory as they are in the source, with a manifest that says
    /// that the store is a fork.
    /// - Returns: The segments whose files are shared with the source.
    private func bringFiles(
        to directory: any StoreDirectory, _ progress: (Int, Int) throws -> Void
    ) throws -> Set<SegmentNumber> {
        var shared: Set<SegmentNumber> = []
        let total = source.files.reduce(0) { $0 + $1.length }
        var done = 0
        var manifest = source.manifest
        manifest.fork = StoreID(high: environment.random(), low: environment.random())
        let manifests = ManifestStore(directory: directory)
        // From here on, what a crash leaves can be recognized.
        try manifests.publish(manifest, keepsFormer: false)
        for file in source.files {
            let name = FileName.segment(file.number)
            if file.line == nil {
                let bytes = try file.file.map(file.length).read { view in
                    try LogPrefix(view).closed(view, at: environment.now())
                }
                try bytes.withView { try directory.make(name, with: $0) }
            } else if directory.share(file.file, as: name) {
                try directory.open(name, .reading).sync(.backupSegment)
                shared.insert(file.number)
            } else {
                try file.file.map(file.length).read { view in
                    try directory.make(name, with: view) { try progress(done + $0, total) }
                }
            }
            done += file.length
            try progress(done, total)
        }
        if let checkpoint = source.checkpoint {
            for (number, file) in checkpoint.runs {
                _ = bring(file, as: FileName.run(number), to: directory)
            }
            if bring(checkpoint.file, as: FileName.checkpoint(checkpoint.number), to: directory) {
                manifest.checkpoint = checkpoint.number
            }
        }
        try directory.sync(.backupSegmentEntry)
        try directory.syncParent(.storeEntry)
        manifest.generation &+= 1
        try manifests.publish(manifest, keepsFormer: false)
        return shared
    }

    /// Brings a cache to the new directory. Without it, the fork only opens more slowly.
    private func bring(
        _ file: any StoreFile, as name: String, to directory: any StoreDirectory
    ) -> Bool {
        if directory.share(file, as: name) { return true }
        do {
            try file.copy(file.size()).read { try directory.make(name, with: $0) }
            return true
        } catch {
            try? directory.remove(name)
            return false
        }
    }

    private func verify(_ store: NewStore) throws {
        let report = try IntegrityChecker(path: destination, fileSystem: store.fileSystem).run()
        guard report.defects.isEmpty else { throw unreadable(report.defects.first) }
    }

    private func unreadable(_ defect: IntegrityReport.Defect? = nil) -> StoreError {
        StoreError(
            .corrupt,
            "The fork does not read back as it should. Nothing was made; verify the store, and"
                + " check the disk.",
            file: defect.map { "\(destination)/\($0.file)" } ?? destination,
            offset: defect?.offset, cause: defect?.message)
    }
}

extension ForkReport {
    /// Counts the bytes of a fork's segments.
    /// - Parameter shared: The segments whose files are shared with the source.
    fileprivate mutating func count(
        _ shared: Set<SegmentNumber>, in directory: any StoreDirectory
    ) throws {
        guard case .manifest(let manifest) = try ManifestStore(directory: directory).find() else {
            return
        }
        for line in manifest.segments {
            if shared.contains(line.number) {
                sharedBytes += Int(line.length)
            } else {
                copiedBytes += Int(line.length)
            }
        }
        copiedBytes += try directory.open(FileName.segment(manifest.active), .reading).size()
    }
}
