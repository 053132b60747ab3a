import NacreFormat
import NacreTestSupport

@testable import NacreEngine

/// Everything that opening a store builds, as plain values that can be compared. The end of the
/// rows is excluded: after tombstones were purged, the log has less information on it than a
/// checkpoint.
struct StoreState: Equatable {
    let commit: CommitNumber
    let time: Int64
    let digest: CommitDigest
    let schemas: [StoredSchema]
    let layouts: [[UInt8]]
    /// The rows, by entity number.
    let rows: [[UInt32: UInt64]]
    let ids: [[TreeEntry]]
    /// The trees of unique attributes, by entity and attribute.
    let uniques: [String: [TreeEntry]]
    /// The objects by entity, as text, in which NaN equals itself.
    let contents: [String: [String]]

    init(_ database: Database) throws {
        let snapshot = try database.snapshot()
        let version = snapshot.version
        commit = version.commit
        time = version.time
        digest = version.digest
        schemas = version.catalog.all.map(\.schema)
        layouts = version.catalog.all.flatMap { definition in
            version.catalog.layouts(of: definition.schema.number).map(\.encoded)
        }
        rows = version.roots.map { roots in
            var rows: [UInt32: UInt64] = [:]
            roots.rows.forEach { row, word in
                rows[row] = word
                return true
            }
            return rows
        }
        ids = version.roots.map { TreePropertyTests.entries($0.ids) }
        var uniques: [String: [TreeEntry]] = [:]
        for definition in version.catalog.all {
            for unique in definition.uniques {
                let name = "\(definition.schema.name).\(unique.attribute.name)"
                uniques[name] = TreePropertyTests.entries(version.trees[unique.slot])
            }
        }
        self.uniques = uniques
        contents = try TestStore.contents(of: snapshot).mapValues { objects in
            objects.values.map { "\($0)" }.sorted()
        }
    }

    /// Reads the state of files, opened for reading.
    static func read(
        _ files: [String: [UInt8]], usingCheckpoint: Bool
    ) throws -> (state: StoreState, problem: String?) {
        var options = Database.Options.readOnly
        options.usesCheckpoint = usingCheckpoint
        let database = try Database(
            at: TestStore.path, options: options,
            fileSystem: MemoryFileSystem(TestStore.path, files: files),
            environment: .repeatable())
        return (try StoreState(database), database.checkpointProblem)
    }

    /// Requires that files open to the same state with their checkpoint and without.
    /// - Returns: The reason why the checkpoint was not used, if there is one.
    @discardableResult
    static func requireSame(_ files: [String: [UInt8]], _ context: String) throws -> String? {
        let (with, problem) = try read(files, usingCheckpoint: true)
        let (without, none) = try read(files, usingCheckpoint: false)
        try requireEqual(none, nil, "nothing to complain about")
        try requireEqual(with, without, context)
        return problem
    }
}

extension TestStore {
    var fileContents: [String: [UInt8]] { files.contents(of: Self.path) }

    var checkpointNames: [String] { fileContents.keys.filter { $0.hasSuffix(".ckp") }.sorted() }
}
