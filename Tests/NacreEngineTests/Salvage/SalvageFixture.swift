import NacreEngine
import NacreFormat
import NacreTestSupport

/// Stores for salvage tests, and the results of their salvages.
enum SalvageFixture {
    struct Outcome {
        let report: SalvageReport
        let contents: [String: [Value: [Value]]]
        let schemas: [StoredSchema]

        var cities: [Value: [Value]] { contents[CityEntity.name] ?? [:] }
    }

    /// Makes a store of a few segments: cities 0..<40, each written in several commits; a third
    /// deleted.
    /// - Returns: The files, and every version that was ever committed.
    static func make() throws -> (files: [String: [UInt8]], versions: Set<[Value]>) {
        let store = try TestStore(segmentSizeNominal: 6000)
        var versions: Set<[Value]> = []
        for round in 0..<6 {
            try store.database.performChanges(author: "anna", note: "\(round)") { changes in
                if round == 0 { try CityEntity.define(in: changes) }
                for id in 0..<40 where (id + round) % 3 != 0 || round == 0 {
                    let values = CityEntity.values(
                        Int64(id), "city \(id) of round \(round)", population: Int64(round))
                    versions.insert(values)
                    try changes.save(values, in: CityEntity.name)
                }
                for id in 0..<40 where id % 7 == round {
                    try changes.delete(.int(Int64(id)), from: CityEntity.name)
                }
            }
        }
        try store.database.close()
        return (store.files.contents(of: TestStore.path), versions)
    }

    static func salvage(_ files: [String: [UInt8]]) throws -> Outcome {
        let source = MemoryFileSystem(TestStore.path, files: files)
        let target = MemoryFileSystem()
        let report = try Salvager(
            from: TestStore.path, to: "out", sourceFiles: source, files: target
        ).run()
        try require(source.contents(of: TestStore.path) == files, "the source was changed")
        let store = try Database(at: "out", options: .readOnly, fileSystem: target)
        let snapshot = try store.snapshot()
        return Outcome(
            report: report, contents: try TestStore.contents(of: snapshot),
            schemas: snapshot.catalog.all.map(\.schema))
    }

    static func contents(_ files: [String: [UInt8]]) throws -> [String: [Value: [Value]]] {
        let store = try Database(
            at: TestStore.path, options: .readOnly,
            fileSystem: MemoryFileSystem(TestStore.path, files: files))
        return try TestStore.contents(of: store.snapshot())
    }

    /// Returns the names of the segments, in the order of the log.
    static func segments(_ files: [String: [UInt8]]) throws -> [String] {
        let manifest = try Manifest.decode(files[FileName.manifest] ?? [])
        return (manifest.segments.map(\.number) + [manifest.active]).map { FileName.segment($0) }
    }
}
