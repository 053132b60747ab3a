internal import NacreFormat

/// Checks everything about a store that can be checked, and reports every defect it can reach:
/// manifest, segments with all their frames and records, commits and digests, and every live
/// object. Changes nothing. The one checker: the tool, the tests and the library use it.
package struct IntegrityChecker {
    private let path: String
    private let fileSystem: any FileSystem

    package init(path: String, fileSystem: any FileSystem = POSIXFileSystem()) {
        self.path = path
        self.fileSystem = fileSystem
    }

    /// - Parameter progress: called with the bytes checked so far and in all.
    /// - Throws: only if there is no store to check, or it needs a newer version of this software.
    package func run(progress: (Int, Int) -> Void = { _, _ in }) throws -> IntegrityReport {
        do {
            let directory = try fileSystem.openDirectory(path, creating: false)
            return try check(directory, progress)
        } catch let error as FileError {
            throw StoreError(error)
        }
    }

    private func check(
        _ directory: any StoreDirectory, _ progress: (Int, Int) -> Void
    ) throws -> IntegrityReport {
        var report = IntegrityReport()
        let manifest: Manifest
        do throws(StoreError) {
            switch try ManifestStore(directory: directory).find() {
            case .manifest(let found): manifest = found
            case .former(let found, nil) where opens:
                manifest = found
                report.notes.append(
                    "\(FileName.manifest) is missing, as a crash while it was replaced leaves it;"
                        + " \(FileName.formerManifest) is used, and the next writer mends it")
            case .former(let found, let damage):
                manifest = found
                report.add(
                    FileName.manifest, damage?.offset,
                    "is missing or damaged; the one before it is used. \(damage?.cause ?? "")")
            case .nothing:
                throw try ManifestStore(directory: directory).absence()
            }
        } catch {
            guard error.code == .corrupt else { throw error }
            report.add(FileName.manifest, error.offset, error.cause ?? error.message)
            return report
        }
        try check(manifest, directory, &report, progress)
        try noteStrangers(manifest, directory, &report)
        return report
    }

    /// Whether readers take the store as it is: they know when the former manifest is the truth.
    private var opens: Bool {
        let opener = StoreOpener(
            path: path, options: .readOnly, fileSystem: fileSystem, environment: .system)
        return (try? opener.open()) != nil
    }

    private func check(
        _ manifest: Manifest, _ directory: any StoreDirectory, _ report: inout IntegrityReport,
        _ progress: (Int, Int) -> Void
    ) throws {
        var sizes: [(SegmentNumber, Int?)] = manifest.segments.map {
            ($0.number, Int(exactly: $0.length))
        }
        sizes.append((manifest.active, nil))
        let total = sizes.reduce(0) { $0 + ($1.1 ?? 0) }
        for (number, length) in sizes {
            let name = FileName.segment(number)
            do throws(FileError) {
                let file = try directory.open(name, .reading)
                let size = try file.size()
                if let length, size < length {
                    report.add(name, size, "ends too early: \(length) bytes are expected")
                }
                // The active segment may be cut by its writer meanwhile.
                let bytes =
                    if let length { try file.map(min(size, length)) } else { try file.copy(size) }
                bytes.read { SegmentChecker(view: $0, name: name).run(&report) }
            } catch {
                guard error.reason == .notFound else { throw error }
                report.add(name, nil, "is missing")
            }
            report.segments += 1
            progress(report.bytes, max(total, report.bytes))
        }
        do throws(StoreError) {
            try checkAsAWhole(manifest, directory, &report)
        } catch {
            if error.code == .unsupportedFormat { throw error }
            // What a segment alone has shown already is not said twice.
            let name = error.file.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
            let isKnown = report.defects.contains { $0.file == name && $0.offset == error.offset }
            if !isKnown { report.add(name ?? path, error.offset, error.cause ?? error.message) }
        }
    }

    /// The segments together, as opening the store sees them.
    private func checkAsAWhole(
        _ manifest: Manifest, _ directory: any StoreDirectory, _ report: inout IntegrityReport
    ) throws(StoreError) {
        let slabs = NodeSlabs()
        let pool = NodePool(slabs: slabs)
        let loaded = try StoreLoader(
            directory: directory, pool: pool, isReadOnly: true, usesCheckpoint: false
        ).load(manifest)
        if loaded.active.tornBytes > 0 {
            report.notes.append(
                "\(FileName.segment(manifest.active)) ends in \(loaded.active.tornBytes) bytes of"
                    + " an unfinished commit, as a crash leaves them; the next writer will keep"
                    + " them apart")
        }
        let version = Version(
            stamp: pool.publish(), commit: loaded.lastCommit, time: loaded.lastTime,
            digest: loaded.lastDigest, roots: loaded.roots, trees: loaded.trees,
            catalog: loaded.catalog, segments: loaded.segments,
            logEnd: loaded.logEnd, pins: VersionPins(), slabs: slabs)
        let snapshot = Snapshot(
            version: version, idKey: IDKey(manifest.hashKey), directoryPath: path)
        ObjectChecker(snapshot: snapshot).run(&report)
    }

    private func noteStrangers(
        _ manifest: Manifest, _ directory: any StoreDirectory, _ report: inout IntegrityReport
    ) throws {
        let known =
            manifest.segments.map { FileName.segment($0.number) } + [
                FileName.segment(manifest.active), FileName.manifest, FileName.formerManifest,
                FileName.lock,
            ] + [manifest.checkpoint].compactMap { $0.map(FileName.checkpoint) }
        for name in try directory.list().sorted() where !known.contains(name) {
            report.notes.append("\(name) is not a part of the store as it is now")
        }
    }
}

extension IntegrityReport {
    mutating func add(_ file: String, _ offset: Int?, _ message: String) {
        defects.append(Defect(file: file, offset: offset, message: message))
    }
}
