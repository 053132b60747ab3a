#if Macros
    import Foundation
    import Nacre
    import Testing

    /// A small and a large struct for the same objects.
    @Suite struct EntityViewTests {
        @Entity
        struct Person: Hashable, WillSave {
            let id: Int
            @Attribute(.unique(conflict: .replace)) var mail: String
            @Attribute(.length(1...20)) var name: String
            var age = 7
            var notes: [String] = []
            @Relationship(.nullify) var friend: Ref<Person>?
            @Derived(.indexed) var key: String { name.lowercased() }
            var saves = 0

            mutating func willSave(replacing old: Person?, in changes: WriteTransaction) throws {
                saves = (old?.saves ?? 0) + 1
            }
        }

        /// The part of a person that a list shows.
        @Entity
        struct PersonName: Hashable, EntityView {
            typealias Whole = Person
            let id: Int
            @Attribute(.unique(conflict: .replace)) var mail: String
            var name: String
        }

        /// Lacks a required attribute.
        @Entity
        struct PersonAge: Hashable, EntityView {
            typealias Whole = Person
            let id: Int
            var age: Int
            @Relationship(.nullify) var friend: Ref<PersonAge>?
        }

        private let store: Store

        init() throws { store = try Store.inMemory(PersonName.self, PersonAge.self) }

        private func add() throws {
            try store.performChanges {
                try $0.insert(
                    Person(id: 1, mail: "a@x", name: "Ann", age: 30, notes: ["one", "two"]))
                try $0.insert(
                    Person(id: 2, mail: "b@x", name: "Bob", friend: Ref(id: 1)))
            }
        }

        @Test func `V20 each type reads the objects that it has the attributes of`() throws {
            try add()
            let names = try store.fetch(
                PersonName.where { $0.name > "A" }.sorted(\.name.descending))
            #expect(names.map(\.name) == ["Bob", "Ann"])
            #expect(try store.find(PersonName.self, \.mail, "a@x")?.id == 1)
            #expect(try store.find(PersonAge.self, 2)?.friend == Ref(id: 1))
            let friends = PersonAge.where { $0.friend.age == 30 }
            #expect(try store.fetch(\.id, friends) == [2])
            #expect(try store.count(PersonName.all) == 2)
            #expect(try store.fetch(Person.all).map(\.saves) == [1, 1])
        }

        @Test func `V20 writing a view keeps what it lacks, and the hooks of the whole are called`()
            throws
        {
            try add()
            try store.performChanges { changes in
                let named = try changes.update(PersonName.self, 1) { $0.name = "Anne" }
                #expect(named == PersonName(id: 1, mail: "a@x", name: "Anne"))
                try changes.save(PersonAge(id: 2, age: 8, friend: nil))
            }
            let ann = try #require(try store.find(Person.self, 1))
            #expect(ann.notes == ["one", "two"])
            #expect(ann.age == 30)
            #expect(ann.saves == 2)
            #expect(ann.key == "anne")
            #expect(try store.fetch(\.id, Person.where { $0.key == "anne" }) == [1])
            let bob = try #require(try store.find(Person.self, 2))
            #expect(bob.age == 8)
            #expect(bob.friend == nil)
            #expect(bob.mail == "b@x")
        }

        @Test func `V20 a new object gets defaults, or is refused without a required attribute`()
            throws
        {
            try store.performChanges { changes in
                try changes.insert(PersonName(id: 3, mail: "c@x", name: "Cy"))
                try changes.insert(contentsOf: [PersonName(id: 4, mail: "d@x", name: "Di")])
                try changes.upsert(PersonName(id: 5, mail: "e@x", name: "Ed"))
            }
            let all = try store.fetch(Person.all)
            #expect(all.map(\.age) == [7, 7, 7])
            #expect(all.map(\.key) == ["cy", "di", "ed"])
            for write in [
                { try $0.insert(PersonAge(id: 6, age: 1)) },
                { try $0.save(PersonAge(id: 6, age: 1)) },
            ] as [(WriteTransaction) throws -> PersonAge] {
                let error = #expect(throws: StoreError.self) {
                    try store.performChanges { _ = try write($0) }
                }
                #expect(error?.code == .invalidValue)
                #expect(error?.subject?.attributes == ["mail"])
            }
            let missing = #expect(throws: StoreError.self) {
                try store.performChanges { try $0.update(PersonAge(id: 6, age: 1)) }
            }
            #expect(missing?.code == .noSuchObject)
            let again = #expect(throws: StoreError.self) {
                try store.performChanges {
                    try $0.insert(PersonName(id: 3, mail: "z@x", name: "Zoe"))
                }
            }
            #expect(again?.code == .duplicateID)
            #expect(try store.count(Person.all) == 3)
        }

        @Test func `V20 rules, unique values and delete rules of the whole hold`() throws {
            try add()
            let long = #expect(throws: StoreError.self) {
                try store.performChanges {
                    try $0.update(PersonName.self, 1) {
                        $0.name = String(repeating: "n", count: 21)
                    }
                }
            }
            #expect(long?.code == .invalidObject)
            let taken = #expect(throws: StoreError.self) {
                try store.performChanges { try $0.update(PersonName.self, 1) { $0.mail = "b@x" } }
            }
            #expect(taken?.code == .uniqueViolation)
            let met = try store.performChanges {
                try $0.save(PersonName(id: 9, mail: "a@x", name: "Anna"))
            }
            #expect(met == PersonName(id: 1, mail: "a@x", name: "Anna"))
            #expect(try store.find(Person.self, 1)?.saves == 2)
            let deleted = try store.performChanges { try $0.delete(met) }
            #expect(deleted)
            #expect(try store.fetch(Person.all).map(\.friend) == [nil])
        }

        @Test func `V20 an upsert through a view takes over the view's attributes only`() throws {
            try add()
            try store.performChanges { changes in
                try changes.upsert(PersonName(id: 8, mail: "a@x", name: "Al"), on: \.mail)
                try changes.upsert(
                    PersonName(id: 8, mail: "b@x", name: "Bo"), on: \.mail,
                    conflict: .merge { $0.name = $1.name + "!" })
                try changes.upsert(
                    contentsOf: [PersonName(id: 8, mail: "n@x", name: "New")], on: \.mail)
                _ = try changes.findOrInsert(PersonName.self, 10) {
                    PersonName(id: 10, mail: "t@x", name: "Ten")
                }
            }
            let all = try store.fetch(Person.all)
            #expect(all.map(\.name) == ["Al", "Bo!", "New", "Ten"])
            #expect(all[0].notes == ["one", "two"])
            #expect(all[0].age == 30)
            #expect(all[1].friend == Ref(id: 1))
        }

        /// Names the unique attribute without the policy of the whole.
        @Entity
        struct PersonMail: Hashable, EntityView {
            typealias Whole = Person
            let id: Int
            @Attribute(.unique) var mail: String
            var name: String
        }

        @Test func `V20 a policy of the whole alone does not take over defaults`() throws {
            let store = try Store.inMemory(PersonMail.self)
            try store.performChanges {
                try $0.insert(Person(id: 1, mail: "a@x", name: "Ann", age: 30, notes: ["one"]))
            }
            let taken = #expect(throws: StoreError.self) {
                try store.performChanges {
                    try $0.save(PersonMail(id: 9, mail: "a@x", name: "Al"))
                }
            }
            #expect(taken?.code == .uniqueViolation)
            #expect(try store.fetch(Person.all).map(\.notes) == [["one"]])
        }

        @Test func `V20 several views are inserted together or not at all`() throws {
            let long = String(repeating: "n", count: 21)
            let error = #expect(throws: StoreError.self) {
                try store.performChanges { changes in
                    do {
                        try changes.insert(contentsOf: [
                            PersonName(id: 1, mail: "a@x", name: "Ann"),
                            PersonName(id: 2, mail: "b@x", name: long),
                            PersonName(id: 3, mail: "c@x", name: long),
                        ])
                    } catch {
                        #expect(try changes.count(Person.all) == 0)
                        throw error
                    }
                }
            }
            #expect(error?.violations.count == 2)
        }

        @Entity
        struct Couple: Hashable {
            let id: Int
            var first: Ref<PersonName>
            var second: Ref<Person>
        }

        @Test func `V20 included objects have the type of their reference`() throws {
            let store = try Store.inMemory(Couple.self, PersonName.self)
            try store.performChanges { changes in
                try changes.insert(Person(id: 1, mail: "a@x", name: "Ann"))
                try changes.insert(Couple(id: 1, first: Ref(id: 1), second: Ref(id: 1)))
            }
            let couples = try store.fetch(Couple.all, including: \.first, \.second)
            let couple = try #require(couples.first)
            #expect(couples[couple.first]?.name == "Ann")
            #expect(couples[couple.second]?.age == 7)
        }

        @Test func `V20 a view is saved unless others changed its attributes`() throws {
            try add()
            let snapshot = try store.snapshot()
            var name = try #require(try snapshot.find(PersonName.self, 1))
            name.name = "Mine"
            try store.performChanges { try $0.update(PersonAge.self, 1) { $0.age = 31 } }
            try store.performChanges { try $0.save(name, basedOn: snapshot) }
            #expect(try store.find(Person.self, 1)?.age == 31)
            try store.performChanges { try $0.update(PersonName.self, 1) { $0.name = "Theirs" } }
            let conflict = #expect(throws: StoreError.self) {
                try store.performChanges { try $0.save(name, basedOn: snapshot) }
            }
            #expect(conflict?.code == .conflict)
            #expect(conflict?.conflicts.map(\.attribute) == ["name"])
        }

        @Test func `V20 an observer of a view sees changes of its attributes only`() async throws {
            try add()
            let commits = store.commits
            for age in [31, 32] {
                try await store.performChanges {
                    _ = try $0.update(PersonAge.self, 1) { $0.age = age }
                }
            }
            try await store.performChanges {
                _ = try $0.update(Person.self, 1) { $0.name = "Anne" }
            }
            try store.close()
            var (names, ages) = ([String](), [Int]())
            for try await commit in commits {
                if case .updated(let update)? = try commit.change(of: 1, PersonName.self) {
                    names.append(update.new.name)
                }
                if case .updated(let update)? = try commit.change(of: 1, PersonAge.self) {
                    ages.append(update.new.age)
                }
            }
            #expect(names == ["Anne"])
            #expect(ages == [31, 32])
        }

        @Test func `V20 a store opened with a view alone has the attributes of the whole`() throws {
            let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            let first = try Store(at: path, PersonName.self)
            try first.performChanges {
                try $0.insert(PersonName(id: 1, mail: "a@x", name: "Ann"))
            }
            try first.close()
            let again = try Store(at: path, Person.self)
            #expect(try again.fetch(Person.all).map(\.age) == [7])
            let unopened = #expect(throws: StoreError.self) { try again.count(PersonName.all) }
            #expect(unopened?.code == .unknownEntity)
            try again.close()
            let reading = try Store(at: path, Schema(PersonName.self), options: .readOnly)
            #expect(try reading.fetch(PersonName.all).map(\.name) == ["Ann"])
            try reading.close()
        }
    }
#endif
