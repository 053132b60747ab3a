internal import NacreFormat

/// Searches all files in a store's directory for a text: their bytes, and the values in them as far
/// as they can be decoded. The files may be damaged, torn or hostile, or known to no manifest. It
/// changes nothing and takes no lock.
package struct RemnantSearch {
    private let path: String
    private let fileSystem: any FileSystem

    package init(path: String, fileSystem: any FileSystem = POSIXFileSystem()) {
        self.path = path
        self.fileSystem = fileSystem
    }

    /// Searches the files.
    ///
    /// A value of which only a part is left, as at the end of a torn file, is found only if its
    /// bytes have the text. Values under stages that only a program knows are not found.
    /// - Parameter text: The text, not empty.
    /// - Throws: `invalidValue`, `storeNotFound`, `io`.
    package func run(_ text: String) throws(StoreError) -> RemnantReport {
        guard !text.isEmpty else {
            throw StoreError(.invalidValue, "An empty text is everywhere.")
        }
        do throws(FileError) {
            let directory = try fileSystem.openDirectory(path, creating: false)
            return try run(SearchedText(text), in: directory)
        } catch {
            throw StoreError(error)
        }
    }

    private func run(
        _ text: SearchedText, in directory: any StoreDirectory
    ) throws(FileError) -> RemnantReport {
        let names = try directory.list().sorted()
        let key = try Self.hashKey(in: directory, names).map { IDKey($0) }
        var report = RemnantReport()
        var layouts = FoundLayouts()
        for name in names {
            guard let bytes = try Self.bytes(of: name, in: directory) else { continue }
            if FileName.runNumber(name) != nil {
                let run = RunRemnants(text.text, bytes.view, owner: bytes)
                if run.isCut { report.unfinishedFiles.append(name) }
                if run.isFound {
                    report.remnants.append(
                        Remnant(
                            file: name, offset: 0, form: .words, entity: nil, row: nil,
                            attribute: nil))
                }
                continue
            }
            bytes.read { view in
                guard FileName.checkpointNumber(name) != nil else {
                    return layouts.add(framesIn: view)
                }
                let checkpoint = CheckpointRemnants(text, in: name, key, view)
                report.remnants += checkpoint.remnants
                if checkpoint.isCut { report.unfinishedFiles.append(name) }
                for layout in checkpoint.layouts { layouts.add(layout) }
            }
        }
        var places: [ExternalReference: Remnant] = [:]
        var apart: [(file: String, value: RecordRemnants.Apart)] = []
        for name in names {
            guard let bytes = try Self.bytes(of: name, in: directory) else { continue }
            let file = bytes.read { RecordRemnants(text, in: name, layouts, key, $0) }
            report.remnants += file.remnants
            apart += file.apart.map { (name, $0) }
            places.merge(file.places) { first, _ in first }
            if file.isCut, report.unfinishedFiles.last != name {
                report.unfinishedFiles.append(name)
            }
        }
        for (file, value) in apart {
            let owner = places[value.reference]
            report.remnants.append(
                Remnant(
                    file: file, offset: value.offset, form: value.form, entity: owner?.entity,
                    row: owner?.row, attribute: owner?.attribute))
        }
        report.remnants.sort { ($0.file, $0.offset) < ($1.file, $1.offset) }
        report.unreadAttributes = layouts.unreadAttributes
        report.unfinishedFiles = Set(report.unfinishedFiles).sorted()
        return report
    }

    /// Returns the bytes of a file; nil if it is gone meanwhile or is a directory. They are copied:
    /// another process may cut the file.
    private static func bytes(
        of name: String, in directory: any StoreDirectory
    ) throws(FileError) -> MappedBytes? {
        do throws(FileError) {
            let file = try directory.open(name, .reading)
            return try file.copy(try file.size())
        } catch {
            guard error.reason == .notFound || error.reason == .notRegular else { throw error }
            return nil
        }
    }

    /// Returns the key of the hashes in the store's files.
    private static func hashKey(
        in directory: any StoreDirectory, _ names: [String]
    ) throws(FileError) -> HashKey? {
        for name in [FileName.manifest, FileName.formerManifest] where names.contains(name) {
            let bytes = try bytes(of: name, in: directory)?.read(\.bytes) ?? []
            if let manifest = try? Manifest.decode(bytes) { return manifest.hashKey }
        }
        return nil
    }
}
