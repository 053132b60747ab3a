internal import NacreEngine
internal import NacreFormat

/// A directory of a simulated disk.
final class SimulatedDirectory: StoreDirectory {
    let path: String
    private let directory: DiskDirectory
    private let disk: SimulatedDisk

    init(path: String, disk: SimulatedDisk) {
        self.path = path
        directory = DiskDirectory(path: path)
        self.disk = disk
    }

    private func place(_ name: String) -> String { "\(path)/\(name)" }

    func list() throws(FileError) -> [String] {
        try disk.run { (machine) throws(FileError) in
            try machine.call("list the directory", path, .reading)
            // The order has no meaning, but is always the same.
            return directory.names(in: machine.names.keys.sorted())
        }
    }

    func open(_ name: String, _ access: FileAccess) throws(FileError) -> any StoreFile {
        let file = try disk.run { (machine) throws(FileError) in
            try machine.call("open the file", place(name), .reading)
            return try existing(name, machine)
        }
        return SimulatedFile(file, path: place(name), disk: disk)
    }

    private func existing(
        _ name: String, _ machine: SimulatedMachine
    ) throws(FileError) -> FileID {
        guard let file = machine.names[directory.place(name)] else {
            throw FileError(.notFound, "It does not exist.", path: place(name))
        }
        return file
    }

    func create(_ name: String) throws(FileError) -> any StoreFile {
        let file = try disk.run { (machine) throws(FileError) in
            try machine.call("make the file", place(name), .growing)
            let name = try free(name, machine)
            let file = machine.newFile()
            machine.change(.create(name, file), [.create(name, file)])
            return file
        }
        return SimulatedFile(file, path: place(name), disk: disk)
    }

    /// Returns the name on the disk of a file that does not exist yet.
    private func free(
        _ name: String, _ machine: SimulatedMachine
    ) throws(FileError) -> String {
        guard machine.names[directory.place(name)] == nil else {
            throw FileError(
                .other, "Could not make the file. It already exists.", path: place(name))
        }
        return directory.place(name)
    }

    func share(_ file: any StoreFile, as name: String) -> Bool {
        guard disk.behaviour.sharesFiles, let file = file as? SimulatedFile, file.disk === disk
        else { return false }
        let isShared: Void? = try? disk.run { (machine) throws(FileError) in
            try machine.call("make a link", place(name), .growing)
            let name = try free(name, machine)
            machine.change(.link(name, file.file), [.create(name, file.file)])
        }
        return isShared != nil
    }

    func rename(_ name: String, to newName: String) throws(FileError) {
        try disk.run { (machine) throws(FileError) in
            try machine.call("rename the file", place(name), .growing)
            let file = try existing(name, machine)
            let (old, new) = (directory.place(name), directory.place(newName))
            machine.change(.rename(old, to: new), [.rename(old, to: new, file)])
        }
    }

    func remove(_ name: String) throws(FileError) {
        try disk.run { (machine) throws(FileError) in
            try machine.call("remove the file", place(name), .other)
            _ = try existing(name, machine)
            let name = directory.place(name)
            machine.change(.remove(name), [.remove(name)])
        }
    }

    func sync(_ point: SyncPoint) throws(FileError) {
        try disk.run { (machine) throws(FileError) in
            try machine.sync(.directory(directory), point, path: path)
        }
    }

    func syncParent(_ point: SyncPoint) throws(FileError) {
        try disk.run { (machine) throws(FileError) in
            try machine.sync(.parent, point, path: path)
        }
    }

    func lock(_ name: String) throws(FileError) -> any FileLock {
        try disk.run { (machine) throws(FileError) in
            try machine.call("take the lock", place(name), .reading)
            guard machine.locked.insert(directory).inserted else {
                throw FileError(
                    .locked, "Another writer has the store open. Close it first.",
                    path: place(name))
            }
        }
        return SimulatedLock(directory, disk)
    }
}

private final class SimulatedLock: FileLock {
    private let directory: DiskDirectory
    private let disk: SimulatedDisk

    init(_ directory: DiskDirectory, _ disk: SimulatedDisk) {
        self.directory = directory
        self.disk = disk
    }

    func release() {
        _ = try? disk.run { (machine) throws(FileError) in machine.locked.remove(directory) }
    }
}
