import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// A reference with a delete rule leads to an object at the end of each change.
@Suite struct DanglingReferenceTests {
    private func withGuild(_ body: (TestStore) throws -> Void) throws {
        try withStore { store in
            try store.database.performChanges { changes in
                try Guild.define(in: changes, boss: .nullify, apprentices: .cascade)
            }
            try body(store)
        }
    }

    @Test func `objects are inserted in any order, in cycles and with themselves`() throws {
        try withGuild { store in
            try store.database.performChanges { changes in
                try changes.add(1, boss: 2, apprentices: [1, 3])
                try changes.add(2, boss: 1)
                try changes.add(3, boss: 3)
            }
            #expect(try store.members().count == 3)
        }
    }

    @Test func `references that dangle at the end are refused by name, and nothing is kept`() throws
    {
        try withGuild { store in
            let single = try store.refusal { changes in
                try changes.add(1)
                try changes.add(2, boss: 9)
            }
            #expect(single?.code == .danglingReference)
            #expect(single?.outcome == .notCommitted)
            #expect(
                single?.message.hasPrefix(
                    "'boss' of the object of 'Member' with the id 2 leads to 9 of 'Member', which")
                    == true)
            let list = try store.refusal { try $0.add(1, apprentices: [1, 8]) }
            #expect(list?.message.contains("'apprentices'") == true)
            #expect(list?.message.contains("leads to 8 ") == true)
            #expect(try store.members().isEmpty)
        }
    }

    @Test func `an update is checked like an insert, and undone changes are not`() throws {
        try withGuild { store in
            try store.database.performChanges { changes in
                try changes.add(1)
                try changes.add(2, boss: 1)
            }
            let error = try store.refusal {
                try $0.update(Guild.values(2, boss: 5), of: Guild.name)
            }
            #expect(error?.code == .danglingReference)
            // Corrected, deleted, and undone.
            try store.database.performChanges { changes in
                try changes.update(Guild.values(2, boss: 5), of: Guild.name)
                try changes.update(Guild.values(2, boss: 2), of: Guild.name)
                try changes.add(3, boss: 5)
                try changes.remove(3)
                struct Stop: Error {}
                #expect(throws: Stop.self) {
                    try changes.savepoint {
                        try changes.add(4, boss: 5)
                        throw Stop()
                    }
                }
            }
            #expect(try store.members() == [Guild.values(1), Guild.values(2, boss: 2)])
        }
    }

    @Test func `an object that a savepoint undoes is missing for earlier references`() throws {
        try withGuild { store in
            let error = try store.refusal { changes in
                try changes.add(1, boss: 2)
                struct Stop: Error {}
                try? changes.savepoint {
                    try changes.add(2)
                    throw Stop()
                }
            }
            #expect(error?.code == .danglingReference)
        }
    }

    @Test func `a salvaged store with dangling references remains usable`() throws {
        try withGuild { store in
            try store.database.performChanges { changes in
                changes.checksReferences = false
                try changes.add(1, boss: 9, apprentices: [8, 1])
            }
            try store.database.performChanges { changes in
                try changes.update(
                    Guild.values(1, boss: 9, apprentices: [1, 8]), of: Guild.name)
            }
            let error = try store.refusal {
                try $0.update(Guild.values(1, boss: 9, apprentices: [1, 7]), of: Guild.name)
            }
            #expect(error?.message.contains("leads to 7 ") == true)
            try store.database.close()
            let report = try IntegrityChecker(
                path: TestStore.path, isDeep: true, fileSystem: store.files
            ).run()
            #expect(report.isSound)
            #expect(
                report.notes.map { $0.prefix { $0 != "," } } == [
                    "'boss' of 1 object of 'Member' leads to no object of 'Member'",
                    "'apprentices' of 1 object of 'Member' leads to no object of 'Member'",
                ])
        }
    }

    @Test func `a delete rule is added if no reference dangles, without a new layout`() throws {
        try withStore { store in
            try store.database.performChanges { changes in
                try Guild.define(in: changes)
                for id in 1...8 { try changes.add(Int64(id), boss: 70) }
                try changes.add(9, boss: 1)
            }
            let before = try store.database.snapshot().catalog[Guild.name]?.layout?.id
            func add() throws -> StoreError? {
                try store.refusal { changes in
                    try changes.redefine(Guild.name, attributes: Guild.attributes(boss: .deny))
                }
            }
            let error = try add()
            #expect(error?.code == .danglingReference)
            #expect(
                error?.message.contains("in 8 objects it leads to an object of 'Member'") == true)
            #expect(error?.message.hasSuffix("The first ids are 1, 2, 3, 4, 5.") == true)
            try store.database.performChanges { try $0.add(70) }
            #expect(try add() == nil)
            try store.reopen()
            let catalog = try store.database.snapshot().catalog
            #expect(catalog[Guild.name]?.layout?.id == before)
            #expect(catalog[Guild.name]?.schema.attributes[1].deleteRule == .deny)
            #expect(try store.refusal { try $0.remove(1) }?.code == .deleteDenied)
        }
    }
}
