internal import Foundation
internal import NacreFormat

/// Where a command writes what it was asked for: standard output, or a file that takes its name
/// only when it is complete, so that a failure leaves an earlier one as it was.
package final class OutputFile {
    /// The reader of a pipe went away, having seen enough: no failure, but a reason to stop.
    package struct ReaderIsGone: Error {}

    private let handle: FileHandle
    /// Where the bytes go until the file is complete, and its name then; nil if that is the same.
    private let place: (temporary: String, final: String)?
    private let name: String

    /// - Parameter path: nil for standard output.
    package init(path: String?) throws(ImportError) {
        guard let path else {
            handle = .standardOutput
            place = nil
            name = "standard output"
            return
        }
        name = path
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let type = attributes?[.type] as? FileAttributeType
        // A device or a pipe is written to, never replaced.
        let isReplaced = type == nil || type == .typeRegular
        let temporary = isReplaced ? "\(path).partial" : path
        if isReplaced, !FileManager.default.createFile(atPath: temporary, contents: nil) {
            throw ImportError(
                file: path, message: "The file cannot be made. Check the path and permissions.")
        }
        guard let handle = FileHandle(forWritingAtPath: temporary) else {
            throw ImportError(
                file: path, message: "The file cannot be written. Check the path and permissions.")
        }
        self.handle = handle
        place = isReplaced ? (temporary, path) : nil
    }

    package func write(_ bytes: [UInt8]) throws {
        do { try handle.write(contentsOf: bytes) } catch { throw failure(error) }
    }

    /// The file is complete.
    package func finish() throws {
        guard let place else { return }
        do {
            try handle.synchronize()
            try handle.close()
            let target = URL(fileURLWithPath: place.final)
            let source = URL(fileURLWithPath: place.temporary)
            if FileManager.default.fileExists(atPath: place.final) {
                _ = try FileManager.default.replaceItemAt(target, withItemAt: source)
            } else {
                try FileManager.default.moveItem(at: source, to: target)
            }
        } catch {
            throw failure(error)
        }
    }

    /// Nothing of the file is kept.
    package func discard() {
        guard let place else { return }
        try? handle.close()
        try? FileManager.default.removeItem(atPath: place.temporary)
    }

    private func failure(_ error: any Error) -> any Error {
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        for code in [error as NSError, underlying].compactMap({ $0 })
        where code.domain == NSPOSIXErrorDomain && code.code == Int(EPIPE) {
            return ReaderIsGone()
        }
        return ImportError(
            file: name,
            message: "It cannot be written: \(error.localizedDescription) Check the room on the "
                + "disk and the permissions.")
    }
}
