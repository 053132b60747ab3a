internal import NacreFormat

/// Brings a directory to the state of a store, which may be written to meanwhile. The directory is
/// a store that can be opened at any moment: first the missing segments are copied and synced, then
/// the manifest is replaced, then segments no longer named are removed.
///
/// Segments that are no longer written never change. So a segment with the same number, length and
/// digest is not copied again. Neither is the formerly active segment, as far as a recovery kept
/// it.
///
/// It removes only files that backups of the same store have made: segments of the store that the
/// backup's manifest no longer names, and files that an unfinished backup has staged.
struct Backup {
    let source: BackupSource
    /// The path of the source's directory.
    let sourcePath: String
    let destination: String
    let files: any FileSystem
    /// Whether to check each segment before it is copied, and the whole backup at the end.
    let verifies: Bool
    /// Whether the backup has the former states that the store keeps.
    let keepsHistory: Bool
    let environment: Environment

    /// Runs the backup.
    /// - Parameters:
    ///   - progress: Called with the bytes copied so far and in total. An error it throws ends the
    ///     backup and leaves the former one.
    ///   - record: Called before anything is copied, with the newest commit of the backup. Returns
    ///     whether the store remembers it.
    func run(
        _ progress: (Int, Int) throws -> Void,
        recording record: (CommitNumber) throws -> Bool = { _ in false }
    ) throws -> BackupReport {
        do {
            guard try !files.isPath(destination, within: sourcePath) else {
                throw refusal("The backup would be in the store's own directory.")
            }
            let directory = try files.openDirectory(destination, creating: true)
            defer { directory.removeIfMade() }
            // Checked before the lock is taken, which makes a file: a refused directory stays
            // unchanged.
            _ = try former(in: directory)
            let lock = try directory.lock(FileName.lock)
            defer { lock.release() }
            do {
                // Looked up again, because another backup may have just ended.
                let former = try former(in: directory)
                let isRecorded = try record(sourceCommit())
                return try run(directory, former, isRecorded, progress)
            } catch {
                removeStaged(in: directory)
                throw error
            }
        } catch let error as FileError {
            throw StoreError(error)
        } catch let error as FormatError {
            throw StoreError(error, file: destination)
        }
    }

    private func run(
        _ directory: any StoreDirectory, _ former: Manifest?, _ isRecorded: Bool,
        _ progress: (Int, Int) throws -> Void
    ) throws -> BackupReport {
        // From here on an unfinished first backup can be recognized.
        if former == nil {
            try BackupMark().write(in: directory)
            try directory.syncParent(.backupEntry)
        }
        let content =
            try keepsHistory
            ? stageCopies(in: directory, former, progress)
            : stagePresent(in: directory, former, progress)
        try publish(content, former, in: directory)
        let removed = try removeOthers(than: content.manifest, in: directory)
        if verifies { try verify() }
        return BackupReport(
            lastCommit: content.last.rawValue, copiedSegments: content.staged.count,
            keptSegments: content.keptCount, removedSegments: removed,
            copiedBytes: content.copiedBytes, isRecorded: isRecorded)
    }

    /// Stages copies of the segments that the backup lacks.
    private func stageCopies(
        in directory: any StoreDirectory, _ former: Manifest?,
        _ progress: (Int, Int) throws -> Void
    ) throws -> BackupContent {
        let needed = try source.files.filter { try !isThere($0, former, in: directory) }
        for file in needed { try checkNumber(of: file, former) }
        let total = needed.reduce(0) { $0 + $1.length }
        var done = 0
        for file in needed where file.line != nil {
            try stage(file, in: directory) { try progress(done + $0, total) }
            done += file.length
        }
        let (active, commit) = try stageActive(in: directory)
        done += active.count
        try progress(done, max(total, done))
        var content = BackupContent(source.manifest, last: commit)
        content.staged = needed.map(\.number)
        content.activeCRC = active.withView(\.crc)
        content.keptCount = source.files.count - needed.count
        content.copiedBytes = done
        return content
    }

    /// Stages segments with the present objects.
    private func stagePresent(
        in directory: any StoreDirectory, _ former: Manifest?,
        _ progress: (Int, Int) throws -> Void
    ) throws -> BackupContent {
        let total = source.files.reduce(0) { $0 + $1.length }
        if verifies {
            for file in source.files { try check(file.file.map(file.length), file) }
        }
        let state = try PresentState(source, path: sourcePath, in: directory, former, environment)
        return try state.make { try progress($0, total) }
    }

    /// Checks that a new segment does not take the place of another one, which the present manifest
    /// of the backup names.
    private func checkNumber(of file: BackupSource.File, _ former: Manifest?) throws {
        let named = former?.segments.first { $0.number == file.number }
        guard let named, named.digest != file.line?.digest else { return }
        throw refusal(
            "The directory holds a backup without history, whose files have the names of files of"
                + " the store.")
    }

    /// Whether the backup already has a segment as far as the source has it.
    private func isThere(
        _ file: BackupSource.File, _ former: Manifest?, in directory: any StoreDirectory
    ) throws -> Bool {
        guard let former, let line = file.line else { return false }
        let wasActive = line.number == former.active
        guard wasActive || former.segments.contains(line),
            let there = try? directory.open(FileName.segment(line.number), .reading),
            try there.size() >= file.length
        else { return false }
        guard wasActive else { return true }
        // A recovery has moved the end of the active segment to another segment. The copy here must
        // stay unchanged as long as the former manifest is valid. After that, only its bytes up to
        // the cut count.
        let copy = try there.map(file.length)
        let original = try file.file.map(file.length)
        return copy.read { copy in original.read { copy.isEqual(to: $0) } }
    }

    /// Publishes the backup, after everything was copied and synced.
    private func publish(
        _ content: BackupContent, _ former: Manifest?, in directory: any StoreDirectory
    ) throws {
        let now = try markOfNow(in: directory, former) ?? BackupMark()
        var next = BackupMark()
        next.manifests = [content.manifest.encoded.withView(\.crc)]
        next.actives = [content.activeCRC]
        var either = next
        either.manifests += now.manifests
        either.actives += now.actives
        // The active segment of the former backup continues in the new copy.
        if let active = former?.active, active != content.manifest.active,
            content.staged.contains(active)
        {
            either.actives.append(try directory.open(FileName.staged(active), .reading).crc())
        }
        try either.write(in: directory)
        for number in content.staged {
            try directory.rename(FileName.staged(number), to: FileName.segment(number))
        }
        try directory.sync(.backupSegmentEntry)
        if former != content.manifest {
            // The former generation is not kept, because it does not name the copied segments.
            try ManifestStore(directory: directory).publish(content.manifest, keepsFormer: false)
        }
        try next.write(in: directory)
    }

    // MARK: The destination

    /// Returns the manifest of the existing backup; nil if the directory is empty or holds the
    /// beginnings of a first backup.
    private func former(in directory: any StoreDirectory) throws -> Manifest? {
        let manifests = ManifestStore(directory: directory)
        let former: Manifest
        switch try manifests.find() {
        case .manifest(let manifest), .former(let manifest, _): former = manifest
        case .nothing:
            let known = [
                FileName.lock, FileName.backup, FileName.nextBackup, FileName.nextManifest,
            ]
            let isEmpty = try directory.list().allSatisfy { name in
                known.contains(name) || FileName.isStaged(name)
                    || FileName.segmentNumber(name) != nil
            }
            // Segments without a manifest are the beginnings of a backup only if a mark says so.
            let segments = try directory.list().filter { FileName.segmentNumber($0) != nil }
            guard try isEmpty && (segments.isEmpty || BackupMark.read(in: directory) != nil)
            else {
                throw refusal("The directory is neither empty nor a backup.")
            }
            let storeID = source.manifest.storeID
            guard try segments.allSatisfy({ try directory.isOwnSegment($0, of: storeID) }) else {
                throw refusal("The directory holds an unfinished backup of another store.")
            }
            return nil
        }
        guard former.storeID == source.manifest.storeID else {
            throw refusal("The directory holds another store.")
        }
        guard former.fork == source.manifest.fork else {
            throw refusal(
                source.manifest.fork == nil
                    ? "The directory holds a backup of a fork of this store."
                    : "The store is a fork, and the directory does not hold a backup of it.")
        }
        guard former.generation <= source.manifest.generation,
            try markOfNow(in: directory, former) != nil
        else {
            throw refusal("This copy of the store was changed by something other than a backup.")
        }
        guard try lastCommit(of: former, in: directory) <= sourceCommit() else {
            throw refusal("The backup is newer than the store, which must have been restored.")
        }
        return former
    }

    private func lastCommit(
        of manifest: Manifest, in directory: any StoreDirectory
    ) throws -> CommitNumber {
        let file = try directory.open(FileName.segment(manifest.active), .reading)
        return try file.copy(try file.countToRead()).read { try LogPrefix($0).last }
    }

    private func sourceCommit() throws -> CommitNumber {
        guard let active = source.files.last else { return CommitNumber(0) }
        return try active.file.map(active.length).read { try LogPrefix($0).last }
    }

    private func refusal(_ what: String) -> StoreError {
        StoreError(
            .notAStore, "\(what) Nothing was changed; back up to another directory.",
            file: destination)
    }

    /// Returns the mark of the present files; nil if they differ from those that a backup left.
    private func markOfNow(
        in directory: any StoreDirectory, _ former: Manifest?
    ) throws -> BackupMark? {
        guard let former, let mark = try BackupMark.read(in: directory) else { return nil }
        let manifest = former.encoded.withView(\.crc)
        let file = try directory.open(FileName.segment(former.active), .reading)
        let active = try file.crc()
        guard mark.manifests.contains(manifest), mark.actives.contains(active) else { return nil }
        var now = BackupMark()
        now.manifests = [manifest]
        now.actives = [active]
        return now
    }

    /// Removes segments that the new manifest does not name, and the remains of an unfinished
    /// backup.
    /// - Returns: The number of segments removed.
    private func removeOthers(
        than manifest: Manifest, in directory: any StoreDirectory
    ) throws -> Int {
        let named = Set(manifest.segments.map(\.number) + [manifest.active])
        let storeID = source.manifest.storeID
        var count = 0
        for name in try directory.list() {
            if let number = FileName.segmentNumber(name) {
                guard !named.contains(number), try directory.isOwnSegment(name, of: storeID) else {
                    continue
                }
                try directory.remove(name)
                count += 1
            } else if FileName.isStaged(name) || name == FileName.formerManifest {
                try directory.remove(name)
            }
        }
        return count
    }

    /// Removes the staged files of a failed backup.
    private func removeStaged(in directory: any StoreDirectory) {
        for name in (try? directory.list()) ?? []
        where FileName.isStaged(name) || name == FileName.nextBackup {
            try? directory.remove(name)
        }
    }

    // MARK: Copying

    private func stage(
        _ file: BackupSource.File, in directory: any StoreDirectory,
        _ progress: (Int) throws -> Void
    ) throws {
        let bytes = try file.file.map(file.length)
        if verifies { try check(bytes, file) }
        try bytes.read { view in
            try directory.make(FileName.staged(file.number), with: view, progress)
        }
    }

    /// Checks a segment, so that damage does not replace sound data.
    private func check(_ bytes: MappedBytes, _ file: BackupSource.File) throws {
        var report = IntegrityReport()
        var log = LogSequence.unknown(source.manifest)
        let checker = SegmentChecker(
            number: file.number, manifest: source.manifest, line: file.line, progress: { _ in })
        try bytes.read { try checker.check($0, &log, &report) }
        if let defect = report.defects.first {
            throw StoreError(
                .corrupt,
                "The store is damaged and was not copied. The backup was not changed; salvage the"
                    + " newer objects from the store.",
                file: file.file.path, offset: defect.offset, cause: defect.message)
        }
    }

    /// Writes the active segment up to its last whole commit. It is closed as a writer closes it,
    /// so that the backup opens without a recovery.
    private func stageActive(
        in directory: any StoreDirectory
    ) throws -> (bytes: [UInt8], last: CommitNumber) {
        guard let file = source.files.last else { return ([], CommitNumber(0)) }
        let mapping = try file.file.map(file.length)
        if verifies { try check(mapping, file) }
        let (bytes, last) = try mapping.read { view in
            let prefix = try LogPrefix(view)
            return (prefix.closed(view, at: environment.now()), prefix.last)
        }
        try bytes.withView { try directory.make(FileName.staged(file.number), with: $0) }
        return (bytes, last)
    }

    private func verify() throws {
        let report = try IntegrityChecker(path: destination, fileSystem: files).run()
        guard let defect = report.defects.first else { return }
        throw StoreError(
            .corrupt, "The backup does not read back as it was written. Check the disk.",
            file: "\(destination)/\(defect.file)", offset: defect.offset, cause: defect.message)
    }
}
