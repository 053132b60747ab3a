import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// After an erase, no file of the store holds the values, decoded or not, wherever they were.
@Suite struct EraseEverywhereTests {
    private typealias World = RemnantWorld
    private static let object = (entity: World.entity, id: Value.int(7))

    /// A store with versions of one object in every kind of place: in several segments, in a
    /// checkpoint, in a segment of the former manifest, after the end of a segment that was cut,
    /// and in a torn file.
    private struct Scattered {
        let store: TestStore
        /// The torn file, and the segment with the same bytes behind its cut.
        let torn: Set<String>
        /// The segments that the manifest no longer names.
        let gone: Set<String>
        let copy = MemoryFileSystem()
    }

    private static func plant(_ bytes: [UInt8], _ name: String, in store: TestStore) throws {
        let directory = try store.files.openDirectory(TestStore.path, creating: false)
        let isThere = try directory.list().contains(name)
        let file = isThere ? try directory.open(name, .writing) : try directory.create(name)
        let end = try file.size()
        try file.setSize(end + bytes.count)
        try bytes.withView { view throws(FileError) in try file.write(view, at: end) }
    }

    private static func save(
        _ attribute: String, _ round: Int, isLong: Bool, in changes: Changes
    ) throws {
        for id in 0..<5 as Range<Int64> {
            let object = try World.object(id, attribute, "town \(round)")
            _ = try changes.save(object, in: World.entity)
        }
        let object = try World.object(7, attribute, "\(World.secret) \(round)", isLong: isLong)
        _ = try changes.save(object, in: World.entity)
    }

    private static func scattered(_ attribute: String, isLong: Bool) throws -> Scattered {
        let size = isLong ? 200_000 : 1500
        var store = try World.store(.forever, segmentSizeNominal: size)
        var former: [String: [UInt8]] = [:]
        for round in 0..<8 {
            try store.database.performChanges {
                try save(attribute, round, isLong: isLong, in: $0)
            }
            if round == 3 {
                former = store.files.contents(of: TestStore.path)
                _ = try store.database.compact()
                try store.database.compact(segments: 0..<100)
            }
        }
        // A process that is killed in the middle of a commit.
        var killed: [String: [UInt8]] = [:]
        try? store.database.performChanges { changes in
            try save(attribute, 9, isLong: isLong, in: changes)
            for id in 100..<105 as Range<Int64> {
                let filling = try World.object(id, "packed", "filling", isLong: true)
                _ = try changes.save(filling, in: World.entity)
            }
            killed = store.files.contents(of: TestStore.path)
            throw StoreError(.cancelled, "The test ends the change.")
        }
        store = try TestStore(
            files: MemoryFileSystem(TestStore.path, files: killed), segmentSizeNominal: size)
        try store.database.checkpoint()

        let torn = try #require(
            store.files.contents(of: TestStore.path).first { $0.key.hasSuffix(".torn") })
        let manifest = try store.database.currentManifest()
        let cut = try #require(manifest.segments.first { $0.ending == .cut })
        try plant(torn.value, FileName.segment(cut.number), in: store)
        let gone = former.filter { name, _ in
            FileName.segmentNumber(name).map { number in
                number != manifest.active && !manifest.segments.contains { $0.number == number }
            } ?? false
        }
        for (name, bytes) in gone { try plant(bytes, name, in: store) }
        return Scattered(
            store: store, torn: [torn.key, FileName.segment(cut.number)], gone: Set(gone.keys))
    }

    /// Checks that the text is found where it was put, and makes a backup that has it.
    private static func checkBefore(_ world: Scattered, _ attribute: String) throws {
        let report = try world.store.remnants(of: World.secret)
        let found = Set(report.remnants.map(\.file))
        #expect(found.isSuperset(of: world.torn))
        #expect(!found.isDisjoint(with: world.gone))
        #expect(found.subtracting(world.gone).count { $0.hasSuffix(".seg") } > 2)
        #expect(found.contains { $0.hasSuffix(".ckp") } == (attribute == "name"))
        #expect(report.remnants.allSatisfy { $0.attribute == attribute })
        #expect(report.unfinishedFiles == [])
        _ = try world.store.database.backup(to: "/copies/one", files: world.copy)
        let copy = RemnantSearch(path: "/copies/one", fileSystem: world.copy)
        #expect(try !copy.run(World.secret).isClean)
    }

    private static func others(_ store: TestStore) throws -> [Value: [Value]] {
        try store.contents()[World.entity]?.filter { $0.key != .int(7) } ?? [:]
    }

    @Test(arguments: ["name"] + RemnantWorld.hiding, [false, true])
    func `no file holds an erased object, wherever and however it was stored`(
        attribute: String, isLong: Bool
    ) throws {
        let world = try Self.scattered(attribute, isLong: isLong)
        let store = world.store
        try Self.checkBefore(world, attribute)
        let others = try Self.others(store)
        let report = try store.database.erase([Self.object])
        #expect(report.objects == 1)
        #expect(report.copies.map(\.path) == ["/copies/one"])
        #expect(try store.remnants(of: World.secret).remnants == [])
        #expect(try store.contents()[World.entity] == others)
        try store.checkIntegrity()
        try store.reopen()
        #expect(try store.remnants(of: World.secret).remnants == [])
        _ = try store.database.backup(to: "/copies/one", files: world.copy)
        let copy = RemnantSearch(path: "/copies/one", fileSystem: world.copy)
        #expect(try copy.run(World.secret).remnants == [])
    }

    @Test(arguments: ["name"] + RemnantWorld.hiding, [false, true])
    func `no file holds an erased value, and everything else of the object stays`(
        attribute: String, isLong: Bool
    ) throws {
        let world = try Self.scattered(attribute, isLong: isLong)
        let store = world.store
        try Self.checkBefore(world, attribute)
        let others = try Self.others(store)
        let database = store.database
        let count = try database.revisions(of: .int(7), in: World.entity).revisions.count
        let report = try database.erase(attribute: attribute, of: Self.object)
        #expect(report.objects == 1 && report.records > 4)
        #expect(report.copies.map(\.path) == ["/copies/one"])
        #expect(try store.remnants(of: World.secret).remnants == [])
        #expect(try Self.others(store) == others)
        let empty = try World.object(7, "id", "")
        #expect(try store.contents()[World.entity]?[.int(7)] == empty)
        let found = try database.revisions(of: .int(7), in: World.entity)
        #expect(found.revisions.count == count + 1)
        let schema = try database.snapshot().schema(of: World.entity)
        for revision in found.revisions {
            #expect(try found.values(of: revision, schema) == empty)
        }
        try store.checkIntegrity()
        try store.reopen()
        #expect(try store.remnants(of: World.secret).remnants == [])
    }
}
