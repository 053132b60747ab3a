import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Lists of commits, differences between states, and policies that opening lengthens.
@Suite struct CommitListTests {
    private func store() throws -> Store {
        let store = try Store.inMemory(PastPlace.self, PastVisit.self)
        try store.setHistory(.forever)
        try store.performChanges(author: "anna", note: "first") { changes in
            try changes.save(PastPlace(id: "a", name: "A"))
            try changes.save(PastPlace(id: "b", name: "B"))
        }
        try store.performChanges(author: "boris") { try $0.save(PastVisit(id: 1)) }
        try store.performChanges(author: "anna") { changes in
            try changes.save(PastPlace(id: "a", name: "A2"))
            try changes.delete(PastPlace.self, "b")
            try changes.save(PastPlace(id: "c", name: "C"))
        }
        return store
    }

    @Test func `commits are listed by author, type, date and number`() throws {
        let store = try store()
        try store.compact()
        let all = try store.history()
        #expect(all.map(\.author).prefix(3) == ["anna", "boris", "anna"])
        #expect(all[2].note == "first" && all[0].note == nil)
        #expect(all.map(\.number) == all.map(\.number).sorted(by: >))
        #expect(try store.history(author: "anna") == [all[0], all[2]])
        #expect(try store.history(touching: [PastVisit.self]) == [all[1]])
        #expect(try store.history(author: "anna", touching: [PastVisit.self]) == [])
        #expect(try store.history(limit: 1) == [all[0]])
        let later = all[0].date.addingTimeInterval(1)
        #expect(try store.history(in: later..<later.addingTimeInterval(9)) == [])
        #expect(try store.history(in: Date.distantPast..<later) == all)
        let commit = try store.commit(all[2].number)
        #expect(commit.token == all[2].token)
        #expect(try commit.inserted(PastPlace.self).count == 2)
    }

    @Test func `the difference between two states tells both values`() throws {
        let store = try store()
        let all = try store.history()
        let first = HistoryPoint.commit(all[2].number)
        let difference = try store.difference(from: first)
        #expect(difference.from == all[2].number && difference.to == all[0].number)
        #expect(try difference.inserted(PastPlace.self).map(\.name) == ["C"])
        #expect(try difference.deleted(PastPlace.self).map(\.name) == ["B"])
        let updates = try difference.updated(PastPlace.self)
        #expect(updates.map(\.old.name) == ["A"] && updates.map(\.new.name) == ["A2"])
        #expect(updates[0].changed(\.name))
        #expect(try difference.touches(PastVisit.self))
        let none = try store.difference(from: first, to: first)
        #expect(try none.touches(PastPlace.self) == false)
        let error = #expect(throws: StoreError.self) {
            _ = try store.difference(from: .token(all[0].token), to: first)
        }
        #expect(error?.code == .invalidValue)
    }

    @Test func `a difference refuses an entity whose policy keeps less`() throws {
        let store = try store()
        try store.setHistory(.none, of: PastVisit.self)
        let start = HistoryPoint.commit(try store.snapshot().commitNumber)
        try store.performChanges { changes in
            try changes.save(PastVisit(id: 1, count: 2))
            try changes.save(PastPlace(id: "d", name: "D"))
        }
        let difference = try store.difference(from: start)
        #expect(try difference.inserted(PastPlace.self).map(\.name) == ["D"])
        let error = #expect(throws: StoreError.self) {
            _ = try difference.updated(PastVisit.self)
        }
        #expect(error?.code == .historyGone)
        #expect(error?.message.contains("PastVisit") == true)
    }

    @Test func `history is forgotten up to a moment, but marks stay`() throws {
        let store = try store()
        let all = try store.history()
        try store.performChanges { try $0.mark("here") }
        let marked = try store.snapshot().commitNumber
        try store.performChanges { try $0.save(PastPlace(id: "a", name: "A3")) }
        let middle = try store.snapshot().commitNumber
        try store.performChanges { try $0.save(PastPlace(id: "a", name: "A4")) }
        try store.forgetHistory(before: .commit(middle))
        try store.compact()
        #expect(try store.horizon.commit == middle)
        #expect(throws: StoreError.self) { _ = try store.snapshot(at: .commit(all[0].number)) }
        #expect(try store.snapshot(at: .mark("here")).find(PastPlace.self, "a")?.name == "A2")
        #expect(try store.snapshot(at: .commit(middle)).find(PastPlace.self, "a")?.name == "A3")
        #expect(try store.snapshot(at: .commit(marked)).find(PastPlace.self, "a")?.name == "A2")
        #expect(throws: StoreError.self) { try store.forgetHistory(before: .commit(1_000)) }
    }

    @Test func `opening lengthens a policy and never shortens it`() throws {
        let files = MemoryFileSystem()
        func policy(_ wanted: HistoryPolicy?) throws -> HistoryPolicy {
            var options = Store.Options()
            options.history = wanted
            let store = try Store(
                at: "/keeps.nacre", options, [PastPlace.self], fileSystem: files)
            let policy = try store.historyPolicy
            try store.close()
            return policy
        }
        let month = HistoryPolicy.days(30).atMost(bytes: 1 << 30)
        #expect(try policy(nil) == HistoryPolicy.none)
        #expect(try policy(.commits(5)) == .commits(5))
        #expect(try policy(.commits(3)) == .commits(5))
        #expect(try policy(nil) == .commits(5))
        // No one limit keeps what both keep.
        #expect(try policy(month) == .forever)
        #expect(try policy(HistoryPolicy.none) == .forever)
    }

    @Test func `a longer policy has the later of both limits`() {
        let month = HistoryPolicy.days(30).atMost(bytes: 1000)
        #expect(month.lengthened(by: .days(60).atMost(bytes: 500)) == .days(60).atMost(bytes: 1000))
        #expect(month.lengthened(by: .days(7)) == .days(30))
        #expect(month.lengthened(by: .none) == month)
        #expect(HistoryPolicy.none.lengthened(by: month) == month)
    }
}
