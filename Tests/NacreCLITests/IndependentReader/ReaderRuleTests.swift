import NacreCLI
import NacreEngine
import NacreFormat
import NacreTestSupport
import Testing

/// Delete rules, as seen by the reader written from Formats.md alone, by the dump and by a load of
/// it.
@Suite struct ReaderRuleTests {
    /// Makes two entities that refer to each other and to themselves, each object to later ones.
    private func ruledStore() throws -> TestStore {
        let store = try TestStore()
        let rules: [(entity: String, target: String, StoredDeleteRule)] = [
            ("Team", "Player", .nullify), ("Player", "Team", .cascade),
        ]
        try store.database.performChanges { changes in
            for (entity, target, rule) in rules {
                let types: [(String, StoredType)] = [
                    ("id", .scalar(.int64)), ("first", .scalar(.int64)),
                    ("all", .array(of: .int64)), ("next", .scalar(.int64)),
                ]
                let attributes = types.enumerated().map { place, item in
                    AttributeSchema(
                        id: AttributeID(UInt32(place + 1)), name: item.0, type: item.1,
                        isNullable: place > 0,
                        reference: [nil, target, target, entity][place],
                        deleteRule: [.noAction, rule, .noAction, .deny][place])
                }
                try changes.define(entity, attributes: attributes, id: "id")
            }
            for id in 0..<20 {
                let other = Value.int(Int64(19 - id))
                let values: [Value] = [.int(Int64(id)), other, .array([other]), other]
                try changes.insert(values, into: "Team")
                try changes.insert(values, into: "Player")
            }
        }
        return store
    }

    @Test func `rules read the same, and apply after a dump and a load`() throws {
        let store = try ruledStore()
        let dump = try expectAgreement(on: store.closedFiles())
        #expect(dump.contains("{\"deleteRule\":\"cascade\",\"id\":2,"))
        let copy = try ImportFixture()
        #expect(try copy.load(dump, stepsPerCommit: 3).inserted == 40)
        #expect(try copy.dump() == dump)
        // Again, over existing objects, and over those of an incomplete load.
        #expect(try copy.load(dump, stepsPerCommit: 3).updated == 40)
        let half = try ImportFixture()
        let lines = dump.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(throws: (any Error).self) {
            try half.load(lines.prefix(20).joined(separator: "\n") + "\n{}", stepsPerCommit: 3)
        }
        try half.load(dump, stepsPerCommit: 3)
        #expect(try half.dump() == dump)
        #expect(throws: StoreError.self) {
            try half.database.performChanges { try $0.delete(.int(4), from: "Team") }
        }
    }
}
