import Nacre
import Testing

@Entity
struct RestoredGuest: Hashable {
    let id: Int
    var name: String
}

@Entity
struct RestoredTable: Hashable {
    let id: Int
    var title: String
    var host: RestoredGuest?
    var guests: [RestoredGuest] = []
    var next: Ref<RestoredTable>?
}

@Entity
struct RestoredFolder: Hashable {
    let id: Int
    var name: String
    var folders: [RestoredFolder] = []
}

@Entity
struct RestoredNote: Hashable {
    let id: Int
    var text: String
    var saves = 0
    var writer: RestoredGuest?
}

extension RestoredNote: WillSave {
    mutating func willSave(replacing old: RestoredNote?, in changes: WriteTransaction) throws {
        saves += 1
        if old?.text == "to Bo" { writer = RestoredGuest(id: 2, name: "Bo") }
    }
}

/// Objects that are restored with and without those that they hold and refer to.
@Suite struct RestoreTests {
    private let anne = RestoredGuest(id: 1, name: "Anne")
    private let bo = RestoredGuest(id: 2, name: "Bo")

    private func store() throws -> Store {
        let store = try Store.inMemory(
            RestoredGuest.self, RestoredTable.self, RestoredFolder.self, RestoredNote.self)
        try store.setHistory(.forever)
        return store
    }

    private func names(_ store: Store) throws -> [String] {
        try store.fetch(RestoredGuest.all.sorted(\.id.ascending)).map(\.name)
    }

    @Test func `held objects stay as they are, unless they are to be restored, too`() throws {
        let store = try store()
        let table = RestoredTable(id: 7, title: "oak", host: anne, guests: [anne, bo])
        try store.performChanges { try $0.insert(table) }
        let then = try store.snapshot()
        try store.performChanges { changes in
            try changes.save(RestoredGuest(id: 1, name: "Anna"))
            try changes.save(RestoredTable(id: 7, title: "pine"))
        }
        let alone = try store.performChanges { changes in
            try changes.restore(RestoredTable.self, 7, from: then)
        }
        let anna = RestoredGuest(id: 1, name: "Anna")
        #expect(alone == RestoredTable(id: 7, title: "oak", host: anna, guests: [anna, bo]))
        let whole = try store.performChanges { changes in
            try changes.restore(RestoredTable.self, 7, from: then, .withHeld)
        }
        #expect(whole == table)
        #expect(try names(store) == ["Anne", "Bo"])
    }

    @Test func `held objects that are gone are listed, or come back`() throws {
        let store = try store()
        let table = RestoredTable(id: 7, title: "oak", host: anne, guests: [bo])
        try store.performChanges { try $0.insert(table) }
        let then = try store.snapshot()
        try store.performChanges { changes in
            try changes.delete(anne)
            try changes.save(RestoredGuest(id: 2, name: "Boris"))
        }
        let error = #expect(throws: StoreError.self) {
            try store.performChanges { try $0.restore(RestoredTable.self, 7, from: then) }
        }
        #expect(error?.code == .danglingReference)
        #expect(error?.message.contains("1 of 'RestoredGuest' (by 'host'") == true)
        try store.performChanges { changes in
            try changes.restore(RestoredTable.self, 7, from: then, .withTargets)
        }
        #expect(try names(store) == ["Anne", "Boris"])
        #expect(try store.find(RestoredTable.self, 7)?.host == anne)
    }

    @Test func `targets that are gone come back around circles, and others stay`() throws {
        let store = try store()
        try store.performChanges { changes in
            for id in 1...4 {
                try changes.insert(
                    RestoredTable(id: id, title: "\(id)", next: Ref(id: id % 4 + 1)))
            }
        }
        let then = try store.snapshot()
        try store.performChanges { changes in
            try changes.delete(RestoredTable.where { $0.id < 4 })
            try changes.update(RestoredTable.self, 4) { $0.title = "four" }
        }
        #expect(throws: StoreError.self) {
            try store.performChanges { try $0.restore(RestoredTable.self, 1, from: then) }
        }
        #expect(try store.count(RestoredTable.all) == 1)
        try store.performChanges { changes in
            try changes.restore(RestoredTable.self, 1, from: then, .withTargets)
        }
        let tables = try store.fetch(RestoredTable.all.sorted(\.id.ascending))
        #expect(tables.map(\.title) == ["1", "2", "3", "four"])
        #expect(tables.map { $0.next?.id } == [2, 3, 4, nil])
    }

    @Test func `objects that hold one another come back with all of their references`() throws {
        let store = try store()
        var first = RestoredFolder(id: 1, name: "first")
        let second = RestoredFolder(id: 2, name: "second", folders: [first])
        first.folders = [second, RestoredFolder(id: 3, name: "third")]
        try store.performChanges { changes in
            try changes.insert(second)
            try changes.save(first)
        }
        let then = try store.snapshot()
        let former = try (1...3).map { try then.find(RestoredFolder.self, $0) }
        #expect(former[1]?.folders.first?.folders.first?.name == "third")
        try store.performChanges { try $0.delete(RestoredFolder.where { $0.id < 3 }) }
        try store.performChanges { changes in
            try changes.restore(RestoredFolder.self, 2, from: then, .withTargets)
        }
        #expect(try (1...3).map { try store.find(RestoredFolder.self, $0) } == former)
    }

    @Test func `hooks are called for objects that are restored`() throws {
        let store = try store()
        try store.performChanges { changes in
            try changes.insert(RestoredNote(id: 1, text: "first", writer: anne))
        }
        let then = try store.snapshot()
        try store.performChanges { changes in
            try changes.update(RestoredNote.self, 1) { $0.text = "second" }
        }
        let note = try store.performChanges { changes in
            try changes.restore(RestoredNote.self, 1, from: then, .withHeld)
        }
        #expect(note == RestoredNote(id: 1, text: "first", saves: 2, writer: anne))
        // A hook may let it hold another object, which is saved with it.
        try store.performChanges { changes in
            try changes.update(RestoredNote.self, 1) { $0.text = "to Bo" }
        }
        #expect(try names(store) == ["Anne"])
        try store.performChanges { changes in
            _ = try changes.restore(RestoredNote.self, 1, from: then)
        }
        #expect(try store.find(RestoredNote.self, 1)?.writer == bo)
        #expect(try names(store) == ["Anne", "Bo"])
    }

    @Test func `a state of another store or without the entity is refused`() throws {
        let store = try store()
        let other = try self.store()
        try store.performChanges { try $0.insert(anne) }
        let foreign = #expect(throws: StoreError.self) {
            try other.performChanges {
                try $0.restore(RestoredGuest.self, 1, from: store.snapshot())
            }
        }
        #expect(foreign?.code == .invalidValue)
        try store.setHistory(.none, of: RestoredGuest.self)
        let number = try store.snapshot().commitNumber
        try store.performChanges { try $0.save(RestoredGuest(id: 1, name: "Anna")) }
        let then = try store.snapshot(at: .commit(number))
        let gone = #expect(throws: StoreError.self) {
            try store.performChanges { try $0.restore(RestoredGuest.self, 1, from: then) }
        }
        #expect(gone?.code == .historyGone)
    }

    @Test func `a commit that deleted an object and what it holds is taken back whole`() throws {
        let store = try store()
        let table = RestoredTable(id: 7, title: "oak", host: anne, guests: [anne, bo])
        try store.performChanges { try $0.insert(table) }
        try store.performChanges { changes in
            try changes.delete(anne)
            try changes.delete(bo)
            try changes.delete(RestoredTable.self, 7)
        }
        let deletion = try store.commit(store.snapshot().commitNumber)
        try store.performChanges { try $0.revert(deletion) }
        #expect(try store.find(RestoredTable.self, 7) == table)
    }
}
