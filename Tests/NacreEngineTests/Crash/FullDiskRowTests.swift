import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// If the disk has no space for an object, its row goes to another object.
@Suite struct FullDiskRowTests {
    enum End: CaseIterable {
        /// The caller catches the error and continues the change.
        case goesOn
        /// The caller catches the error and continues, and the part of the change is taken back
        /// later.
        case savepointIsTakenBack
        case changeIsTakenBack
    }

    struct Stop: Error {}

    /// Inserts objects until the disk is full.
    static func insertTooMuch(_ changes: Changes, _ plan: FailurePlan, length: Int) throws {
        plan.fillDisk(after: 0)
        defer { plan.disarm() }
        for id in Int64(100)... {
            let name = String(long: "x", count: length)
            do {
                try changes.insert(CityEntity.values(id, name), into: CityEntity.name)
            } catch let error as StoreError {
                #expect(error.code == .diskFull)
                return
            }
        }
    }

    static func fail(_ end: End, _ changes: Changes, _ plan: FailurePlan, length: Int) throws {
        switch end {
        case .goesOn: try insertTooMuch(changes, plan, length: length)
        case .savepointIsTakenBack:
            #expect(throws: Stop.self) {
                try changes.savepoint {
                    try insertTooMuch(changes, plan, length: length)
                    throw Stop()
                }
            }
        case .changeIsTakenBack:
            try insertTooMuch(changes, plan, length: length)
            throw Stop()
        }
    }

    /// Returns the rows of the city entity and of long values that no object has.
    static func unusedRows(_ store: Database) throws -> [Int] {
        let version = try store.snapshot().version
        return version.roots.map { root in
            var used = 0
            root.rows.forEach { _, place in
                used += place == 0 ? 0 : 1
                return true
            }
            return Int(root.rowsEnd) - used
        }
    }

    @Test(arguments: End.allCases, [20_000, 70_000])
    func `no row is lost`(end: End, length: Int) throws {
        let plan = FailurePlan()
        let store = try Database(
            at: TestStore.path, options: .creating,
            fileSystem: FailingFileSystem(MemoryFileSystem(), plan: plan),
            environment: .repeatable())
        func save(_ ids: Range<Int64>) throws {
            try store.performChanges { changes in
                let name = String(long: "y", count: length)
                for id in ids { try changes.save(CityEntity.values(id, name), in: CityEntity.name) }
            }
        }
        try store.performChanges { try CityEntity.define(in: $0) }
        try save(0..<4)
        let unused = try Self.unusedRows(store)
        // Free rows first, and then new ones.
        try store.performChanges { changes in
            for id in Int64(0)..<2 { try changes.delete(.int(id), from: CityEntity.name) }
        }
        for _ in 0..<5 {
            _ = try? store.performChanges { try Self.fail(end, $0, plan, length: length) }
            try store.performChanges { changes in
                for object in try TestStore.contents(of: changes)[CityEntity.name] ?? [:]
                where object.value[1] == .string(String(long: "x", count: length)) {
                    try changes.delete(object.key, from: CityEntity.name)
                }
            }
        }
        // Rows that a change has freed can be used by the second change after it.
        try save(0..<1)
        try save(1..<60)
        #expect(try Self.unusedRows(store) == unused)
    }
}
