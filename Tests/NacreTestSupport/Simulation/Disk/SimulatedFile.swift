internal import NacreEngine
internal import NacreFormat

/// An open file of a simulated disk. It stays usable after its name is removed.
final class SimulatedFile: StoreFile {
    let path: String
    let file: FileID
    let disk: SimulatedDisk

    init(_ file: FileID, path: String, disk: SimulatedDisk) {
        self.file = file
        self.path = path
        self.disk = disk
    }

    func size() throws(FileError) -> Int {
        try reading("read the file's size").size
    }

    func map(_ count: Int) throws(FileError) -> MappedBytes {
        try reading("map the file").map(count)
    }

    func copy(_ range: Range<Int>) throws(FileError) -> MappedBytes {
        try reading("read the file").copy(range)
    }

    private func reading(_ what: String) throws(FileError) -> MemoryContent {
        try disk.run { (machine) throws(FileError) in
            try machine.call(what, path, .reading)
            return machine.content(file)
        }
    }

    func write(_ bytes: ByteView, at offset: Int) throws(FileError) {
        let bytes = bytes.bytes
        try disk.run { (machine) throws(FileError) in
            try machine.write(bytes, to: file, at: offset, path: path)
        }
    }

    func setSize(_ size: Int) throws(FileError) {
        try disk.run { (machine) throws(FileError) in
            let isGrowing = size > machine.content(file).size
            try machine.call("set the file's size", path, isGrowing ? .growing : .other)
            machine.change(.setSize(file, size), [.setSize(file, size)])
        }
    }

    func sync(_ point: SyncPoint) throws(FileError) {
        try disk.run { (machine) throws(FileError) in
            try machine.sync(.file(file), point, path: path)
        }
    }
}
