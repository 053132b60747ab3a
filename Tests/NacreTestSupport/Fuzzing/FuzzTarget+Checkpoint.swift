internal import NacreEngine
internal import NacreFormat

/// A checkpoint beside the store that it belongs to.
extension FuzzTarget {
    /// A checkpoint with wrong checksums costs only time, or is reported to the reader. A forged
    /// one may show anything, but leads to nothing worse than an error.
    static let checkpoint = FuzzTarget(
        name: "checkpoint",
        seeds: { FuzzMode.inputs([try store.get().bytes, try olderStore.get().bytes]) },
        run: { input in
            guard var (mode, bytes) = FuzzMode.split(input) else { return }
            let store = try store.get()
            if mode.contains(.isSealed), bytes.count >= CheckpointHeaderFields.size {
                bytes = ForgedCheckpoint.withChecksums(bytes) { _ in }
            }
            let isForged = bytes != store.bytes && mode.contains(.isSealed)
            let files = store.files(with: bytes)
            do {
                if mode.contains(.isOther) {
                    try ForgedStore.exercise(files)
                    return
                }
                let contents = try search(files)
                try require(
                    isForged || contents == store.contents, "another content by a checkpoint")
            } catch let error as StoreError {
                // A forged schema may lack the names that the search looks up.
                let isOfQuestion = [.unknownEntity, .unknownAttribute, .schemaMismatch]
                    .contains(error.code)
                try require(
                    error.file != nil || isForged && isOfQuestion,
                    "an error without a file: \(error)")
            }
        })

    private static let store = Result { try StoreWithCheckpoint(isOlder: false) }
    private static let olderStore = Result { try StoreWithCheckpoint(isOlder: true) }

    /// Opens a store for reading, and looks up existing and missing objects.
    private static func search(_ files: [String: [UInt8]]) throws -> [String: [Value: [Value]]] {
        let database = try Database(
            at: TestStore.path, options: .readOnly,
            fileSystem: MemoryFileSystem(TestStore.path, files: files))
        let snapshot = try database.snapshot()
        for number in Int64(-1)..<24 {
            let object = try snapshot.find(.int(number), in: StoreWithCheckpoint.entity)
            try require(object.map { $0.id == .int(number) } ?? true, "another object is found")
            let text = Value.string("city \(number)")
            _ = try snapshot.find(text, by: "name", in: StoreWithCheckpoint.entity)
        }
        return try TestStore.contents(of: snapshot)
    }
}

/// A store of a few kilobytes: a tree of ids, a tree of unique values, rows of which some are free,
/// and commits after the checkpoint.
private struct StoreWithCheckpoint {
    static let entity = "City"

    private let files: [String: [UInt8]]
    private let name: String
    let contents: [String: [Value: [Value]]]
    /// The checkpoint's bytes.
    let bytes: [UInt8]

    /// - Parameter isOlder: Whether the checkpoint is of an earlier commit.
    init(isOlder: Bool) throws {
        let store = try TestStore()
        try store.database.performChanges { changes in
            try TestStore.defineNamed(Self.entity, in: changes)
            for id in 0..<20 as Range<Int64> {
                try changes.insert([.int(id), .string("city \(id)")], into: Self.entity)
            }
        }
        if isOlder { try store.database.checkpoint() }
        try store.database.performChanges { _ = try $0.delete(.int(3), from: Self.entity) }
        if !isOlder { try store.database.checkpoint() }
        try store.database.performChanges { changes in
            try changes.update([.int(4), .string("Bern")], of: Self.entity)
            _ = try changes.insert([.int(21), .string("city 4")], into: Self.entity)
        }
        contents = try store.contents()
        try store.database.close()
        files = store.files.contents(of: TestStore.path)
        name = files.keys.first { FileName.checkpointNumber($0) != nil } ?? ""
        bytes = files[name] ?? []
        try require(!bytes.isEmpty, "the store has no checkpoint")
    }

    func files(with checkpoint: [UInt8]) -> [String: [UInt8]] {
        var files = files
        files[name] = checkpoint
        return files
    }
}
