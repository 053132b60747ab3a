internal import NacreFormat

/// The segments that a backup holds, as a directory that a store can be read from. Each ends where
/// the backup's source ends, whatever the writer has appended since.
final class HeldFiles: StoreDirectory {
    let path: String
    private let files: [String: HeldFile]

    init(_ source: BackupSource, path: String) {
        self.path = path
        files = Dictionary(
            source.files.map { (FileName.segment($0.number), HeldFile($0.file, $0.length)) },
            uniquingKeysWith: { $1 })
    }

    func list() throws(FileError) -> [String] { Array(files.keys) }

    func open(_ name: String, _ access: FileAccess) throws(FileError) -> any StoreFile {
        guard let file = files[name], access == .reading else { throw refusal }
        return file
    }

    func create(_ name: String) throws(FileError) -> any StoreFile { throw refusal }
    func rename(_ name: String, to newName: String) throws(FileError) { throw refusal }
    func remove(_ name: String) throws(FileError) { throw refusal }
    func sync(_ point: SyncPoint) throws(FileError) { throw refusal }
    func syncParent(_ point: SyncPoint) throws(FileError) { throw refusal }
    func lock(_ name: String) throws(FileError) -> any FileLock { throw refusal }

    private var refusal: FileError {
        FileError(.notPermitted, "A backup only reads the segments that it holds.", path: path)
    }
}

/// The beginning of an open file, for reading.
private final class HeldFile: StoreFile {
    private let base: any StoreFile
    private let length: Int

    init(_ base: any StoreFile, _ length: Int) {
        self.base = base
        self.length = length
    }

    var path: String { base.path }

    func size() throws(FileError) -> Int { length }
    func endOfData() throws(FileError) -> Int { length }

    func map(_ count: Int) throws(FileError) -> MappedBytes { try base.map(min(count, length)) }

    func mapPrivately(_ count: Int) throws(FileError) -> MappedBytes {
        try base.mapPrivately(min(count, length))
    }

    func copy(_ range: Range<Int>) throws(FileError) -> MappedBytes {
        try base.copy(range.clamped(to: 0..<length))
    }

    func write(_ bytes: ByteView, at offset: Int) throws(FileError) { throw refusal }
    func setSize(_ size: Int) throws(FileError) { throw refusal }
    func sync(_ point: SyncPoint) throws(FileError) { throw refusal }

    private var refusal: FileError {
        FileError(.notPermitted, "A backup only reads its source.", path: path)
    }
}
