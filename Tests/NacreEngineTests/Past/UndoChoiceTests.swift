import NacreFormat
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Which commit an undo takes back.
@Suite struct UndoChoiceTests {
    private func undo(_ database: Database) throws -> CommitNumber? {
        let turn = try database.undo(author: nil, isRedo: false) { body in
            try database.performChanges { changes in
                try body(changes) { try changes.revert($0, onConflict: .fail) }
            }
        }
        return turn?.commit
    }

    @Test func `a commit of an entity without history is passed over`() throws {
        try withStore { store in
            let database = store.database
            try database.performChanges { changes in
                try TestStore.defineNamed("Town", in: changes)
                try TestStore.defineNamed("Cache", in: changes)
            }
            try database.setHistory(.forever)
            try database.setHistory(.none, of: "Cache")
            try database.performChanges { try $0.insert([.int(1), .string("a")], into: "Town") }
            let told = try database.snapshot().commit
            try database.performChanges { try $0.insert([.int(1), .string("b")], into: "Cache") }
            #expect(try undo(database) == told)
            #expect(try database.snapshot().count("Town") == 0)
            #expect(try database.snapshot().count("Cache") == 1)
            #expect(try undo(database) == nil)
        }
    }
}
