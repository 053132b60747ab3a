internal import Foundation
internal import SystemPackage

/// A file that can be read as often as one likes. What can be read only once (standard input, a
/// pipe) is copied to a temporary file first, which loses its name before anything is written to
/// it, so that nothing is left behind however the process ends.
package struct ImportFile {
    /// What messages call the file.
    package let name: String
    private let path: String
    /// The copy, if there had to be one.
    private let copy: (handle: FileHandle, size: Int)?

    /// - Parameter path: "-" for standard input.
    package init(path: String) throws(ImportError) {
        self.path = path
        var source = try ByteSource(path: path)
        name = source.name
        copy = source.size == nil ? try Self.copy(&source) : nil
    }

    package var isStandardInput: Bool { path == "-" }

    /// The file from its start. Of sources of one file only the one made last may be read.
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
            // Nobody else may read what is imported.
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
                + "Check the room on the disk, or set TMPDIR to another directory.", reason: .io)
    }
}
