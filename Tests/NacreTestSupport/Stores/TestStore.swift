package import NacreEngine
package import NacreFormat

/// A store in memory for one test, which can be closed, killed, cut and opened again.
package final class TestStore {
    package static let path = "test.nacre"
    package private(set) var files: MemoryFileSystem
    package private(set) var database: Database
    private let options: Database.Options
    private let environment: Environment

    package init(
        files: MemoryFileSystem = MemoryFileSystem(), segmentSizeNominal: Int? = nil,
        seed: UInt64 = 1, configure: (inout Database.Options) -> Void = { _ in }
    ) throws {
        self.files = files
        var options = Database.Options(createsStore: true, segmentSizeNominal: segmentSizeNominal)
        configure(&options)
        self.options = options
        environment = .repeatable(seed: seed)
        database = try Self.open(files, options, environment)
    }

    private static func open(
        _ files: MemoryFileSystem, _ options: Database.Options, _ environment: Environment
    ) throws -> Database {
        try Database(
            at: path, options: options, fileSystem: files, environment: environment)
    }

    /// Closes the store and opens it again.
    package func reopen() throws {
        try database.close()
        database = try Self.open(files, options, environment)
    }

    /// Opens the files that a killed process would leave now: nothing is closed, and no write is
    /// lost.
    package func reopenAfterKill() throws {
        files = MemoryFileSystem(Self.path, files: files.contents(of: Self.path))
        database = try Self.open(files, options, environment)
    }

    /// Returns a second store, opened from the files that a killed process would leave now.
    package func twinAfterKill() throws -> TestStore {
        let options = options
        return try TestStore(
            files: MemoryFileSystem(Self.path, files: files.contents(of: Self.path))
        ) { $0 = options }
    }

    /// Defines an entity with a number as its id and a unique name.
    package static func defineNamed(_ entity: String, in changes: Changes) throws {
        try changes.define(
            entity,
            attributes: [
                AttributeSchema(
                    id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
                AttributeSchema(
                    id: AttributeID(2), name: "name", type: .string, isNullable: true,
                    isUnique: true),
            ], id: "id")
    }

    /// Returns every object of the store, by entity and id, without those of the store's own
    /// entities.
    package func contents() throws -> [String: [Value: [Value]]] {
        try Self.contents(of: database.snapshot())
    }

    package static func contents(
        of reader: some DatabaseReader
    ) throws -> [String: [Value: [Value]]] {
        var contents: [String: [Value: [Value]]] = [:]
        for definition in reader.catalog.all where !definition.schema.isOwn {
            let name = definition.schema.name
            contents[name] = [:]
            try reader.forEach(in: name) { object in
                contents[name]?[object.id] = object.values
                return true
            }
        }
        return contents
    }

    /// Returns the names of the files in which the bytes of a text occur.
    package func files(with text: String) -> [String] {
        let wanted = Array(text.utf8)
        return files.contents(of: Self.path).filter { _, bytes in
            guard bytes.count >= wanted.count else { return false }
            return (0...bytes.count - wanted.count).contains { start in
                bytes[start] == wanted[0]
                    && bytes[start..<start + wanted.count].elementsEqual(wanted)
            }
        }.keys.sorted()
    }

    /// Checks the files as `nacre verify --deep` does, and throws its findings.
    package func checkIntegrity() throws {
        let report = try IntegrityChecker(path: Self.path, isDeep: true, fileSystem: files).run()
        try require(report.isSound, "defects: \(report.defects)")
    }
}

/// Runs a test on a fresh store in memory, and checks the store's integrity afterwards.
package func withStore(
    segmentSizeNominal: Int? = nil, _ body: (TestStore) throws -> Void
) throws {
    let store = try TestStore(segmentSizeNominal: segmentSizeNominal)
    try body(store)
    try store.checkIntegrity()
}
