internal import NacreEngine
internal import NacreFormat

/// The state of a simulated disk and of the system above it: the visible files, the durable state,
/// and the faults.
struct SimulatedMachine {
    private(set) var state: DiskState
    private(set) var names: [String: FileID] = [:]
    private var contents: [FileID: MemoryContent] = [:]
    private(set) var directories: Set<DiskDirectory>
    /// The directories whose lock is taken.
    var locked: Set<DiskDirectory> = []
    var callCount = 0
    var fault: DiskFault?
    var hasFailed = false
    /// Files with a write that will not reach the disk, which has not been reported yet.
    var delayed: Set<FileID> = []
    /// Files that still show bytes that a failed sync has given up.
    private var showsLost: Set<FileID> = []
    var observer: (@Sendable () -> Int?)?
    private(set) var hasLied = false
    private(set) var trace: [TracedChange]?

    let behaviour: SimulatedDisk.Behaviour
    private let keepsPoints: Bool
    private var points: [SimulatedDisk.CrashPoint] = []
    private var nextID: Int
    private var syncCount = 0
    private var lateSyncs: [(target: SyncTarget, kind: SyncMutation.ChangeKind)] = []

    enum SyncTarget: Sendable {
        case file(FileID)
        case directory(DiskDirectory)
        case parent
    }

    init(_ state: DiskState, behaviour: SimulatedDisk.Behaviour, keepsPoints: Bool) {
        self.behaviour = behaviour
        self.keepsPoints = keepsPoints
        self.state = state
        let shown = state.shown
        directories = shown.directories
        names = shown.names
        contents = shown.files.mapValues { MemoryContent($0) }
        // A file that was made and never written is known only by its name.
        for file in names.values where contents[file] == nil { contents[file] = MemoryContent() }
        nextID = (contents.keys.map(\.rawValue).max() ?? 0) + 1
    }

    func content(_ file: FileID) -> MemoryContent { contents[file] ?? MemoryContent() }

    // MARK: Changes

    mutating func change(_ change: TracedChange, _ operations: [DiskOperation]) {
        apply(change)
        note(change)
        state.add(operations)
        keepPoint()
        settleLate(behind: change)
    }

    private mutating func apply(_ change: TracedChange) {
        switch change {
        case .write(let file, let offset, let bytes):
            bytes.withView { content(file).write($0, at: offset) }
        case .setSize(let file, let size): content(file).setSize(size)
        case .create(let name, let file):
            names[name] = file
            contents[file] = MemoryContent()
        case .link(let name, let file): names[name] = file
        case .rename(let name, let newName):
            names[newName] = names.removeValue(forKey: name)
        case .remove(let name): names[name] = nil
        case .makeDirectory(let directory): directories.insert(directory)
        case .published: break
        }
    }

    mutating func newFile() -> FileID {
        defer { nextID += 1 }
        return FileID(rawValue: nextID)
    }

    // MARK: Syncs

    /// Makes the target of a sync durable, unless the disk lies or the sync is left out.
    mutating func settle(_ target: SyncTarget, _ point: SyncPoint) {
        syncCount += 1
        if behaviour.liesOnceIn > 0, syncCount % behaviour.liesOnceIn == 0 {
            hasLied = true
            return
        }
        switch behaviour.mutation {
        case .ignored(point): return
        case .late(point, let kind): lateSyncs.append((target, kind))
        default:
            settle(target)
            keepPoint()
        }
    }

    private mutating func settle(_ target: SyncTarget) {
        switch target {
        case .file(let file): state.sync(file)
        case .directory(let directory): state.sync(directory)
        case .parent: state.syncParent()
        }
    }

    private mutating func settleLate(behind change: TracedChange) {
        guard lateSyncs.contains(where: { $0.kind == change.kind }) else { return }
        for late in lateSyncs where late.kind == change.kind { settle(late.target) }
        lateSyncs.removeAll { $0.kind == change.kind }
        keepPoint()
    }

    /// Drops the writes to the file since its last sync, which will never be durable.
    /// - Parameter isShown: Whether they are still read, until the machine stops.
    mutating func forget(_ file: FileID, isShown: Bool) {
        state.forget(file)
        if isShown { showsLost.insert(file) }
    }

    /// Whether a power cut now would lose nothing that can be read.
    var isSettled: Bool {
        state.pending.isEmpty && !names.values.contains(where: showsLost.contains)
    }

    /// Makes everything work from here on, and drops errors that were not reported.
    mutating func mend() {
        fault = nil
        delayed = []
    }

    /// Removes a directory, durably.
    mutating func drop(_ directory: DiskDirectory) {
        let (own, others) = names.reduce(into: (Set<FileID>(), Set<FileID>())) { sets, entry in
            if DiskDirectory(of: entry.key) == directory {
                sets.0.insert(entry.value)
            } else {
                sets.1.insert(entry.value)
            }
        }
        directories.remove(directory)
        names = names.filter { DiskDirectory(of: $0.key) != directory }
        state.drop(directory, own.subtracting(others))
    }

    mutating func kill() {
        locked = []
        observer = nil
        lateSyncs = []
    }

    // MARK: Points of a crash

    var point: SimulatedDisk.CrashPoint {
        SimulatedDisk.CrashPoint(
            state: state, call: callCount, published: keepsPoints ? observer?() : nil)
    }

    private mutating func keepPoint() {
        if keepsPoints { points.append(point) }
    }

    mutating func takePoints() -> [SimulatedDisk.CrashPoint] {
        defer { points = [] }
        return points
    }

    // MARK: Traces

    /// Begins to record changes.
    /// - Returns: The files before the changes.
    mutating func beginTrace() -> TracedDisk.View {
        trace = []
        return TracedDisk.View(
            names: names,
            files: Dictionary(
                names.values.map { ($0, content($0).fileState) }, uniquingKeysWith: { $1 }))
    }

    mutating func takeTrace() -> [TracedChange] {
        defer { trace = nil }
        return trace ?? []
    }

    private mutating func note(_ change: TracedChange) {
        guard trace != nil else { return }
        // Recorded before the change, because the commit was visible before it.
        if let commit = observer?() { trace?.append(.published(commit: commit)) }
        trace?.append(change)
    }
}
