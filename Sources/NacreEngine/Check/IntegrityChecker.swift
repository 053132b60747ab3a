internal import NacreFormat

/// Checks every checkable property of a store and reports every defect: manifests, segments with
/// all their frames and records, the log across segments, commits and digests, every live object
/// with its id, unique values and long values, and the checkpoint. Changes nothing. The tool, the
/// tests and the library all use this checker.
package struct IntegrityChecker {
    let path: String
    let fileSystem: any FileSystem
    /// Whether to compare the content of the opened store with its log.
    let isDeep: Bool

    package init(
        path: String, isDeep: Bool = false, fileSystem: any FileSystem = POSIXFileSystem()
    ) {
        self.path = path
        self.isDeep = isDeep
        self.fileSystem = fileSystem
    }

    /// Checks the store.
    /// - Parameter progress: Called with the bytes checked so far and in total. An error it throws
    ///   ends the check.
    /// - Throws: An error only if there is no store to check, or it needs a newer version of this
    ///   software.
    package func run(
        progress: (Int, Int) throws -> Void = { _, _ in }
    ) throws -> IntegrityReport {
        let directory: any StoreDirectory
        do throws(FileError) {
            directory = try fileSystem.openDirectory(path, creating: false)
        } catch {
            throw StoreError(error)
        }
        // A defect counts only if it persists.
        var rereading = Rereading(directory)
        var former: Set<IntegrityReport.Defect>?
        while true {
            let report = try runOnce(directory, progress)
            if report.isSound { return report }
            let defects = Set(report.defects)
            guard rereading.isWorthwhile(isSame: defects == former) else { return report }
            former = defects
        }
    }

    private func runOnce(
        _ directory: any StoreDirectory, _ progress: (Int, Int) throws -> Void
    ) throws -> IntegrityReport {
        do { return try check(directory, progress) } catch let error as FileError {
            throw StoreError(error)
        }
    }

    private func check(
        _ directory: any StoreDirectory, _ progress: (Int, Int) throws -> Void
    ) throws -> IntegrityReport {
        var report = IntegrityReport()
        guard let manifest = try manifest(directory, &report) else { return report }
        try check(manifest, directory, &report, progress)
        try noteStrangers(manifest, directory, &report)
        return report
    }

    // MARK: Manifests

    /// Returns the manifest in force, and reports defects of both generations.
    private func manifest(
        _ directory: any StoreDirectory, _ report: inout IntegrityReport
    ) throws -> Manifest? {
        let store = ManifestStore(directory: directory)
        do throws(StoreError) {
            switch try store.find() {
            case .manifest(let found):
                try checkFormer(store, found, &report)
                return found
            case .former(let found, nil) where opens:
                report.notes.append(
                    "\(FileName.manifest) is missing, as after a crash while it was replaced;"
                        + " \(FileName.formerManifest) is used, and the next writer repairs it")
                return found
            case .former(let found, let damage):
                report.add(
                    FileName.manifest, damage?.offset,
                    "is missing or damaged; the one before it is used. \(damage?.cause ?? "")")
                return found
            case .nothing: throw try store.absence()
            }
        } catch {
            guard error.code == .corrupt else { throw error }
            report.add(FileName.manifest, error.offset, error.cause ?? error.message)
            return nil
        }
    }

    /// Checks the previous generation, from which a store opens if the newest one is lost.
    private func checkFormer(
        _ store: ManifestStore, _ manifest: Manifest, _ report: inout IntegrityReport
    ) throws(StoreError) {
        do throws(StoreError) {
            guard let former = try store.read(FileName.formerManifest) else { return }
            if former.storeID != manifest.storeID || former.generation >= manifest.generation {
                report.add(
                    FileName.formerManifest, nil,
                    "is not the generation before generation \(manifest.generation) of this store")
            }
        } catch {
            if error.isRefusal { throw error }
            report.add(FileName.formerManifest, error.offset, error.cause ?? error.message)
        }
    }

    /// Whether readers open the store as it is. They decide whether the former manifest is valid.
    private var opens: Bool {
        let opener = StoreOpener(
            path: path, options: .readOnly, fileSystem: fileSystem, environment: .system)
        guard let opened = try? opener.open() else { return false }
        opened.published.current?.context.searches.end()
        return true
    }

    // MARK: Segments

    private func check(
        _ manifest: Manifest, _ directory: any StoreDirectory, _ report: inout IntegrityReport,
        _ progress: (Int, Int) throws -> Void
    ) throws {
        let lines: [(SegmentNumber, Manifest.Segment?)] =
            manifest.segments.map { ($0.number, $0) } + [(manifest.active, nil)]
        let total = manifest.segments.reduce(0) { $0 + (Int(exactly: $1.length) ?? 0) }
        var log = LogSequence(manifest)
        for (number, line) in lines {
            let done = report.bytes
            try withoutActuallyEscaping(progress) { progress in
                let checker = SegmentChecker(
                    number: number, manifest: manifest, line: line,
                    progress: { try progress(done + $0, max(total, done + $0)) })
                try checker.run(in: directory, &log, &report)
            }
            report.segments += 1
            try progress(report.bytes, max(total, report.bytes))
        }
        let checkpoint = checkCheckpoint(manifest, directory, &report)
        report.runs = checkpoint?.runs ?? []
        do throws(StoreError) {
            try checkAsAWhole(manifest, checkpoint, directory, &report)
        } catch {
            if error.code == .unsupportedFormat || error.isRefusal { throw error }
            add(error, &report)
            report.notes.append(
                "The store cannot be read as a whole, so objects, unique values, references to long"
                    + " values and indexes were not compared. A salvage shows what else is wrong"
                    + " with them.")
        }
    }

    /// Adds an error, unless the check of its segment has reported it already.
    private func add(_ error: StoreError, _ report: inout IntegrityReport) {
        let name = error.file.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        let isKnown = report.defects.contains { defect in
            guard defect.file == name else { return false }
            guard let offset = error.offset, let start = defect.offset else { return true }
            return offset == start || (start..<start + (defect.lostBytes ?? 0)).contains(offset)
        }
        if !isKnown { report.add(name ?? path, error.offset, error.cause ?? error.message) }
    }

    private func noteStrangers(
        _ manifest: Manifest, _ directory: any StoreDirectory, _ report: inout IntegrityReport
    ) throws {
        let known =
            manifest.segments.map { FileName.segment($0.number) } + [
                FileName.segment(manifest.active), FileName.manifest, FileName.formerManifest,
                FileName.lock, FileName.reserve, FileName.backup,
            ] + [manifest.checkpoint].compactMap { $0.map(FileName.checkpoint) }
            + report.runs.map(FileName.run)
        for name in try directory.list().sorted() where !known.contains(name) {
            report.notes.append("\(name) is not a part of the store as it is now")
        }
    }
}
