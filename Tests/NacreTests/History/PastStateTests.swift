import Foundation
import Nacre
import NacreTestSupport
import Testing

@Entity
struct PastPlace {
    let id: String
    @Attribute(.indexed) var name: String
    var people: Int = 0
    var near: Ref<PastPlace>?
}

@Entity
struct PastVisit {
    let id: Int
    var count = 0
}

/// Former states, revisions, and what a policy keeps, by types.
@Suite struct PastStateTests {
    private func store() throws -> Store {
        let store = try Store.inMemory(PastPlace.self, PastVisit.self)
        try store.setHistory(.forever)
        return store
    }

    private func rename(_ store: Store, _ code: String, _ name: String, _ author: String) throws {
        try store.performChanges(author: author) { changes in
            try changes.save(PastPlace(id: code, name: name))
        }
    }

    @Test func `a former state answers requests, and the revisions tell who wrote them`() throws {
        let store = try store()
        try rename(store, "o", "Oslo", "anna")
        let first = try store.snapshot().token
        try rename(store, "o", "Kristiania", "boris")
        try store.performChanges(author: "clara", note: "gone") { changes in
            try changes.delete(PastPlace.self, "o")
        }
        try rename(store, "o", "Oslo again", "dora")
        try store.compact()
        let then = try store.snapshot(at: .token(first))
        #expect(try then.fetch(PastPlace.where { $0.name.hasPrefix("Os") }).map(\.name) == ["Oslo"])
        #expect(try then.count(PastPlace.all) == 1)
        let history = try store.history(of: PastPlace.self, "o")
        #expect(history.map(\.author) == ["dora", "clara", "boris", "anna"])
        let names = try history.map { try $0.value?.name }
        #expect(names == ["Oslo again", nil, "Kristiania", "Oslo"])
        #expect(history[1].note == "gone")
        #expect(try store.history(of: PastPlace.self, "x").isEmpty)
        let blame = try #require(try store.blame(PastPlace.self, "o"))
        #expect(blame["name"]?.author == "dora")
        #expect(try store.blame(PastPlace.self, "x") == nil)
    }

    @Test func `an entity without history is refused by name, and others are not`() throws {
        let store = try store()
        try store.setHistory(.none, of: PastVisit.self)
        try store.performChanges { changes in
            try changes.save(PastVisit(id: 1))
            try changes.save(PastPlace(id: "o", name: "Oslo"))
        }
        let number = try store.snapshot().commitNumber
        try store.performChanges { try $0.save(PastVisit(id: 1, count: 2)) }
        let then = try store.snapshot(at: .commit(number))
        #expect(try then.find(PastPlace.self, "o")?.name == "Oslo")
        let error = #expect(throws: StoreError.self) { _ = try then.find(PastVisit.self, 1) }
        #expect(error?.code == .historyGone)
        #expect(error?.message.contains("PastVisit") == true)
        #expect(try store.historyPolicy(of: PastVisit.self) == .none)
        #expect(try store.historyPolicy(of: PastPlace.self) == .forever)
        #expect(try store.horizon(of: PastVisit.self).commit == store.snapshot().commitNumber)
    }

    @Test func `states from before the policy and from the future are refused`() throws {
        let store = try Store.inMemory(PastPlace.self)
        try rename(store, "o", "Oslo", "anna")
        let number = try store.snapshot().commitNumber
        try rename(store, "o", "Kristiania", "boris")
        try store.compact()
        let error = #expect(throws: StoreError.self) {
            _ = try store.snapshot(at: .commit(number))
        }
        #expect(error?.code == .historyGone)
        let future = #expect(throws: StoreError.self) {
            _ = try store.snapshot(at: .commit(1000))
        }
        #expect(future?.code == .invalidValue)
        let mark = #expect(throws: StoreError.self) { _ = try store.snapshot(at: .mark("none")) }
        #expect(mark?.code == .noSuchObject)
        #expect(try store.horizon.commit > number)
    }

    @Test func `the store's own entities are not shown, deleted or taken`() throws {
        let store = try store()
        try store.performChanges { changes in
            try changes.mark("here")
            try changes.save(PastPlace(id: "o", name: "Oslo"))
        }
        #expect(try store.performChanges { try $0.deleteEverything() } == 1)
        #expect(try store.marks.map(\.name) == ["here"])
        #expect(try store.historyPolicy == .forever)
        try store.removeMark("here")
        #expect(try store.marks.isEmpty)
    }

    @Test func `commits tell of entities without history, too`() async throws {
        let store = try store()
        try store.setHistory(.none, of: PastVisit.self)
        let commits = store.commits
        try await store.performChanges { _ = try $0.save(PastVisit(id: 1)) }
        try await store.performChanges { _ = try $0.save(PastVisit(id: 1, count: 2)) }
        try store.close()
        var counts: [Int] = []
        for try await commit in commits {
            counts += try commit.inserted(PastVisit.self).map(\.count)
            counts += try commit.updated(PastVisit.self).map(\.new.count)
        }
        #expect(counts == [0, 2])
    }

    @Test func `a mark promises nothing about the time before it`() throws {
        let store = try Store.inMemory(PastPlace.self, PastVisit.self)
        try store.setHistory(.forever, of: PastVisit.self)
        try rename(store, "o", "Oslo", "anna")
        let number = try store.snapshot().commitNumber
        try rename(store, "o", "Kristiania", "boris")
        try store.compact()
        try store.performChanges { try $0.mark("now") }
        let past = try store.snapshot(at: .commit(number))
        #expect(throws: StoreError.self) { _ = try past.find(PastPlace.self, "o") }
        #expect(try past.count(PastVisit.all) == 0)
        let marked = try store.snapshot(at: .mark("now"))
        #expect(try marked.find(PastPlace.self, "o")?.name == "Kristiania")
    }

    @Test func `a mark does not hold for an entity whose states were dropped since`() throws {
        let store = try store()
        try store.performChanges { try $0.save(PastVisit(id: 1, count: 1)) }
        try store.performChanges { try $0.mark("early") }
        try store.performChanges { try $0.save(PastVisit(id: 1, count: 2)) }
        try store.setHistory(.none, of: PastVisit.self)
        try store.compact()
        try store.setHistory(.forever, of: PastVisit.self)
        let early = try store.snapshot(at: .mark("early"))
        #expect(throws: StoreError.self) { _ = try early.find(PastVisit.self, 1) }
    }

    @Test func `the state at the horizon itself can be read`() throws {
        let store = try Store.inMemory(PastPlace.self)
        try rename(store, "o", "Oslo", "anna")
        try store.setHistory(.commits(2))
        for number in 0..<5 { try rename(store, "o", "\(number)", "boris") }
        try store.performChanges { try $0.delete(PastPlace.self, "o") }
        for number in 0..<5 {
            try rename(store, "p", "\(number)", "boris")
            try store.compact()
            try readStateAtHorizon(of: store)
        }
    }

    /// Reads the oldest state that is kept. The maintenance in the background may move the horizon
    /// on in between: then the next one is read.
    private func readStateAtHorizon(of store: Store) throws {
        var horizon = try store.horizon.commit
        while !(try isKept(horizon, in: store)) {
            let next = try store.horizon.commit
            try #require(next > horizon, "the state at the horizon is gone")
            horizon = next
        }
    }

    private func isKept(_ commit: UInt64, in store: Store) throws -> Bool {
        do {
            _ = try store.snapshot(at: .commit(commit)).count(PastPlace.all)
        } catch {
            guard error.code == .historyGone else { throw error }
            return false
        }
        return true
    }

    // MARK: Going back

    @Test func `an undo by anybody counts for the author of the commit`() throws {
        let store = try store()
        try rename(store, "o", "1", "anna")
        try rename(store, "o", "2", "anna")
        #expect(try store.undo() != nil)
        #expect(try store.find(PastPlace.self, "o")?.name == "1")
        #expect(try store.undo(author: "anna") != nil)
        #expect(try store.find(PastPlace.self, "o") == nil)
    }

    @Test func `undo ends at a change that says so, and at an erase`() throws {
        let store = try store()
        try rename(store, "o", "1", "anna")
        try store.performChanges { changes in
            try changes.save(PastPlace(id: "o", name: "2"))
            try changes.endUndo()
        }
        #expect(try store.undo() == nil)
        try rename(store, "o", "3", "anna")
        #expect(try store.undo() != nil)
        #expect(try store.find(PastPlace.self, "o")?.name == "2")
        try rename(store, "p", "other", "anna")
        try store.erase(PastPlace.self, "o")
        #expect(try store.undo() == nil)
        #expect(try store.redo() == nil)
    }

    @Test func `a commit is taken back, and objects changed since are conflicts`() throws {
        let store = try store()
        try store.performChanges { changes in
            try changes.save(PastPlace(id: "a", name: "A"))
            try changes.save(PastPlace(id: "b", name: "B"))
        }
        try store.performChanges { changes in
            try changes.save(PastPlace(id: "a", name: "A2"))
            try changes.delete(PastPlace.self, "b")
            try changes.save(PastPlace(id: "c", name: "C"))
        }
        let commit = try store.commit(store.snapshot().commitNumber)
        try rename(store, "a", "A3", "other")
        let error = #expect(throws: StoreError.self) {
            try store.performChanges { try $0.revert(commit) }
        }
        #expect(error?.code == .conflict)
        #expect(error?.conflicts.map(\.attribute) == ["name"])
        #expect(try store.count(PastPlace.all) == 2)
        let skipped = try store.performChanges { try $0.revert(commit, onConflict: .skip) }
        #expect(skipped.count == 1)
        #expect(try store.fetch(PastPlace.all.sorted(\.id.ascending)).map(\.name) == ["A3", "B"])
        let overwritten = try store.performChanges { try $0.revert(commit, onConflict: .overwrite) }
        #expect(overwritten.count == 1)
        #expect(try store.find(PastPlace.self, "a")?.name == "A")
    }

    @Test func `undo and redo follow one another, across launches and compactions`() throws {
        let files = MemoryFileSystem()
        func open() throws -> Store {
            try Store(at: "/undo.nacre", Store.Options(), [PastPlace.self], fileSystem: files)
        }
        var store = try open()
        try store.setHistory(.forever)
        func name() throws -> String? { try store.find(PastPlace.self, "o")?.name }
        for number in 1...3 { try rename(store, "o", "\(number)", "anna") }
        try rename(store, "x", "other", "boris")
        #expect(try store.undo(author: "anna") != nil)
        #expect(try name() == "2")
        try store.compact()
        try store.close()
        store = try open()
        #expect(try store.undo(author: "anna") != nil)
        #expect(try name() == "1")
        #expect(try store.redo(author: "anna") != nil)
        #expect(try name() == "2")
        try store.close()
        store = try open()
        #expect(try store.redo(author: "anna") != nil)
        #expect(try name() == "3")
        #expect(try store.redo(author: "anna") == nil)
        for expected in ["2", "1", nil] {
            #expect(try store.undo(author: "anna") != nil)
            #expect(try name() == expected)
        }
        #expect(try store.undo(author: "anna") == nil)
        #expect(try store.redo(author: "anna") != nil)
        #expect(try name() == "1")
        try rename(store, "o", "new", "anna")
        #expect(try store.redo(author: "anna") == nil)
        #expect(try store.find(PastPlace.self, "x")?.name == "other")
        try store.close()
    }

    @Test func `an object is restored from a former state`() throws {
        let store = try store()
        try rename(store, "o", "Oslo", "anna")
        try store.performChanges { try $0.mark("good") }
        try store.performChanges { try $0.delete(PastPlace.self, "o") }
        let good = try store.snapshot(at: .mark("good"))
        let names = try store.performChanges { changes in
            try ["o", "x"].map { try changes.restore(PastPlace.self, $0, from: good)?.name }
        }
        #expect(names == ["Oslo", nil])
        #expect(try store.find(PastPlace.self, "o")?.name == "Oslo")
    }
}
