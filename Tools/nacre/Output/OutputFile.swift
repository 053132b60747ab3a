internal import Foundation
internal import NacreEngine
internal import SystemPackage

/// A file that a command writes. It takes its name only when it is complete, so that a failure
/// leaves an earlier one as it was.
final class OutputFile {
    private let path: String
    private let descriptor: FileDescriptor
    /// Where the bytes go until the file is complete; nil if they go to its place at once.
    private let temporary: String?

    init(path: String) throws(FileError) {
        self.path = path
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let type = attributes?[.type] as? FileAttributeType
        // A device or a pipe is written to, never replaced; and what a link names stays linked.
        let isReplaced = type == nil || type == .typeRegular
        // Nobody can have put a link there beforehand, and nobody else reads what a store holds.
        let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
        let temporary = isReplaced ? "\(path).\(suffix).partial" : nil
        do {
            descriptor = try FileDescriptor.open(
                FilePath(temporary ?? path), .writeOnly,
                options: isReplaced
                    ? [.create, .exclusiveCreate, .noFollow] : [.create, .truncate],
                permissions: [.ownerReadWrite])
        } catch {
            throw Self.failure("make the file", path, error)
        }
        self.temporary = temporary
    }

    func write(_ bytes: [UInt8]) throws {
        do { _ = try descriptor.writeAll(bytes) } catch {
            throw Self.failure("write the file", path, error)
        }
    }

    /// The file is complete.
    func finish() throws(FileError) {
        do {
            try descriptor.close()
            guard let temporary else { return }
            guard unsafe rename(temporary, path) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            throw Self.failure("complete the file", path, error)
        }
    }

    /// Nothing of the file is kept.
    func discard() {
        guard let temporary else { return }
        try? FileManager.default.removeItem(atPath: temporary)
    }

    private static func failure(_ what: String, _ path: String, _ error: any Error) -> FileError {
        let reason: FileError.Reason =
            switch error as? Errno {
            case .noSuchFileOrDirectory: .notFound
            case .permissionDenied, .notPermitted, .readOnlyFileSystem: .notPermitted
            case .noSpace, .diskQuotaExceeded: .diskFull
            default: .other
            }
        return FileError(reason, "Could not \(what).", path: path, cause: "\(error)")
    }
}
