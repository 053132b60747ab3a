internal import NacreFormat

/// Checks the segments together, as opening the store reads them, and the store's checkpoint.
extension IntegrityChecker {
    /// Builds everything from the log alone and checks it. Then opens the store as readers do and,
    /// in a deep check, compares both.
    /// - Parameter checkpoint: The manifest's checkpoint, if its file has no defects.
    func checkAsAWhole(
        _ manifest: Manifest, _ checkpoint: CheckpointInfo?, _ directory: any StoreDirectory,
        _ report: inout IntegrityReport
    ) throws(StoreError) {
        let files = SegmentFiles(directory: directory, isReadOnly: true)
        let slabs = NodeSlabs()
        let pool = NodePool(slabs: slabs)
        let loaded = try StoreLoader(files: files, pool: pool).loadLog(manifest)
        let rebuilt = snapshot(of: loaded, pool, slabs)
        if loaded.active.tornBytes > 0 {
            report.notes.append(
                "\(FileName.segment(manifest.active)) ends in"
                    + " \(loaded.active.tornBytes.counted("byte")) of an unfinished commit, as"
                    + " after a crash; the next writer will keep them in a file of their own")
        }
        ObjectChecker(snapshot: rebuilt).run(&report)
        if !loaded.usage.agrees(with: loaded.roots.map(\.rows), in: loaded.segments) {
            report.add(path, nil, "the amount of live data in segments does not match the rows")
        }
        guard manifest.checkpoint != nil || isDeep else {
            _ = try WritableStore.leftovers(behind: loaded, files)
            return
        }
        let store = try WritableStore(manifest, files) { StoreLoader(files: files, pool: $0) }
        let shown = snapshot(of: store.loaded, store.pool, store.slabs)
        guard let checkpoint, store.loaded.checkpointBlocks != nil else {
            if checkpoint != nil, let problem = store.loaded.checkpointProblem {
                note(problem, with: manifest, directory, &report)
            }
            return
        }
        if isDeep { compare(shown, with: rebuilt, checkpoint, &report) }
        if let searches = store.loaded.checkpointSearches {
            store.loaded.offerSearches(to: shown.version, in: directory)
            // The indexes retain the version, which retains them.
            defer { shown.version.context.searches.end() }
            SearchComparison(
                shown: shown, rebuilt: rebuilt, directory: directory,
                file: FileName.checkpoint(checkpoint.number), isDeep: isDeep
            ).run(searches, &report)
        }
    }

    private func snapshot(
        of loaded: LoadedStore, _ pool: NodePool, _ slabs: NodeSlabs
    ) -> DatabaseSnapshot {
        let version = loaded.version(
            stamp: pool.publish(),
            StoreContext(path: path, hashKey: loaded.manifest.hashKey, slabs: slabs))
        return DatabaseSnapshot(version: version)
    }

    // MARK: The checkpoint

    /// Checks the checkpoint's header, all its checksums, the segments it covers and its structure.
    /// A problem with these loses nothing, because opening or the first use of a tree notices it
    /// too and reads the log instead; so it is a note. Wrong content under right checksums is a
    /// defect, which only a deep check finds.
    /// - Returns: The checkpoint's info; nil if there is no checkpoint or it is unusable.
    func checkCheckpoint(
        _ manifest: Manifest, _ directory: any StoreDirectory, _ report: inout IntegrityReport
    ) -> CheckpointInfo? {
        guard let number = manifest.checkpoint else { return nil }
        do throws(StoreError) {
            var found = FoundCheckpoint()
            let pool = NodePool(slabs: NodeSlabs())
            let (loaded, _) = try found.load(
                number, manifest, directory, pool, segmentsIn: nil)
            let info = loaded.info
            do throws(StoreError) { try loaded.blocks.checkAll() } catch {
                note(loaded.blocks.problem ?? error.message, with: manifest, directory, &report)
                return nil
            }
            report.checkpoint = IntegrityReport.Checkpoint(info)
            return info
        } catch {
            note(error.cause ?? error.message, with: manifest, directory, &report)
            return nil
        }
    }

    private func note(
        _ problem: String, with manifest: Manifest, _ directory: any StoreDirectory,
        _ report: inout IntegrityReport
    ) {
        report.checkpoint = nil
        // A writer may have replaced and removed it.
        guard let number = manifest.checkpoint,
            case .manifest(let now)? = try? ManifestStore(directory: directory).find(),
            now.checkpoint == number, now.generation == manifest.generation
        else { return }
        report.notes.append(
            "\(FileName.checkpoint(number)) cannot be used, so opening takes longer until a writer"
                + " replaces it. It is only a cache, and nothing is lost: \(problem)")
    }

    private func compare(
        _ shown: DatabaseSnapshot, with rebuilt: DatabaseSnapshot, _ checkpoint: CheckpointInfo,
        _ report: inout IntegrityReport
    ) {
        let name = FileName.checkpoint(checkpoint.number)
        guard shown.version.end == rebuilt.version.end else {
            // If a writer has continued since, there is nothing to compare.
            if shown.version.end > rebuilt.version.end {
                report.notes.append(
                    "the store was written to meanwhile; its indexes were not compared")
            } else {
                report.add(name, nil, "gives another end of the log than the log itself")
            }
            return
        }
        let count = report.defects.count
        IndexComparison(shown: shown, rebuilt: rebuilt, file: name).run(&report)
        guard report.defects.count > count else { return }
        report.notes.append(
            "\(name) is only a cache: if it is removed, the store is opened from its log")
    }
}

extension IntegrityReport.Checkpoint {
    init(_ info: CheckpointInfo) {
        self.init(
            file: FileName.checkpoint(info.number), commit: info.commit.rawValue,
            segments: info.covered.count, bytes: info.size)
    }
}
