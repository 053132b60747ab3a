import Nacre
import NacreTestSupport
import Testing

/// The effects and refusals of the methods of a change.
@Suite struct TypedChangesTests {
    private let store: Store
    private let one = Word(id: "one", count: 1)

    init() throws {
        store = try Store.inMemory(Word.self, Item.self)
        try store.performChanges { try $0.insert(one) }
    }

    private struct Stop: Error {}

    /// Returns the code of the error that a call throws. The change continues after it, and is
    /// kept.
    private func code(_ body: (WriteTransaction) throws -> Void) throws -> StoreError.Code? {
        try store.performChanges { changes in
            do {
                try body(changes)
                return nil
            } catch let error as StoreError {
                return error.code
            }
        }
    }

    private var words: [Word] { get throws { try store.fetch(Word.all.sorted(\.count.ascending)) } }

    @Test func `an inserted object is returned and found`() throws {
        let two = Word(id: "two", count: 2)
        let item = try store.performChanges { changes in
            #expect(try changes.insert(two) == two)
            try changes.insert(contentsOf: [Word(id: "three", count: 3)])
            return try changes.insert(Item(name: "a"))
        }
        #expect(try store.find(Word.self, "two") == two)
        #expect(try store.find(item.id) == item)
        #expect(try store.find(Ref(item)) == item)
        #expect(try store.find(Ref(id: "two") as Ref<Word>?) == two)
        #expect(try store.find(nil as Ref<Word>?) == nil)
        #expect(try store.find(Ref<Word>(id: "none")) == nil)
        #expect(try words.map(\.id) == ["one", "two", "three"])
    }

    @Test func `an id is inserted once, and equivalent spellings are one id`() throws {
        #expect(try code { try $0.insert(Word(id: "one", count: 5)) } == .duplicateID)
        try store.performChanges { try $0.insert(Word(id: "caf\u{e9}", count: 2)) }
        #expect(try code { try $0.insert(Word(id: "cafe\u{301}", count: 5)) } == .duplicateID)
        #expect(try words.map(\.count) == [1, 2])
    }

    @Test func `an update replaces an existing object`() throws {
        try store.performChanges { changes in
            let replaced = try changes.update(Word(id: "one", count: 7))
            let changed = try changes.update(Word.self, "one") { $0.count += 1 }
            #expect(replaced.count == 7 && changed.count == 8)
        }
        #expect(try words == [Word(id: "one", count: 8)])
        #expect(try code { try $0.update(Word(id: "two", count: 2)) } == .noSuchObject)
        #expect(try code { try $0.update(Word.self, "two") { $0.count = 2 } } == .noSuchObject)
    }

    @Test func `objects are updated by id, by ObjectID and by a request`() throws {
        let item = Item(name: "a")
        try store.performChanges { changes in
            try changes.insert(item)
            try changes.insert(Word(id: "two", count: 2))
            #expect(try changes.update(item.id) { $0.name = "b" } == Item(id: item.id, name: "b"))
            let count = try changes.update(Word.where { $0.count > 0 }) { $0.count *= -1 }
            #expect(count == 2)
            #expect(try changes.update(Word.where { $0.count > 0 }) { $0.count = 0 } == 0)
        }
        #expect(try words.map(\.count) == [-2, -1])
    }

    @Test func `an update does not change an id`() throws {
        let code = try code { changes in
            try changes.update(Word.self, "one") { $0 = Word(id: "two", count: 2) }
        }
        #expect(code == .invalidValue)
        #expect(try words == [one])
    }

    @Test func `an error in an update's closure leaves the object unchanged`() throws {
        try store.performChanges { changes in
            #expect(throws: Stop.self) {
                try changes.update(Word.self, "one") { word in
                    word.count = 5
                    throw Stop()
                }
            }
        }
        #expect(try words == [one])
    }

    @Test func `save and upsert replace or insert`() throws {
        try store.performChanges { changes in
            #expect(try changes.save(Word(id: "one", count: 10)).count == 10)
            try changes.save(Word(id: "two", count: 20))
            try changes.upsert(contentsOf: [
                Word(id: "two", count: 21), Word(id: "three", count: 30),
            ])
        }
        #expect(try words.map(\.count) == [10, 21, 30])
    }

    @Test func `an upsert on the id follows its conflict rule`() throws {
        try store.performChanges { changes in
            let kept = try changes.upsert(
                Word(id: "one", count: 2), on: \.id, conflict: .keepExisting)
            #expect(kept == one)
            let replaced = try changes.upsert(Word(id: "one", count: 3), on: \.id)
            #expect(replaced.count == 3)
            let added = try changes.upsert(Word(id: "two", count: 9), on: \.id, conflict: .error)
            #expect(added.count == 9)
        }
        #expect(
            try code { try $0.upsert(Word(id: "one", count: 4), on: \.id, conflict: .error) }
                == .uniqueViolation)
        #expect(try words.map(\.count) == [3, 9])
    }

    @Test func `a delete returns whether the object existed`() throws {
        let item = Item(name: "a")
        try store.performChanges { changes in
            try changes.insert(item)
            try changes.insert(contentsOf: (2...5).map { Word(id: "\($0)", count: $0) })
            #expect(try changes.delete(item.id))
            #expect(try !changes.delete(item.id))
            #expect(try changes.delete(one))
            #expect(try !changes.delete(one))
            #expect(try !changes.delete(Word.self, "none"))
            #expect(try changes.delete(Word.self, "3"))
            #expect(try changes.delete(Word.all.sorted(\.count.descending).limit(2)) == 2)
            #expect(try changes.delete(Word.where { $0.count > 5 }) == 0)
        }
        #expect(try words.map(\.count) == [2])
        #expect(try store.count(Item.all) == 0)
    }

    @Test func `findOrInsert inserts an object only if there is none`() throws {
        try store.performChanges { changes in
            let found = try changes.findOrInsert(Word.self, "one") {
                Issue.record("There is one.")
                return Word(id: "one", count: 0)
            }
            #expect(found == one)
            let made = try changes.findOrInsert(Word.self, "two") { Word(id: "two", count: 2) }
            #expect(made.count == 2)
            let byField = try changes.findOrInsert(Word.self, \.id, "two") {
                Word(id: "two", count: 5)
            }
            #expect(byField == made)
            #expect(throws: Stop.self) {
                try changes.findOrInsert(Word.self, "three") { throw Stop() }
            }
        }
        #expect(try words.map(\.count) == [1, 2])
    }

    @Test func `a savepoint that throws undoes only its own part`() throws {
        try store.performChanges { changes in
            try changes.insert(Word(id: "two", count: 2))
            #expect(throws: Stop.self) {
                try changes.savepoint {
                    try changes.insert(Word(id: "three", count: 3))
                    _ = try changes.savepoint { try changes.update(Word(id: "one", count: 100)) }
                    try changes.delete(Word.self, "two")
                    throw Stop()
                }
            }
            let result = try changes.savepoint {
                try changes.insert(Word(id: "four", count: 4)).count
            }
            #expect(result == 4)
            #expect(
                try changes.fetch(Word.all.sorted(\.count.ascending)).map(\.count) == [1, 2, 4])
        }
        #expect(try words.map(\.count) == [1, 2, 4])
    }

    @Test func `a change reads its own writes, and other readers do not before its end`() throws {
        let snapshot = try store.snapshot()
        try store.performChanges { changes in
            try changes.insert(Word(id: "two", count: 2))
            try changes.update(Word.self, "one") { $0.count = 9 }
            #expect(try changes.find(Word.self, "one")?.count == 9)
            #expect(try changes.count(Word.where { $0.count > 1 }) == 2)
            #expect(try changes.fetch(\.id, Word.all.sorted(\.count.ascending)) == ["two", "one"])
            #expect(try changes.first(Word.all.sorted(\.count.descending))?.id == "one")
            #expect(try words == [one])
        }
        #expect(try snapshot.fetch(Word.all) == [one])
        #expect(try words.map(\.count) == [2, 9])
    }

    @Test func `a change whose closure throws has no effect`() throws {
        let before = try store.snapshot().commitNumber
        #expect(throws: Stop.self) {
            try store.performChanges { changes in
                try changes.insert(Word(id: "two", count: 2))
                try changes.delete(one)
                throw Stop()
            }
        }
        #expect(try words == [one])
        #expect(try store.snapshot().commitNumber == before)
    }

    @Test func `a type that the store was opened without is refused by name`() throws {
        let error = storeError { _ = try store.fetch(Numbers.all) }
        #expect(error?.code == .unknownEntity)
        #expect(error?.message.contains("'Numbers'") == true)
        #expect(try code { _ = try $0.find(Numbers.self, 1) } == .unknownEntity)
        #expect(try code { _ = try $0.delete(Numbers.self, 1) } == .unknownEntity)
        #expect(storeError { _ = try store.count(Numbers.all) }?.code == .unknownEntity)
    }

    @Test func `a negative limit or offset is refused`() throws {
        for request in [Word.all.limit(-1), Word.all.offset(-1)] {
            #expect(storeError { _ = try store.fetch(request) }?.code == .invalidValue)
            #expect(storeError { _ = try store.count(request) }?.code == .invalidValue)
            #expect(storeError { _ = try store.first(request) }?.code == .invalidValue)
        }
        #expect(try store.first(Word.all.limit(0)) == nil)
        #expect(try store.fetch(Word.all.limit(.max).offset(.max)) == [])
    }

    @Test func `a property that is not an attribute is refused on use`() throws {
        let store = try Store.inMemory(Computed.self)
        try store.performChanges { try $0.insert(Computed(id: 1, day: "2024")) }
        let requests = [
            Computed.where { $0.twice == 2 }, Computed.where { $0.twice < 2 },
            Computed.all.sorted(\.twice.ascending), Computed.where { $0.day == "x" },
        ]
        for request in requests {
            #expect(storeError { _ = try store.fetch(request) }?.code == .invalidValue)
        }
        let twice = storeError { _ = try store.fetch(\.twice, Computed.all) }
        #expect(twice?.code == .invalidValue)
        let day = storeError { _ = try store.fetch(Computed.all.select(\.id, \.day)) }
        #expect(day?.code == .invalidValue)
        #expect(day?.message.contains("'day' has stages") == true)
    }

    /// An entity with a property that is not stored, and one with stages but without fields of its
    /// own.
    private struct Computed: Entity {
        let id: Int
        var day: String
        var twice: Int { 2 * id }

        static let schema = EntitySchema(
            Computed.init, Attribute("id", \.id),
            Attribute("day", \.day, codec: AttributeCodec(\Computed.day, by: .reversed)))
    }
}
