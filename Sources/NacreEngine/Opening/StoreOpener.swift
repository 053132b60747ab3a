internal import NacreFormat

/// The result of opening a store.
struct OpenedStore {
    let directory: any StoreDirectory
    var published: PublishedVersion
    /// The writer; nil if the store was opened for reading only.
    let writer: Writer?
    /// The source of versions of a store open for reading only that follows a writer.
    var follower: Follower?
    let lock: (any FileLock)?
    let recovery: RecoveryReport?
    /// The reason why the existing checkpoint was not used.
    let checkpointProblem: String?
    /// The blocks of the checkpoint that was used.
    let checkpointBlocks: CheckpointBlocks?
    let environment: Environment
}

/// Opens a store: directory, lock, manifest, segments, recovery. Or creates one.
///
/// Most of the time goes into work that a process does only once. Each distinct `Array`, `Optional`
/// or tuple type costs about 3 us of metadata on first use (all arrays of class instances share one
/// type). `isEmpty`, iterators and `map` of an array whose elements have a generic type, and `==`
/// of a type from another module that is not `@usableFromInline`, are looked up in conformance
/// tables, which are also built on first use. And generic collection code of the standard library
/// has to be paged in from disk. Therefore the code on the path of opening uses arrays of class
/// instances, loops over indices, and `switch`. Large or optional values that are passed on are
/// classes, which can be copied without type metadata.
struct StoreOpener {
    let path: String
    let options: StoreOptions
    let fileSystem: any FileSystem
    let environment: Environment

    func open() throws(StoreError) -> OpenedStore {
        do {
            return options.isReadOnly ? try openForReading() : try openForWriting()
        } catch let error as FileError {
            throw StoreError(error)
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.io, "The store cannot be opened.", file: path, cause: "\(error)")
        }
    }

    private func openDirectory(creating: Bool) throws -> any StoreDirectory {
        do throws(FileError) {
            return try fileSystem.openDirectory(path, creating: creating)
        } catch {
            guard error.reason == .notFound, !creating else { throw error }
            throw StoreError(
                .storeNotFound, "There is no store here. Check the path, or make one.", file: path)
        }
    }

    /// Whether the options restrict which files are read, or how.
    private var isGuarded: Bool { options.isUntrusted || options.limits != Limits() }

    /// Returns the directory with the limits and guards of the options.
    private func guarded(_ directory: any StoreDirectory) -> any StoreDirectory {
        guard isGuarded else { return directory }
        return GuardedDirectory(directory, limits: options.limits, copies: options.isUntrusted)
    }

    // MARK: Reading

    private func openForReading() throws -> OpenedStore {
        let directory = try openDirectory(creating: false)
        if let following = following(directory) { return following }
        // Guarded afresh for each reading, because cached files may be gone.
        var opened = try Rereading.run(directory) { try read(guarded(directory)) }
        if let follower = follower(directory), let version = opened.published.current {
            follower.start(with: version)
            opened.published = follower.published
            opened.follower = follower
        }
        return opened
    }

    /// Returns what gives this store the versions of a writer of this process; nil if it must read
    /// the files itself.
    private func follower(_ directory: any StoreDirectory) -> Follower? {
        guard options.followsWriter, !isGuarded else { return nil }
        return directory.lockIdentity(FileName.lock).map { Follower($0) }
    }

    /// Returns the store as its writer in this process has it in memory; nil if no writer of this
    /// process has it open.
    private func following(_ directory: any StoreDirectory) -> OpenedStore? {
        guard let follower = follower(directory) else { return nil }
        OpenWriters.add(follower)
        guard follower.published.current != nil else {
            follower.end()
            return nil
        }
        return OpenedStore(
            directory: directory, published: follower.published, writer: nil, follower: follower,
            lock: nil, recovery: nil, checkpointProblem: nil,
            checkpointBlocks: follower.checkpointBlocks, environment: environment)
    }

    private func read(_ directory: any StoreDirectory) throws -> OpenedStore {
        let slabs = NodeSlabs()
        let pool = NodePool(slabs: slabs)
        let manifest: Manifest
        switch try ManifestStore(directory: directory).find() {
        case .manifest(let found): manifest = found
        case .former(let found, let damage):
            try checkFormer(found, damage, directory)
            manifest = found
        case .nothing: throw try ManifestStore(directory: directory).absence()
        }
        if options.isUntrusted {
            try UntrustedCheck(
                directory: directory, manifest: manifest, limits: options.limits
            ).run()
        }
        let loaded = try loader(directory, pool).load(manifest)
        let recovery = Recovery(
            files: files(directory), environment: environment, loaded: loaded, pool: pool)
        let version = loaded.version(
            stamp: pool.publish(),
            StoreContext(path: directory.path, hashKey: manifest.hashKey, slabs: slabs))
        loaded.offerSearches(to: version, in: directory)
        // Looked for at once: a writer in another process may replace the files at any time.
        for search in version.catalog.searches where search.isExact {
            _ = version.context.searches.base(of: search.identity)
        }
        return OpenedStore(
            directory: directory, published: PublishedVersion(version, isFinal: true), writer: nil,
            lock: nil, recovery: recovery.isNeeded ? recovery.report(rewritten: 0) : nil,
            checkpointProblem: loaded.checkpointProblem,
            checkpointBlocks: loaded.checkpointBlocks, environment: environment)
    }

    // MARK: Writing

    private func openForWriting() throws -> OpenedStore {
        let directory = guarded(try openDirectory(creating: options.createsStore))
        let manifests = ManifestStore(directory: directory)
        if try manifests.isMissing {
            guard options.createsStore else { throw try manifests.absence() }
            // Checked before there is a lock, so that a refused directory stays unchanged.
            do {
                _ = try StoreCreator(directory: directory, environment: environment).leftovers()
            } catch {
                // Another process may have created a store in it meanwhile.
                if try manifests.isMissing { throw error }
            }
        }
        let lock = try directory.lock(FileName.lock)
        do {
            do { return try open(directory, lock) } catch {
                // After a crash on a full disk, the recovery needs some room as well.
                guard isDiskFull(error), DiskReserve(directory).release() else { throw error }
                return try open(directory, lock)
            }
        } catch {
            lock.release()
            throw error
        }
    }

    private func isDiskFull(_ error: any Error) -> Bool {
        switch error {
        case let error as StoreError: error.code == .diskFull
        case let error as FileError: error.reason == .diskFull
        default: false
        }
    }

    private func open(
        _ directory: any StoreDirectory, _ lock: any FileLock
    ) throws -> OpenedStore {
        let manifests = ManifestStore(directory: directory)
        var manifest: Manifest
        var isDurable = true
        switch try manifests.find() {
        case .manifest(let found):
            manifest = found
            isDurable = false
        case .former(let found, let damage):
            try checkFormer(found, damage, directory)
            manifest = found
            manifest.generation &+= 1
            // A damaged manifest must not replace the only sound one.
            try manifests.publish(manifest, keepsFormer: damage == nil)
        case .nothing:
            manifest = try StoreCreator(directory: directory, environment: environment).create()
        }
        let store = try WritableStore(manifest, files(directory)) { loader(directory, $0) }
        let leftovers = store.leftovers
        var loaded = store.loaded
        var report: RecoveryReport?
        if !loaded.active.header.isWritable {
            throw StoreError(
                .unsupportedFormat,
                "Writing to this store needs a newer version of this software. It can be opened for"
                    + " reading.",
                file: path)
        }
        // The process that published the manifest may have been killed before it was durable.
        if !isDurable, !(loaded.active.provesManifest && leftovers.isNone) {
            try directory.sync(.manifestEntry)
        }
        leftovers.remove(from: directory)
        let recovery = Recovery(
            files: files(directory), environment: environment, loaded: loaded, pool: store.pool)
        if recovery.isNeeded {
            let (found, recovered) = try recovery.run()
            if !loaded.endsCleanly { report = found }
            loaded = recovered
        }
        let poison = Poison()
        let published = PublishedVersion(nil)
        let syncer = Syncer(
            options.durability, published: published, poison: poison,
            synced: loaded.active.scan.watermark, commit: loaded.lastCommit,
            timer: environment.after, directory: directory)
        let log = try loaded.log(
            in: directory, environment, syncer,
            DiskReserve(options.keepsReserve ? directory : nil))
        let writer = Writer(
            loaded.writerStart, log: log, pool: store.pool,
            context: StoreContext(
                path: directory.path, hashKey: loaded.manifest.hashKey, slabs: store.slabs,
                isOfWriter: true),
            poison: poison, environment: environment,
            segmentSizeNominal: options.segmentSizeNominal,
            indexBuildMax: options.objectsIndexedAtOnce)
        let version = writer.version()
        loaded.offerSearches(to: version, in: directory)
        published.replace(by: version)
        return OpenedStore(
            directory: directory, published: published, writer: writer, lock: lock,
            recovery: report, checkpointProblem: loaded.checkpointProblem,
            checkpointBlocks: loaded.checkpointBlocks, environment: environment)
    }

    private func load(
        _ directory: any StoreDirectory, _ manifest: Manifest
    ) throws(StoreError) -> LoadedStore {
        try loader(directory, NodePool(slabs: NodeSlabs())).load(manifest)
    }

    private func files(_ directory: any StoreDirectory) -> SegmentFiles {
        SegmentFiles(directory: directory, isReadOnly: options.isReadOnly)
    }

    private func loader(_ directory: any StoreDirectory, _ pool: NodePool) -> StoreLoader {
        StoreLoader(
            files: files(directory), pool: pool,
            usesCheckpoint: options.usesCheckpoint && !options.isUntrusted,
            indexBuildMax: options.objectsIndexedAtOnce)
    }

    /// Checks whether the previous manifest may be used if the newest one is missing or damaged: no
    /// segment that it does not name may hold a commit that the named ones lack.
    private func checkFormer(
        _ manifest: Manifest, _ damage: StoreError?, _ directory: any StoreDirectory
    ) throws {
        let loaded: LoadedStore
        do { loaded = try load(directory, manifest) } catch { throw damage ?? error }
        let unnamed = try UnnamedSegments(
            try directory.list(), in: directory, manifest: manifest,
            isReadOnly: options.isReadOnly)
        // A damaged manifest had replaced it, so a recovery's copies were already relied on.
        guard
            unnamed.newest(countingCopies: damage != nil)?.commit ?? loaded.lastCommit
                <= loaded.lastCommit
        else {
            throw damage
                ?? StoreError(
                    .corrupt,
                    "The manifest is missing, and the one before it does not name all segments."
                        + " Nothing was changed; restore it from a backup.",
                    file: "\(path)/\(FileName.manifest)")
        }
    }
}
