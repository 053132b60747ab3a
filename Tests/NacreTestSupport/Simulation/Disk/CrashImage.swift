internal import NacreEngine
internal import NacreFormat

/// The files of a disk after a power cut.
package struct CrashImage: Sendable {
    package struct File: Sendable {
        package let name: String
        package var state: FileState

        package init(name: String, state: FileState) {
            self.name = name
            self.state = state
        }
    }

    let directories: Set<DiskDirectory>
    /// The files, sorted by name.
    package let files: [File]

    /// Makes an image without directories.
    init() { self.init([], []) }

    package init(_ files: [File]) { self.init([.store], files) }

    init(_ directories: Set<DiskDirectory>, _ files: [File]) {
        self.directories = directories
        self.files = files.sorted { $0.name < $1.name }
    }

    /// Returns the image of a disk that has only one of the directories, as its store.
    func alone(_ directory: DiskDirectory) -> CrashImage {
        guard directories.contains(directory) else { return CrashImage() }
        return CrashImage(
            files.filter { DiskDirectory(of: $0.name) == directory }.map {
                File(name: String($0.name.dropFirst(directory.rawValue.count)), state: $0.state)
            })
    }

    /// The digest: equal for equal files, and almost certainly different otherwise.
    package var digest: UInt64 {
        var digest = ImageDigest()
        for directory in DiskDirectory.allCases {
            digest.add(directories.contains(directory) ? 1 : 0)
        }
        for file in files {
            digest.add(file.name)
            file.state.hash(into: &digest)
        }
        return digest.value
    }

    /// Whether no bytes that belong to a particular store were written: such images are equal for
    /// all seeds. Every file except the mark of a backup names its store, which each seed chooses.
    var isBlank: Bool {
        files.allSatisfy { file in
            [FileName.backup, FileName.nextBackup].contains(file.name)
                || file.state.bytes.allSatisfy { $0 == 0 }
        }
    }
}

extension CrashImage: CustomStringConvertible {
    /// The files with their sizes and, for a file that ends in zeros, the offset of these zeros.
    package var description: String {
        let texts = files.map { file in
            let used = file.state.bytes.withView { $0.countWithoutTrailingZeros }
            return "\(file.name) \(used)/\(file.state.size)"
        }
        return directories.isEmpty ? "(no directory)" : "(\(texts.joined(separator: ", ")))"
    }
}
