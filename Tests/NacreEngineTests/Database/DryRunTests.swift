import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

@Suite struct DryRunTests {
    /// Returns the effects of a change, by ids and names.
    static func lines(_ changes: [PendingChange]) -> [String] {
        func text(_ values: [Value]?) -> String? {
            guard let values, case .int(let id) = values[0], case .string(let name) = values[1]
            else { return nil }
            return "\(id) \(name.prefix(8))"
        }
        return changes.map { "\(text($0.old) ?? "none") -> \(text($0.new) ?? "none")" }.sorted()
    }

    @Test func `a dry run reports the differences and leaves no trace`() throws {
        try withStore { store in
            try store.database.performChanges { changes in
                try CityEntity.define(in: changes)
                for id in 0..<300 as Range<Int64> {
                    try changes.save(CityEntity.values(id, "city \(id)"), in: CityEntity.name)
                }
            }
            let (contents, files) = (try store.contents(), store.files.contents(of: TestStore.path))
            let long = String(long: "external", count: 10_000)
            let run = try store.database.dryRun { changes in
                try changes.update(CityEntity.values(7, long), of: CityEntity.name)
                _ = try changes.delete(.int(200), from: CityEntity.name)
                _ = try changes.insert(CityEntity.values(400, "new"), into: CityEntity.name)
                _ = try changes.insert(CityEntity.values(401, "gone"), into: CityEntity.name)
                _ = try changes.delete(.int(401), from: CityEntity.name)
                _ = try changes.delete(.int(8), from: CityEntity.name)
                _ = try changes.insert(CityEntity.values(8, "again"), into: CityEntity.name)
                return changes.changeCount
            }
            #expect(
                Self.lines(run.changes) == [
                    "200 city 200 -> none", "7 city 7 -> 7 external", "8 city 8 -> 8 again",
                    "none -> 400 new",
                ])
            #expect(run.result == 7)
            #expect(try store.contents() == contents)
            #expect(store.files.contents(of: TestStore.path).keys == files.keys)
            #expect(try store.database.dryRun { _ in }.changes.isEmpty)
            try store.database.performChanges { changes in
                _ = try changes.insert(CityEntity.values(400, "real"), into: CityEntity.name)
            }
            #expect(try store.contents()[CityEntity.name]?[.int(400)]?[1] == .string("real"))
        }
    }

    @Test func `a dry run is refused if its commit would be`() throws {
        try withStore { store in
            try store.database.performChanges { try Guild.define(in: $0, boss: .nullify) }
            let code = DatabaseTests.code {
                _ = try store.database.dryRun { try $0.add(1, boss: 2) }
            }
            #expect(code == .danglingReference)
            let run = try store.database.dryRun { changes in
                try changes.add(1, boss: 2)
                try changes.add(2)
            }
            #expect(run.changes.count == 2)
        }
    }

    @Test func `an error in a dry run is rethrown and leaves no trace`() throws {
        try withStore { store in
            try store.database.performChanges { changes in
                try CityEntity.define(in: changes)
                try changes.save(CityEntity.values(1, "a"), in: CityEntity.name)
            }
            let code = DatabaseTests.code {
                _ = try store.database.dryRun { changes in
                    _ = try changes.delete(.int(1), from: CityEntity.name)
                    _ = try changes.insert(CityEntity.values(2, "b"), into: CityEntity.name)
                    _ = try changes.insert(CityEntity.values(2, "c"), into: CityEntity.name)
                }
            }
            #expect(code == .duplicateID)
            #expect(
                try store.contents()[CityEntity.name]?.keys.sorted { "\($0)" < "\($1)" } == [
                    .int(1)
                ])
        }
    }
}
