import NacreEngine
import NacreFormat
import Testing

@Suite struct DatabaseSmokeTests {
    @Test func `objects survive reopening and compaction`() throws {
        let files = MemoryFileSystem()
        func open() throws -> Database {
            try Database(at: "a.nacre", options: .creating, fileSystem: files)
        }
        var store = try open()
        try store.performChanges { changes in
            try changes.define(
                "City",
                attributes: [
                    AttributeSchema(
                        id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false),
                    AttributeSchema(
                        id: AttributeID(2), name: "name", type: .string, isNullable: true),
                ], id: "id")
            for id in 0..<2000 {
                try changes.insert([.int(Int64(id)), .string("city \(id)")], into: "City")
            }
        }
        try store.performChanges { changes in
            try changes.delete(.int(7), from: "City")
            try changes.update(
                [.int(8), .string(String(repeating: "x", count: 100_000))], of: "City")
        }
        let before = try store.snapshot()
        #expect(before.commit == CommitNumber(2))
        func check(_ snapshot: Snapshot) throws {
            #expect(try snapshot.count("City") == 1999)
            #expect(try snapshot.find(.int(7), in: "City") == nil)
            #expect(try snapshot.find(.int(9), in: "City")?["name"] == .string("city 9"))
            #expect(
                try snapshot.find(.int(8), in: "City")?["name"]
                    == .string(String(repeating: "x", count: 100_000)))
        }
        try check(before)
        try store.close()
        store = try open()
        #expect(store.recovery == nil)
        try check(store.snapshot())
        let report = try store.compact()
        #expect(report.records == 2000)
        try check(store.snapshot())
        try check(before)
        try store.performChanges { _ = try $0.insert([.int(7), .null], into: "City") }
        try store.close()
        store = try open()
        #expect(try store.snapshot().count("City") == 2000)
        #expect(store.recovery == nil)
    }
}
