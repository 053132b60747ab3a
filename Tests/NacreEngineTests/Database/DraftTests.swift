import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Objects that come as records filled in by their caller, and are read as records.
@Suite struct DraftTests {
    private static func fill(_ draft: RecordBuilder, _ id: Int64, _ name: String) throws {
        try draft.set(CityEntity.values(id, name))
    }

    @Test func `a record is inserted, updated and saved like values`() throws {
        try withStore { store in
            try store.database.performChanges { changes in
                try CityEntity.define(in: changes)
                let definition = try changes.definition(CityEntity.name)
                let draft = RecordBuilder(try #require(definition.layout))
                try Self.fill(draft, 1, "Bern")
                try changes.insert(draft, into: definition)
                #expect(
                    DatabaseTests.code { try changes.insert(draft, into: definition) }
                        == .duplicateID)
                try Self.fill(draft, 1, String(long: "B", count: 100_000))
                try changes.update(draft, of: definition)
                try Self.fill(draft, 2, "Chur")
                #expect(
                    DatabaseTests.code { try changes.update(draft, of: definition) }
                        == .noSuchObject)
                #expect(try changes.save(draft, in: definition))
                #expect(try !changes.save(draft, in: definition))
                #expect(try changes.delete(.int(2), from: definition))
            }
            let long = CityEntity.values(1, String(long: "B", count: 100_000))
            #expect(try store.contents()[CityEntity.name] == [.int(1): long])
        }
    }

    @Test func `a record of another layout is refused`() throws {
        try withStore { store in
            try store.database.performChanges { changes in
                try CityEntity.define(in: changes)
                let definition = try changes.definition(CityEntity.name)
                let other = RecordBuilder(Layout(id: LayoutID(9), of: definition.schema))
                #expect(
                    DatabaseTests.code { try changes.insert(other, into: definition) }
                        == .schemaMismatch)
            }
        }
    }

    @Test func `the records of a query come in its order and can be read in place`() throws {
        try withStore { store in
            try CompactionTests.save(0..<5, "city", in: store.database)
            let query = Query(
                entity: CityEntity.name, sorts: [SortTerm("id", isAscending: false)], limit: 3)
            let snapshot = try store.database.snapshot()
            func ids(_ source: some RecordSource) throws -> [Value] {
                var ids: [Value] = []
                try source.forEachRecord(query) { found in
                    ids.append(try source.value(found.layout.idOrdinal, of: found))
                    return true
                }
                return ids
            }
            #expect(try ids(snapshot) == [.int(4), .int(3), .int(2)])
            try store.database.performChanges { changes in
                try changes.delete(.int(4), from: CityEntity.name)
                #expect(try ids(changes) == [.int(3), .int(2), .int(1)])
            }
        }
    }

    @Test func `a change reads and writes nothing after its end`() throws {
        try withStore { store in
            let ended = try store.database.performChanges { changes in
                try CityEntity.define(in: changes)
                return changes
            }
            let definition = try #require(ended.catalog[CityEntity.name])
            let draft = RecordBuilder(try #require(definition.layout))
            try Self.fill(draft, 1, "Bern")
            let calls: [() throws -> Void] = [
                { try ended.insert(draft, into: definition) },
                { _ = try ended.find(.int(1), in: definition) },
                { _ = try ended.find(.int(1), in: CityEntity.name) },
                { _ = try ended.find(.int(1), by: "id", in: definition) },
                { _ = try ended.count(CityEntity.name) },
                { try ended.forEachRecord(Query(entity: CityEntity.name)) { _ in true } },
                { try ended.forEach(in: CityEntity.name) { _ in true } },
            ]
            for call in calls { #expect(DatabaseTests.code(call) == .closed) }
        }
    }
}
