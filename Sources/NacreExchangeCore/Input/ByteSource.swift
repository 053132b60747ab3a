internal import Foundation

/// The bytes of a file or of standard input, in chunks and without a UTF-8 byte order mark at the
/// start. It knows nothing of lines and keeps nothing that it has returned.
package struct ByteSource {
    /// The file's name in messages: its path, or "standard input".
    package let name: String
    /// The size of the file in bytes, if it is known: the total for progress.
    package let size: Int?
    /// The number of bytes read so far, including a byte order mark.
    package private(set) var bytesRead = 0

    private let handle: FileHandle
    private let chunkSize: Int
    private var isAtStart = true

    /// The default chunk size: large enough to make the cost of system calls negligible, small
    /// enough to stay in the cache.
    package static let defaultChunkSize = 256 << 10

    /// - Parameter path: The file's path, or "-" for standard input.
    package init(path: String, chunkSize: Int = defaultChunkSize) throws(ImportError) {
        precondition(chunkSize > 0, "a chunk has at least one byte")
        self.chunkSize = chunkSize
        if path == "-" {
            name = "standard input"
            size = nil
            handle = .standardInput
            return
        }
        name = path
        var isDirectory = ObjCBool(false)
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw ImportError(
                file: path, message: "There is no such file. Check the path.", reason: .notFound)
        }
        guard !isDirectory.boolValue else {
            throw ImportError(
                file: path, message: "This is a directory. Name one of the files in it.")
        }
        do {
            handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        } catch CocoaError.fileReadNoPermission {
            throw ImportError(
                file: path, message: "You may not read this file. Check its permissions.",
                reason: .notPermitted)
        } catch {
            throw ImportError(
                file: path,
                message: "The file cannot be opened: \(error.localizedDescription) "
                    + "Check its permissions.", reason: .io)
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let isRegular = attributes?[.type] as? FileAttributeType == .typeRegular
        size = isRegular ? (attributes?[.size] as? NSNumber)?.intValue : nil
    }

    /// Makes a source of the bytes from the current position of a file handle, under a name for
    /// messages.
    /// - Parameter size: The number of bytes.
    init(_ handle: FileHandle, name: String, size: Int) {
        self.name = name
        self.size = size
        self.handle = handle
        chunkSize = Self.defaultChunkSize
    }

    /// Appends the next chunk.
    /// - Returns: Whether there was one; after the end, always false.
    package mutating func read(into buffer: inout [UInt8]) throws(ImportError) -> Bool {
        guard isAtStart else { return try readChunk(into: &buffer) > 0 }
        isAtStart = false
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var head: [UInt8] = []
        while head.count < mark.count, mark.starts(with: head) {
            guard try readChunk(into: &head) > 0 else { break }
        }
        if head.starts(with: mark) { head.removeFirst(mark.count) }
        buffer.append(contentsOf: head)
        // The first chunk may have contained only the mark.
        if head.isEmpty { return try readChunk(into: &buffer) > 0 }
        return true
    }

    /// - Returns: The number of bytes appended, 0 at the end.
    private mutating func readChunk(into buffer: inout [UInt8]) throws(ImportError) -> Int {
        do {
            guard let chunk = try handle.read(upToCount: chunkSize) else { return 0 }
            buffer.append(contentsOf: chunk)
            bytesRead += chunk.count
            return chunk.count
        } catch {
            throw ImportError(
                file: name,
                message: "Reading failed after \(ByteCount.counted(bytesRead, "byte")): "
                    + "\(error.localizedDescription) "
                    + "Check the disk or the network it is on.", reason: .io)
        }
    }
}
