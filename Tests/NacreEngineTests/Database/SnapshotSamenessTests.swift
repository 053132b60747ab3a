import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Whether an entity is equal in two snapshots, known without reading its objects.
@Suite struct SnapshotSamenessTests {
    private static func define(_ entities: String..., in changes: Changes) throws {
        let id = AttributeSchema(
            id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false)
        let size = AttributeSchema(
            id: AttributeID(2), name: "size", type: .scalar(.int32), isNullable: true)
        for entity in entities {
            try changes.define(entity, attributes: [id, size], id: "id")
            try changes.insert([.int(0), .null], into: entity)
        }
    }

    @Test func `an entity counts as unchanged until one of its objects changes`() throws {
        try withStore { store in
            try store.database.performChanges { try Self.define("One", "Two", in: $0) }
            var former = try store.database.snapshot()
            let number = try former.definition("One").schema.number
            func isSame(_ body: (Changes) throws -> Void) throws -> Bool {
                try store.database.performChanges { try body($0) }
                let next = try store.database.snapshot()
                defer { former = next }
                return next.hasSameRecords(of: number, as: former)
            }
            #expect(former.hasSameRecords(of: number, as: former))
            for round in Int64(1)...300 {
                #expect(try isSame { try $0.insert([.int(round), .null], into: "Two") })
                #expect(try !isSame { try $0.insert([.int(round), .null], into: "One") })
                #expect(try !isSame { try $0.save([.int(0), .int(round)], in: "One") })
                #expect(try isSame { try $0.save([.int(0), .int(round)], in: "Two") })
            }
            #expect(try !isSame { _ = try $0.delete(.int(300), from: "One") })
            let isSameWithout = try isSame { changes in
                for id in Int64(0)..<300 { _ = try changes.delete(.int(id), from: "One") }
            }
            #expect(!isSameWithout)
            #expect(try isSame { _ = try $0.delete(.int(0), from: "Two") })
        }
    }
}
