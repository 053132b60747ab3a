import Foundation
import Nacre
import Testing

/// Runs the code of the guide "Unique values and upserts".
@Suite struct UpsertGuideTests {
    private let anne = Borrower(mail: "anne@x", library: "Oslo", card: 7, name: "Anne", loans: 2)

    @Test func `an upsert finds the existing object by its unique values`() throws {
        let store = try Store.inMemory(Borrower.self)
        let first = try store.performChanges { try $0.insert(anne) }
        // snippet: upserting
        try store.performChanges { changes in
            // Found by the mail: as it is declared there, nil leaves the name as it is.
            try changes.save(Borrower(mail: "anne@x", library: "Oslo", card: 7, loans: 3))
            // By the card, which is unique within a library.
            try changes.upsert(
                Borrower(mail: "anne@y", library: "Oslo", card: 7, name: "Anne B."),
                on: \.library, \.card)
            // As this call says.
            let visit = Borrower(mail: "anne@y", library: "Bergen", loans: 1)
            try changes.upsert(visit, on: \.mail, conflict: .merge(\.library))
            try changes.upsert(
                visit, on: \.mail,
                conflict: .merge { stored, new in
                    stored.loans += new.loans
                })
        }
        // end snippet
        var expected = first
        (expected.mail, expected.name, expected.loans) = ("anne@y", "Anne B.", 1)
        expected.library = "Bergen"
        #expect(try store.fetch(Borrower.all) == [expected])
    }

    @Test func `the slug of a deleted note is free`() throws {
        let store = try Store.inMemory(Memo.self)
        try store.performChanges { changes in
            try changes.insert(Memo(id: 1, slug: "a", deleted: .now))
            try changes.insert(Memo(id: 2, slug: "a"))
        }
        #expect(try store.find(Memo.self, \.slug, "a")?.id == 2)
        let error = #expect(throws: StoreError.self) {
            try store.performChanges { _ = try $0.update(Memo.self, 1) { $0.deleted = nil } }
        }
        #expect(error?.code == .uniqueViolation)
    }

    @Test func `a unique value finds an object, or inserts one`() throws {
        let store = try Store.inMemory(Borrower.self)
        try store.performChanges { try $0.insert(anne) }
        // snippet: finding
        let found = try store.find(Borrower.self, \.mail, "anne@x")
        let only = try store.only(Borrower.self) { $0.library == "Oslo" && $0.card == 7 }
        let made = try store.performChanges { changes in
            try changes.findOrInsert(Borrower.self, \.passport, "N 1") {
                Borrower(mail: "bo@x", passport: "N 1", library: "Oslo")
            }
        }
        // end snippet
        #expect(found?.name == "Anne" && only == found && made.mail == "bo@x")
        #expect(try store.find(Borrower.self, \.passport, "N 1") == made)
    }

    @Test func `objects exchange their unique values`() throws {
        let store = try Store.inMemory(Borrower.self)
        let bo = try store.performChanges { changes in
            try changes.insert(anne)
            return try changes.insert(Borrower(mail: "bo@x", library: "Oslo"))
        }
        // snippet: exchanging
        try store.performChanges { changes in
            try changes.update(Borrower.self, anne.id) { $0.mail = bo.mail }
            try changes.update(Borrower.self, bo.id) { $0.mail = anne.mail }
        }
        // end snippet
        #expect(try store.find(Borrower.self, \.mail, "bo@x")?.id == anne.id)
        #expect(try store.find(Borrower.self, \.mail, "anne@x")?.id == bo.id)
    }

    @Test func `an object that matches two existing objects is refused`() throws {
        let store = try Store.inMemory(Borrower.self)
        try store.performChanges { changes in
            try changes.insert(anne)
            try changes.insert(Borrower(mail: "bo@x", library: "Oslo", card: 8))
            // snippet: two objects
            do {
                try changes.save(Borrower(mail: "anne@x", library: "Oslo", card: 8))
            } catch let error as StoreError where error.code == .uniqueViolation {
                print(error)
            }
            // end snippet
            #expect(try changes.fetch(\.loans, Borrower.all.sorted(\.mail.ascending)) == [2, 0])
        }
    }
}
