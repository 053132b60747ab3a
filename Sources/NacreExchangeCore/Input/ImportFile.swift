internal import Foundation
internal import SystemPackage

/// A file that can be read several times. An input that can be read only once (standard input, a
/// pipe) is first copied to a temporary file. This file is unlinked before anything is written to
/// it, so nothing is left, however the process ends.
package struct ImportFile {
    /// The file's name in messages.
    package let name: String
    private let path: String
    /// The copy, if one was necessary.
    private let copy: (handle: FileHandle, size: Int)?

    /// - Parameter path: The file's path, or "-" for standard input.
    package init(path: String) throws(ImportError) {
        self.path = path
        var source = try ByteSource(path: path)
        name = source.name
        copy = source.size == nil ? try Self.copy(&source) : nil
    }

    package var isStandardInput: Bool { path == "-" }

    /// Opens the file at its start. Of several sources of one file, only the newest may be read.
    package func open() throws(ImportError) -> ByteSource {
        guard let copy else { return try ByteSource(path: path) }
        do { try copy.handle.seek(toOffset: 0) } catch { throw Self.failure(name, error) }
        return ByteSource(copy.handle, name: name, size: copy.size)
    }

    private static func copy(
        _ source: inout ByteSource
    ) throws(ImportError) -> (handle: FileHandle, size: Int) {
        let handle = try nameless()
        do {
            var buffer: [UInt8] = []
            var size = 0
            while try source.read(into: &buffer) {
                try handle.write(contentsOf: buffer)
                size += buffer.count
                buffer.removeAll(keepingCapacity: true)
            }
            return (handle, size)
        } catch let error as ImportError {
            throw error
        } catch {
            throw failure(source.name, error)
        }
    }

    private static func nameless() throws(ImportError) -> FileHandle {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("nacre-\(UUID().uuidString)").path
        do {
            // No other user may read the imported data.
            let descriptor = try FileDescriptor.open(
                FilePath(path), .readWrite,
                options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
                permissions: [.ownerReadWrite])
            _ = unsafe unlink(path)
            return FileHandle(fileDescriptor: descriptor.rawValue, closeOnDealloc: true)
        } catch {
            throw ImportError(
                file: path,
                message: "A temporary file cannot be made here. Set TMPDIR to another directory.",
                reason: .io)
        }
    }

    private static func failure(_ name: String, _ error: any Error) -> ImportError {
        ImportError(
            file: name,
            message: "Its temporary copy cannot be written or read: \(error.localizedDescription) "
                + "Check the free space on the disk, or set TMPDIR to another directory.",
            reason: .io)
    }
}
