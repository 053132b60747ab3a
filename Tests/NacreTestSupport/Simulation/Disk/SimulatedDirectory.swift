internal import NacreEngine
internal import NacreFormat

/// The directory of a simulated disk.
final class SimulatedDirectory: StoreDirectory {
    let path: String
    private let disk: SimulatedDisk

    init(path: String, disk: SimulatedDisk) {
        self.path = path
        self.disk = disk
    }

    private func place(_ name: String) -> String { "\(path)/\(name)" }

    func list() throws(FileError) -> [String] {
        try disk.run { (machine) throws(FileError) in
            try machine.call("list the directory", path, .reading)
            // The order has no meaning, but is always the same.
            return machine.names.keys.sorted()
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
        guard let file = machine.names[name] else {
            throw FileError(.notFound, "It does not exist.", path: place(name))
        }
        return file
    }

    func create(_ name: String) throws(FileError) -> any StoreFile {
        let file = try disk.run { (machine) throws(FileError) in
            try machine.call("make the file", place(name), .growing)
            guard machine.names[name] == nil else {
                throw FileError(
                    .other, "Could not make the file. It already exists.", path: place(name))
            }
            let file = machine.newFile()
            machine.change(.create(name, file), [.create(name, file)])
            return file
        }
        return SimulatedFile(file, path: place(name), disk: disk)
    }

    func rename(_ name: String, to newName: String) throws(FileError) {
        try disk.run { (machine) throws(FileError) in
            try machine.call("rename the file", place(name), .growing)
            let file = try existing(name, machine)
            machine.change(.rename(name, to: newName), [.rename(name, to: newName, file)])
        }
    }

    func remove(_ name: String) throws(FileError) {
        try disk.run { (machine) throws(FileError) in
            try machine.call("remove the file", place(name), .other)
            _ = try existing(name, machine)
            machine.change(.remove(name), [.remove(name)])
        }
    }

    func sync(_ point: SyncPoint) throws(FileError) {
        try disk.run { (machine) throws(FileError) in
            try machine.sync(.directory, point, path: path)
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
            guard !machine.isLocked else {
                throw FileError(
                    .locked, "Another writer has the store open. Close it first.",
                    path: place(name))
            }
            machine.isLocked = true
        }
        return SimulatedLock(disk)
    }
}

private final class SimulatedLock: FileLock {
    private let disk: SimulatedDisk

    init(_ disk: SimulatedDisk) { self.disk = disk }

    func release() {
        try? disk.run { (machine) throws(FileError) in machine.isLocked = false }
    }
}
