import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// The effects of deletions on objects that refer to the deleted ones.
@Suite struct DeleteRuleTests {
    private func withGuild(
        boss: StoredDeleteRule = .noAction, apprentices: StoredDeleteRule = .noAction,
        indexed: [String] = [],
        _ body: (TestStore) throws -> Void
    ) throws {
        try withStore { store in
            try store.database.performChanges { changes in
                try Guild.define(
                    in: changes, boss: boss, apprentices: apprentices, indexed: indexed)
            }
            try body(store)
        }
    }

    @Test(arguments: [[], ["boss", "apprentices"]])
    func `nullify sets a reference to null and removes elements from a list`(
        _ indexed: [String]
    ) throws {
        try withGuild(boss: .nullify, apprentices: .nullify, indexed: indexed) { store in
            try store.database.performChanges { changes in
                try changes.add(1, boss: 2, apprentices: [2, 3, 2])
                try changes.add(2, boss: 2, apprentices: [])
                try changes.add(3, boss: 1)
            }
            #expect(try store.database.performChanges { try $0.remove(2) } == 1)
            let left = [Guild.values(1, apprentices: [3]), Guild.values(3, boss: 1)]
            #expect(try store.members() == left)
            try store.reopenAfterKill()
            #expect(try store.members() == left)
        }
    }

    @Test(arguments: [[], ["boss"]])
    func `cascade deletes referring objects, around cycles and no further`(
        _ indexed: [String]
    ) throws {
        try withGuild(boss: .cascade, indexed: indexed) { store in
            try store.database.performChanges { changes in
                try changes.add(1, boss: 3)
                try changes.add(2, boss: 1)
                try changes.add(3, boss: 2)
                try changes.add(4, boss: 3)
                try changes.add(5, boss: 5)
                try changes.add(6, boss: 5)
            }
            #expect(try store.database.performChanges { try $0.remove(2) } == 1)
            #expect(try store.members() == [Guild.values(5, boss: 5), Guild.values(6, boss: 5)])
        }
    }

    @Test(arguments: [[], ["boss"]])
    func `a chain of 20,000 cascades is deleted at once`(_ indexed: [String]) throws {
        // Several times the depth that a thread's stack would allow for recursive calls.
        let length = Scale.count(20_000, factor: max(1, Scale.factor))
        try withGuild(boss: .cascade, indexed: indexed) { store in
            try store.database.performChanges { changes in
                try changes.add(0)
                for id in 1..<length { try changes.add(Int64(id), boss: Int64(id - 1)) }
                try changes.add(-1)
            }
            let left = try store.database.performChanges { changes in
                try changes.remove(0)
                return try changes.count(Guild.name)
            }
            #expect(left == 1)
            #expect(try store.members() == [Guild.values(-1)])
        }
    }

    @Test func `deny names the referring object and attribute, and changes nothing`() throws {
        try withGuild(boss: .deny, apprentices: .nullify) { store in
            try store.database.performChanges { changes in
                try changes.add(1)
                try changes.add(2, boss: 1, apprentices: [1])
            }
            let before = try store.members()
            let error = try store.refusal { try $0.remove(1) }
            #expect(error?.code == .deleteDenied)
            #expect(
                error?.message.hasPrefix(
                    "The object of 'Member' with the id 1 cannot be deleted: 'boss' of the object"
                        + " of 'Member' with the id 2 refers to it") == true)
            #expect(try store.members() == before)
            // A refused call leaves nothing, and the change continues.
            try store.database.performChanges { changes in
                #expect(throws: StoreError.self) { try changes.remove(1) }
                try changes.add(3)
            }
            #expect(try store.members().count == 3)
            #expect(try store.database.performChanges { try $0.remove(1, 2, 9) } == 2)
            #expect(try store.members() == [Guild.values(3)])
        }
    }

    @Test func `an object that a cascade deletes denies nothing`() throws {
        try withGuild(boss: .cascade, apprentices: .deny) { store in
            try store.database.performChanges { changes in
                try changes.add(1)
                try changes.add(2, boss: 1, apprentices: [1])
                try changes.add(3, boss: 2, apprentices: [2, 1])
            }
            #expect(try store.database.performChanges { try $0.remove(1) } == 1)
            #expect(try store.members().isEmpty)
        }
    }

    @Test func `a reference without a rule is kept and dangles`() throws {
        try withGuild { store in
            try store.database.performChanges { changes in
                try changes.add(1, boss: 7, apprentices: [8])
                try changes.add(2, boss: 1)
                try changes.remove(1)
            }
            #expect(try store.members() == [Guild.values(2, boss: 1)])
        }
    }

    @Test func `an error after a cascade restores everything, also in a savepoint`() throws {
        try withGuild(boss: .cascade, apprentices: .nullify, indexed: ["boss"]) { store in
            try store.database.performChanges { changes in
                for id in 1..<20 {
                    try changes.add(Int64(id), boss: Int64(max(1, id - 1)), apprentices: [1])
                }
            }
            let before = try store.members()
            struct Stop: Error {}
            #expect(throws: Stop.self) {
                try store.database.performChanges { changes in
                    try changes.remove(1)
                    throw Stop()
                }
            }
            try store.database.performChanges { changes in
                #expect(throws: Stop.self) {
                    try changes.savepoint {
                        try changes.remove(2)
                        throw Stop()
                    }
                }
                try changes.add(77)
            }
            #expect(try store.members() == before + [Guild.values(77)])
        }
    }

    @Test func `a required reference cannot be nullified, and only references have rules`() throws {
        func problem(_ type: StoredType, nullable: Bool, _ reference: String?) -> String? {
            let id = AttributeSchema(
                id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false)
            let other = AttributeSchema(
                id: AttributeID(2), name: "boss", type: type, isNullable: nullable,
                reference: reference, deleteRule: .nullify)
            return StoredSchema(
                number: EntityNumber(1), name: "E", attributes: [id, other], idOrdinal: 0
            ).problem
        }
        #expect(problem(.scalar(.int64), nullable: true, "E") == nil)
        #expect(problem(.array(of: .int64), nullable: false, "E") == nil)
        #expect(problem(.json, nullable: false, "E") == nil)
        #expect(
            problem(.scalar(.int64), nullable: false, "E")?.contains("declare it as optional")
                == true)
        #expect(
            problem(.scalar(.int64), nullable: true, nil)?.contains("is not a reference") == true)
    }
}
