internal import NacreEngine
internal import NacreFormat
internal import Synchronization

/// The disk as seen by a process that reads a store while another one writes to it: between any two
/// of its calls, some of the writer's changes have happened. For reading only.
final class TracedDisk: FileSystem {
    /// The files as the system shows them.
    struct View: Sendable {
        var names: [String: FileID] = [:]
        var files: [FileID: FileState] = [:]
    }

    fileprivate struct State: Sendable {
        var names: [String: FileID]
        var contents: [FileID: MemoryContent]
        var rest: ArraySlice<TracedChange>
        var random: SplitMix64
    }

    fileprivate let state: Mutex<State>

    /// - Parameters:
    ///   - view: The files before the changes.
    ///   - done: The number of changes that have happened when the reader begins.
    init(_ view: View, changes: [TracedChange], done: Int, seed: UInt64) {
        let state = State(
            names: view.names, contents: view.files.mapValues { MemoryContent($0) },
            rest: changes[...], random: SplitMix64(seed: seed))
        self.state = Mutex(state)
        advance(done)
    }

    /// Applies the next changes of the writer.
    func advance(_ count: Int = .max) {
        state.withLock { state in
            for change in state.rest.prefix(count) { state.apply(change) }
            state.rest = state.rest.dropFirst(count)
        }
    }

    /// Begins one of the reader's calls: some time has passed.
    fileprivate func call() {
        let count = state.withLock { state in
            switch state.random.next(upTo: 5) {
            case 0...2: 0
            case 3: 1
            case 4: Int(state.random.next(upTo: 4))
            default: Int(state.random.next(upTo: UInt64(state.rest.count)))
            }
        }
        advance(count)
    }

    func openDirectory(
        _ path: String, creating: Bool
    ) throws(FileError) -> any StoreDirectory {
        TracedDirectory(path: path, disk: self)
    }
}

extension TracedDisk.State {
    fileprivate mutating func apply(_ change: TracedChange) {
        switch change {
        case .write(let file, let offset, let bytes):
            bytes.withView { contents[file]?.write($0, at: offset) }
        case .setSize(let file, let size): contents[file]?.setSize(size)
        case .create(let name, let file):
            names[name] = file
            contents[file] = MemoryContent()
        case .link(let name, let file): names[name] = file
        case .rename(let name, let newName): names[newName] = names.removeValue(forKey: name)
        case .remove(let name): names[name] = nil
        case .makeDirectory, .published: break
        }
    }
}

private final class TracedDirectory: StoreDirectory {
    let path: String
    private let disk: TracedDisk

    init(path: String, disk: TracedDisk) {
        self.path = path
        self.disk = disk
    }

    func list() throws(FileError) -> [String] {
        disk.call()
        return DiskDirectory.store.names(in: disk.state.withLock { $0.names.keys.sorted() })
    }

    func open(_ name: String, _ access: FileAccess) throws(FileError) -> any StoreFile {
        disk.call()
        let content = disk.state.withLock { state in
            state.names[name].flatMap { state.contents[$0] }
        }
        guard let content, access == .reading else {
            throw FileError(
                access == .reading ? .notFound : .notPermitted, "It cannot be opened.",
                path: "\(path)/\(name)")
        }
        return TracedFile(path: "\(path)/\(name)", content: content, disk: disk)
    }

    func create(_ name: String) throws(FileError) -> any StoreFile { throw refusal }
    func rename(_ name: String, to newName: String) throws(FileError) { throw refusal }
    func remove(_ name: String) throws(FileError) { throw refusal }
    func sync(_ point: SyncPoint) throws(FileError) { throw refusal }
    func syncParent(_ point: SyncPoint) throws(FileError) { throw refusal }
    func lock(_ name: String) throws(FileError) -> any FileLock { throw refusal }

    private var refusal: FileError {
        FileError(.notPermitted, "A reader may change nothing.", path: path)
    }
}

private final class TracedFile: StoreFile {
    let path: String
    private let content: MemoryContent
    private let disk: TracedDisk

    init(path: String, content: MemoryContent, disk: TracedDisk) {
        self.path = path
        self.content = content
        self.disk = disk
    }

    func size() throws(FileError) -> Int {
        disk.call()
        return content.size
    }

    func map(_ count: Int) throws(FileError) -> MappedBytes {
        disk.call()
        return content.map(count)
    }

    func copy(_ range: Range<Int>) throws(FileError) -> MappedBytes {
        disk.call()
        return content.copy(range)
    }

    func write(_ bytes: ByteView, at offset: Int) throws(FileError) { throw refusal }
    func setSize(_ size: Int) throws(FileError) { throw refusal }
    func sync(_ point: SyncPoint) throws(FileError) { throw refusal }

    private var refusal: FileError {
        FileError(.notPermitted, "A reader may change nothing.", path: path)
    }
}

extension MemoryContent {
    convenience init(_ file: FileState) {
        self.init()
        setSize(file.size)
        file.bytes.withView { write($0, at: 0) }
    }

    /// The present state.
    var fileState: FileState {
        let size = size
        var state = map(size).read { FileState($0[0..<$0.countWithoutTrailingZeros].bytes) }
        state.setSize(size)
        return state
    }
}
