import Nacre
import NacreEngine
import NacreTestSupport
import Testing

/// A newer program that opens the store of an older one for reading only: missing attributes read
/// as nil or as their default, just as after the store was opened for writing.
@Suite struct OlderStoreTests {
    private let files = TypedStore()

    @Entity
    struct Old: Equatable {
        static let entityName = "Thing"
        let id: Int
        @Attribute(.indexed) var name: String
        @Attribute(.columnar) var rank: Int = 0
    }

    @Embedded
    struct Place: Hashable {
        var city: String
        var zip: Int?
    }

    @Entity
    struct New: Equatable {
        static let entityName = "Thing"
        #Index<New>([\.kind, \.name])
        let id: Int
        @Attribute(.unique) var code: String?
        @Attribute(.indexed) var name: String
        @Attribute(.columnar) var rank: Int = 0
        @Attribute(.columnar) var size: Double?
        @Attribute(.indexed) var kind: Int = 7
        var tags: [String] = ["a"]
        var place: Place?
        var next: Ref<New>?
    }

    @Entity
    struct Required: Equatable {
        static let entityName = "Thing"
        let id: Int
        var name: String
        var size: Double
    }

    enum First {
        @Embedded struct Spot: Hashable { var city: String }
        @Entity struct Thing {
            static let entityName = "Thing"
            let id: Int
            var spot: Spot?
        }
    }
    enum Second {
        @Embedded struct Spot: Hashable {
            var city: String
            var zip: Int = 5
        }
        @Entity struct Thing {
            static let entityName = "Thing"
            let id: Int
            var spot: Spot?
        }
    }

    /// - Returns: The place before the objects.
    @discardableResult
    private func fill() throws -> CommitToken {
        let store = try files.open(Old.self)
        let token = try store.snapshot().token
        try store.performChanges { changes in
            for id in 1...50 {
                try changes.insert(Old(id: id, name: "n\(id % 10)", rank: id % 7))
            }
        }
        try store.close()
        return token
    }

    /// Returns a store's answers about its objects, from every kind of read.
    private func answers(_ store: Store) throws -> [String] {
        var answers = try store.fetch(New.all).map { "\($0)" }
        let filters: [FetchRequest<New>] = [
            New.where { $0.kind == 7 }, New.where { $0.kind < 7 }, New.where { $0.size == nil },
            New.where { $0.size > 1 }, New.where { $0.code == nil && $0.name == "n3" },
            New.where { $0.tags.contains("a") }, New.where { $0.place == nil },
            New.where { $0.place.city == "x" || $0.name == "n4" }, New.where { $0.next == nil },
            New.where { $0.kind == 7 && $0.name >= "n8" }, New.where { $0.code == "c" },
            New.where { $0.rank > 3 && $0.kind == 7 && $0.name == "n3" },
            New.where { $0.rank == 2 || $0.size != nil }, New.where { $0.next.name == "n1" },
        ]
        for filter in filters {
            answers.append("\(filter): \(try store.fetch(filter).map(\.id))")
            answers.append("\(try store.count(filter))")
        }
        let sorted = New.all.sorted(\.kind.ascending, \.name.descending)
        answers.append("\(try store.fetch(\.id, sorted))")
        answers.append("\(try store.fetch(\.id, New.all.sorted(\.size.ascending)))")
        let ranked = New.all.sorted(\.rank.ascending, \.kind.ascending)
        answers.append("\(try store.fetch(\.id, ranked))")
        answers.append("\(try store.sum(\.kind, New.all))")
        let groups = try store.group(New.all, by: \.kind, \.rank, with: .count)
        answers.append("\(groups.map(\.values))")
        answers.append("\(try store.fetch(\.kind, New.all))")
        answers.append("\(try store.find(New.self, 9).map { "\($0)" } ?? "none")")
        return answers
    }

    @Test func `missing attributes read the same before and after opening for writing`() throws {
        try fill()
        let before = files.files.contents(of: TestStore.path)
        let reading = try files.open(New.self, options: .readOnly)
        let answers = try answers(reading)
        #expect(answers.count > 60)
        #expect(try reading.find(New.self, 3)?.kind == 7)
        #expect(try reading.find(New.self, 3)?.tags == ["a"])
        #expect(try reading.find(New.self, 3)?.size == nil)
        try reading.close()
        #expect(files.files.contents(of: TestStore.path) == before)
        let writing = try files.open(New.self)
        #expect(try self.answers(writing) == answers)
        try writing.close()
        let after = try files.open(New.self, options: .readOnly)
        #expect(try self.answers(after) == answers)
    }

    @Test func `a snapshot outlives the store, and needs no index that the type adds`() throws {
        try fill()
        let store = try files.open(New.self, options: .readOnly)
        #expect(storeError { try store.find(New.self, \.code, "c") }?.code == .schemaMismatch)
        let snapshot = try store.snapshot(label: "late")
        #expect(try store.statistics.pins.map(\.label) == ["late"])
        try store.close()
        #expect(try snapshot.count(New.where { $0.kind == 7 && $0.name == "n3" }) == 5)
        #expect(try snapshot.find(New.self, 50)?.tags == ["a"])
    }

    @Test func `commits deliver objects in the form of the type`() async throws {
        let token = try fill()
        let store = try files.open(New.self, options: .readOnly)
        var kinds: [Int] = []
        for try await commit in try store.commits(since: token) {
            kinds += try commit.inserted(New.self).map(\.kind)
        }
        #expect(kinds == Array(repeating: 7, count: 50))
    }

    @Test func `a required attribute without a default is refused by name`() throws {
        try fill()
        let error = storeError { try files.open(Required.self, options: .readOnly) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("'size' of 'Thing' is new and required") == true)
    }

    @Test func `another id attribute is refused by name`() throws {
        struct Renamed: Entity {
            let id: Int
            static let entityName = "Thing"
            static let schema = EntitySchema(
                Renamed.init, Attribute("id", \.id, .named("number")))
        }
        try fill()
        let error = storeError { try files.open(Renamed.self, options: .readOnly) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("identifies 'Thing' by 'id'") == true)
    }

    @Test func `pending migration steps are refused by name`() throws {
        try fill()
        var options = Store.Options.readOnly
        options.schemaPlan = SchemaPlan(
            SchemaStep(2, "shorter names", .rewrite("Thing") { _, _ in }), SchemaStep(3))
        let error = storeError { try files.open(New.self, options: options) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("the steps 2 'shorter names', 3.") == true)
    }

    @Test func `a member with a default in an optional struct is refused by name`() throws {
        try files.open(First.Thing.self).close()
        let error = storeError { try files.open(Second.Thing.self, options: .readOnly) }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("lacks the values of 'spot.zip'") == true)
    }
}
