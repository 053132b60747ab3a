internal import NacreFormat

/// Access to a store's manifest, for reading and replacing it.
struct ManifestStore {
    let directory: any StoreDirectory

    enum Found {
        /// Neither generation exists.
        case nothing
        case manifest(Manifest)
        /// The newest manifest is missing or damaged; the one before it is sound.
        case former(Manifest, newest: StoreError?)

        /// The generation; nil if there is no manifest.
        var generation: UInt64? {
            switch self {
            case .nothing: nil
            case .manifest(let manifest), .former(let manifest, _): manifest.generation
            }
        }
    }

    func find() throws(StoreError) -> Found {
        var damage: StoreError?
        do {
            if let manifest = try read(FileName.manifest) { return .manifest(manifest) }
        } catch {
            // Only damage leads to the former generation; an unknown format version does not.
            guard error.code == .corrupt else { throw error }
            damage = error
        }
        do {
            if let former = try read(FileName.formerManifest) {
                return .former(former, newest: damage)
            }
        } catch {
            throw damage ?? error
        }
        if let damage { throw damage }
        return .nothing
    }

    /// Returns the error for a missing manifest. It tells a directory of other files from a store
    /// that lacks its manifest.
    func absence() throws(StoreError) -> StoreError {
        let names: [String]
        do { names = try directory.list() } catch { throw StoreError(error) }
        if names.contains(where: FileName.isUnfinished) {
            return StoreError(
                .notAStore,
                "This directory holds an unfinished store: a salvage, a load, an import or a fork"
                    + " is still making it, or was stopped before it was complete. Run the command"
                    + " again to start over, or remove the directory.",
                file: directory.path)
        }
        if names.contains(FileName.backup) || names.contains(FileName.nextBackup) {
            return StoreError(
                .notAStore,
                "This directory holds an unfinished backup. Run the backup again to complete it.",
                file: directory.path)
        }
        let segments = names.filter { FileName.segmentNumber($0) != nil }
        let hasCheckpoint = names.contains { FileName.checkpointNumber($0) != nil }
        if segments.count == 1, !hasCheckpoint, (try? directory.isBeginning(segments[0])) == true {
            return StoreError(
                .notAStore,
                "A program began to make a store in this directory and ended before it wrote the"
                    + " manifest. The store was still empty. Make it again, or remove the"
                    + " directory.",
                file: directory.path)
        }
        if !segments.isEmpty {
            return StoreError(
                .corrupt,
                "The directory holds files of a store but no manifest. Nothing was changed;"
                    + " restore the manifest from a backup.",
                file: directory.path)
        }
        return StoreError(
            .notAStore, "This directory is not a store: it has no manifest.",
            file: directory.path)
    }

    func read(_ name: String) throws(StoreError) -> Manifest? {
        let bytes: [UInt8]
        do {
            let file = try directory.open(name, .reading)
            let size = try file.size()
            guard size <= Format.manifestSizeMax else {
                throw StoreError(
                    FormatError(
                        .badValue, structure: "manifest", field: "size", offset: 0,
                        expected: "at most \(Format.manifestSizeMax) bytes", found: "\(size)"),
                    file: file.path)
            }
            bytes = try file.copy(size).read { $0.bytes }
        } catch let error as FileError {
            if error.reason == .notFound { return nil }
            throw StoreError(error)
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.io, "The manifest cannot be read.", cause: "\(error)")
        }
        do { return try Manifest.decode(bytes) } catch {
            throw StoreError(error, file: "\(directory.path)/\(name)")
        }
    }

    /// Replaces the manifest. When this method returns, the new one is durable, and files that only
    /// the former one named may be removed.
    /// - Parameter keepsFormer: Whether the former manifest is kept as the previous generation.
    ///   Between the two renames that this takes, only the former one exists. That is correct as
    ///   long as it names every segment that holds commits.
    /// - Throws: An error marked as before writing if nothing that readers see has changed: the new
    ///   manifest did not get its name yet.
    func publish(_ manifest: Manifest, keepsFormer: Bool = true) throws(FileError) {
        // If another process has taken over the store meanwhile, it owns the files.
        try directory.checkLock()
        do throws(FileError) { try prepare(manifest) } catch {
            // On a full disk, the file would only take space.
            try? directory.remove(FileName.nextManifest)
            throw error.beforeWriting
        }
        // Between the two renames, readers use the former manifest.
        if keepsFormer {
            do { try directory.rename(FileName.manifest, to: FileName.formerManifest) } catch {
                guard error.reason == .notFound else { throw error }
            }
        }
        try directory.rename(FileName.nextManifest, to: FileName.manifest)
        try directory.sync(.manifestEntry)
    }

    /// Writes a manifest under a temporary name.
    private func prepare(_ manifest: Manifest) throws(FileError) {
        // An earlier attempt may have left a file.
        try? directory.remove(FileName.nextManifest)
        let file = try directory.create(FileName.nextManifest)
        let bytes = manifest.encoded
        try bytes.withView { view throws(FileError) in try file.write(view, at: 0) }
        try file.sync(.manifest)
    }
}

extension ManifestStore {
    /// Whether neither generation exists, sound or damaged.
    var isMissing: Bool {
        get throws(FileError) {
            for name in [FileName.manifest, FileName.formerManifest] {
                do {
                    _ = try directory.open(name, .reading)
                    return false
                } catch {
                    guard error.reason == .notFound else { throw error }
                }
            }
            return true
        }
    }
}
