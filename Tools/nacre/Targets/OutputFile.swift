internal import Foundation
internal import NacreEngine
internal import Synchronization
internal import SystemPackage

/// A file that a command writes. It is made before the work, so that a path that cannot be written
/// to is found out early. It has a temporary name, and takes the requested name when it is
/// complete. Links are not followed, pipes and devices are not opened, and a file at the path stays
/// unless the user wants it replaced.
final class OutputFile: Sendable {
    private let path: String
    private let overwrites: Bool
    private let descriptor: FileDescriptor
    /// The path of the bytes until the file is complete.
    private let temporary: String
    /// Whether this object no longer owns the temporary file.
    private let isEnded = Mutex(false)

    /// Makes the file, which is removed if a signal ends the tool.
    /// - Parameters:
    ///   - overwrites: Whether an existing file is to be replaced.
    ///   - store: The directory of a store, which must not contain the file.
    static func make(
        path: String, overwrites: Bool = false, outside store: String
    ) throws -> OutputFile {
        try Interruption.making {
            try OutputFile(path: path, overwrites: overwrites, outside: store)
        } cleanup: {
            $0.discard()
        }
    }

    private init(path: String, overwrites: Bool, outside store: String) throws {
        self.path = path
        self.overwrites = overwrites
        guard try !POSIXFileSystem().isPath(path, within: store) else {
            throw CommandFailure(
                .usage, "'\(path)' is in the store's own directory. Name a file elsewhere.")
        }
        try Self.checkFree(path, overwrites)
        // The random name keeps others from placing a link there in advance. Only the owner can
        // read the file, as it contains data of a store.
        let suffix = String(UInt64.random(in: .min ... .max), radix: 36)
        temporary = "\(path).\(suffix).partial"
        do {
            descriptor = try FileDescriptor.open(
                FilePath(temporary), .writeOnly,
                options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
                permissions: [.ownerReadWrite])
        } catch {
            throw Self.failure("make the file", path, error)
        }
    }

    private static func checkFree(_ path: String, _ overwrites: Bool) throws {
        // The attributes are those of a link itself, not of its target.
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let type = attributes?[.type] as? FileAttributeType else { return }
        guard type == .typeRegular else {
            throw FileError(
                .notRegular,
                "Could not make the file. There is a link, a pipe, a device or a directory with"
                    + " this name, which is never replaced. Name another file.",
                path: path)
        }
        guard overwrites else {
            throw CommandFailure(
                .cannotCreate, "'\(path)' is there already and was not changed. Name another file.")
        }
    }

    func write(_ bytes: [UInt8]) throws {
        do { _ = try descriptor.writeAll(bytes) } catch {
            throw Self.failure("write the file", path, error)
        }
    }

    /// Makes the written bytes durable.
    func sync() throws {
        guard fsync(descriptor.rawValue) == 0 else {
            throw Self.failure("sync the file", path, Errno(rawValue: errno))
        }
    }

    /// Gives the complete file its name. If that fails, the file keeps its temporary name, and the
    /// error names it.
    func finish() throws(FileError) {
        let error = isEnded.withLock { isEnded -> (any Error)? in
            guard !isEnded else { return nil }
            isEnded = true
            do {
                try descriptor.close()
                try takeName()
                return nil
            } catch {
                return error
            }
        }
        guard let error else { return }
        throw Self.failure(
            "give the file its name; all of it is in '\(temporary)'", path, error)
    }

    private func takeName() throws {
        if overwrites {
            try rename(to: path)
            return
        }
        // Unlike a rename, a link does not replace a file that has appeared at the path meanwhile.
        if unsafe link(temporary, path) == 0 {
            _ = unsafe unlink(temporary)
            return
        }
        let error = Errno(rawValue: errno)
        guard [.notPermitted, .notSupported, .notSupportedOnSocket].contains(error) else {
            throw error
        }
        // On a file system without hard links, an empty file claims the name.
        try FileDescriptor.open(
            FilePath(path), .writeOnly, options: [.create, .exclusiveCreate, .noFollow],
            permissions: [.ownerReadWrite]
        ).close()
        try rename(to: path)
    }

    private func rename(to path: String) throws(Errno) {
        guard unsafe Foundation.rename(temporary, path) == 0 else { throw Errno(rawValue: errno) }
    }

    /// Removes the file unless it is complete.
    func discard() {
        isEnded.withLock { isEnded in
            if !isEnded { _ = unsafe unlink(temporary) }
            isEnded = true
        }
    }

    private static func failure(_ what: String, _ path: String, _ error: any Error) -> FileError {
        let reason: FileError.Reason =
            switch error as? Errno {
            case .noSuchFileOrDirectory: .notFound
            case .permissionDenied, .notPermitted, .readOnlyFileSystem: .notPermitted
            case .noSpace, .diskQuotaExceeded: .diskFull
            default: .other
            }
        let advice =
            error as? Errno == .fileTooLarge
            ? " The file system, or a limit of the process, allows no larger file." : ""
        return FileError(reason, "Could not \(what).\(advice)", path: path, cause: "\(error)")
    }
}
