internal import Foundation
internal import NacreEngine
internal import NacreFormat

/// Opens stores for the commands.
enum StoreAccess {
    /// Opens a store for reading. Changes no byte, takes no lock, and works beside a writer.
    static func read(_ path: String) throws -> Database {
        try open(path, .readOnly)
    }

    /// The purpose that a store is opened for.
    enum Purpose {
        case changes
        /// The commits of another store. Maintenance would add commits of its own, and drop states
        /// before it is known that they are to be kept.
        case history
    }

    /// Opens a store for changes and reports any repair.
    /// - Parameter making: Makes the store if it does not exist.
    static func write(
        _ path: String, making: NewStore? = nil, for purpose: Purpose = .changes
    ) throws -> Database {
        var options = making != nil ? Database.Options.creating : Database.Options()
        options.keepsReserve = true
        // A command maintains the store as a program does: it writes checkpoints and drops dead
        // records. But it leaves no index to be built later.
        options.maintenance = .background
        options.indexBuildMax = .max
        if purpose == .history {
            options.maintenance = .manual
            // The new store counts only when it is closed.
            options.durability = .onClose
        }
        let database = try open(path, options, making?.fileSystem ?? POSIXFileSystem())
        if let recovery = database.recovery {
            StandardError.write("nacre: \(RecoveryText.done(recovery))")
        }
        return database
    }

    private static func open(
        _ path: String, _ options: Database.Options,
        _ fileSystem: any FileSystem = POSIXFileSystem()
    ) throws -> Database {
        do {
            return try Database(at: path, options: options, fileSystem: fileSystem)
        } catch let error as StoreError {
            throw explained(error, path)
        }
    }

    /// Returns an error of opening a store, or a clearer one if the cause is a wrong path.
    static func explained(_ error: StoreError, _ path: String) -> StoreError {
        if error.code == .notAStore, isFile(path) {
            return StoreError(
                .notAStore,
                "This is a file, and a store is a directory. 'nacre inspect' shows single files of"
                    + " a store.",
                file: path)
        }
        if error.code == .storeNotFound {
            let parent = URL(filePath: path).deletingLastPathComponent()
                .path(percentEncoded: false)
            return StoreError(
                .storeNotFound,
                FileManager.default.fileExists(atPath: parent)
                    ? "There is no store here. Check the path; 'nacre import' makes a store."
                    : "The parent directory does not exist. Check the path, or make the directory.",
                file: path)
        }
        return error
    }

    static func isFile(_ path: String) -> Bool {
        var isDirectory = ObjCBool(false)
        let exists = unsafe FileManager.default.fileExists(
            atPath: path, isDirectory: &isDirectory)
        return exists && !isDirectory.boolValue
    }
}
