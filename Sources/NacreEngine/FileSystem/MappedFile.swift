internal import NacreFormat

/// A read-only file whose bytes are already in memory.
final class MappedFile: StoreFile {
    let path: String
    private let content: MappedBytes

    init(_ content: MappedBytes, path: String) {
        self.content = content
        self.path = path
    }

    func size() throws(FileError) -> Int { content.view.count }

    func copy(_ range: Range<Int>) throws(FileError) -> MappedBytes {
        MappedBytes(content.view[range.clamped(to: 0..<content.view.count)]) { [content] in
            withExtendedLifetime(content) {}
        }
    }

    func map(_ count: Int) throws(FileError) -> MappedBytes { try copy(count) }

    private var refusal: FileError {
        FileError(.notPermitted, "This file is open for reading only.", path: path)
    }

    func write(_ bytes: ByteView, at offset: Int) throws(FileError) { throw refusal }
    func setSize(_ size: Int) throws(FileError) { throw refusal }
    func sync(_ point: SyncPoint) throws(FileError) { throw refusal }
}
