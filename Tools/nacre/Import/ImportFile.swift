internal import Foundation

/// A file that can be read as often as one likes. What can be read only once (standard input, a
/// pipe) is copied to a temporary file first, which has no name any more while it is used, so that
/// nothing is left behind however the process ends.
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
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("nacre-\(UUID().uuidString)")
        // Nobody else may read what is imported.
        let isMade = FileManager.default.createFile(
            atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        guard isMade else {
            throw ImportError(
                file: url.path,
                message: "A temporary file cannot be made here. Set TMPDIR to another directory.",
                reason: .io)
        }
        defer { try? FileManager.default.removeItem(at: url) }
        do {
            let handle = try FileHandle(forUpdating: url)
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

    private static func failure(_ name: String, _ error: any Error) -> ImportError {
        ImportError(
            file: name,
            message: "Its temporary copy cannot be written or read: \(error.localizedDescription) "
                + "Check the room on the disk, or set TMPDIR to another directory.", reason: .io)
    }
}
