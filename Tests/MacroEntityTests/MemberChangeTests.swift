#if Macros
    import Foundation
    import Nacre
    import Testing

    /// Changed structs inside collections: none of their values is lost because a program does not
    /// know it.
    @Suite struct MemberChangeTests {
        enum First {
            @Embedded
            struct Phone: Hashable {
                var number: String?
                var kind: Int
                var place: Place = Place()
            }

            @Embedded
            struct Place: Hashable {
                var floor: Int = 0
            }

            @Entity
            struct Person: Hashable {
                let id: Int
                var phones: [Phone] = []
                var byName: [String: Phone] = [:]
                var all: Set<Phone>?
            }
        }

        /// `number` has another name, so the stored value is not read.
        enum Renamed {
            @Embedded
            struct Phone: Hashable {
                var digits: String?
                var kind: Int
                var place: Place = Place()
            }

            @Embedded
            struct Place: Hashable {
                var level: Int = 0
            }

            @Entity
            struct Person: Hashable {
                let id: Int
                var phones: [Phone] = []
                var byName: [String: Phone] = [:]
                var all: Set<Phone>?
            }
        }

        /// The member has another name only in the program, and there is a new member.
        enum Kept {
            @Embedded
            struct Phone: Hashable {
                @Attribute(.named("number")) var digits: String?
                var kind: Int
                var place: Place = Place()
                var note: String?
                var rank: Int = 7
            }

            @Embedded
            struct Place: Hashable {
                var floor: Int = 0
            }

            @Entity
            struct Person: Hashable {
                let id: Int
                var phones: [Phone] = []
                var byName: [String: Phone] = [:]
                var all: Set<Phone>?
            }
        }

        /// An optional member is required, a number is a text, and there is no default.
        enum Wrong {
            @Embedded
            struct Phone: Hashable {
                var number: String
                var kind: String
                var place: Place = Place()
                var rank: Int
            }

            @Embedded
            struct Place: Hashable {
                var floor: Int = 0
            }

            @Entity
            struct Person: Hashable {
                let id: Int
                var phones: [Phone] = []
                var byName: [String: Phone] = [:]
                var all: Set<Phone>?
            }
        }

        private static let person = First.Person(
            id: 1, phones: [First.Phone(number: "1", kind: 2)],
            byName: ["a": First.Phone(number: "3", kind: 4)])

        /// A store in a folder of its own, which is removed at the end.
        private final class Folder {
            let path = FileManager.default.temporaryDirectory
                .appending(path: "nacre-\(UUID().uuidString)").path()

            init() throws {
                let store = try Store(at: path, First.Person.self)
                try store.performChanges { try $0.insert(MemberChangeTests.person) }
                try store.close()
            }

            deinit { try? FileManager.default.removeItem(atPath: path) }
        }

        @Test func `a removed member is refused, and dropped if the options allow it`() throws {
            let folder = try Folder()
            let error = #expect(throws: StoreError.self) {
                _ = try Store(at: folder.path, Renamed.Person.self)
            }
            #expect(error?.code == .schemaMismatch)
            for name in ["phones", "byName", "all"] {
                for member in ["number", "place.floor"] {
                    #expect(error?.message.contains("'\(name).\(member)'") == true)
                }
            }
            let same = try Store(at: folder.path, First.Person.self)
            #expect(try same.fetch(First.Person.all) == [Self.person])
            try same.close()
            var options = Store.Options()
            options.removesAttributes = true
            let preview = try Store.schemaPreview(
                at: folder.path, options: options, Renamed.Person.self)
            #expect("\(preview)".contains("'phones.number' is removed with its values"))
            let store = try Store(at: folder.path, options: options, Renamed.Person.self)
            let phones = try #require(try store.find(Renamed.Person.self, 1)).phones
            #expect(phones == [Renamed.Phone(digits: nil, kind: 2)])
            try store.close()
        }

        @Test func `members with kept stored names, and new optional members, are accepted`() throws
        {
            let folder = try Folder()
            let store = try Store(at: folder.path, Kept.Person.self)
            let person = try #require(try store.find(Kept.Person.self, 1))
            #expect(person.phones == [Kept.Phone(digits: "1", kind: 2, note: nil, rank: 7)])
            #expect(person.byName["a"]?.digits == "3")
            try store.close()
            // An older program would lose the new members.
            let error = #expect(throws: StoreError.self) {
                _ = try Store(at: folder.path, First.Person.self)
            }
            #expect(error?.message.contains("'phones.note', 'phones.rank'") == true)
            var options = Store.Options()
            options.isReadOnly = true
            let reader = try Store(at: folder.path, options: options, First.Person.self)
            #expect(try reader.find(First.Person.self, 1)?.phones == Self.person.phones)
        }

        @Test func `incompatible members are refused by name`() throws {
            let folder = try Folder()
            let error = #expect(throws: StoreError.self) {
                _ = try Store(at: folder.path, Wrong.Person.self)
            }
            #expect(error?.code == .schemaMismatch)
            let message = error?.message ?? ""
            for part in [
                "'phones.number' of 'Person' may be missing in stored values",
                "'phones.kind' of 'Person' is stored as int64 and declared as string",
                "'byName.rank' of 'Person' is new and required",
            ] {
                #expect(message.contains(part), "\(message)")
            }
        }

        /// The optional member has a default.
        enum Defaulted {
            @Embedded
            struct Phone: Hashable {
                var number: String = "none"
                var kind: Int
                var place: Place = Place()
            }

            @Embedded
            struct Place: Hashable {
                var floor: Int = 0
            }

            @Entity
            struct Person: Hashable {
                let id: Int
                var phones: [Phone] = []
                var byName: [String: Phone] = [:]
                var all: Set<Phone>?
            }
        }

        @Test func `stored nil reads as a default that was added later`() throws {
            let folder = try Folder()
            let first = try Store(at: folder.path, First.Person.self)
            try first.performChanges { changes in
                let phones = [First.Phone(number: nil, kind: 1), First.Phone(number: "2", kind: 2)]
                try changes.insert(First.Person(id: 2, phones: phones))
            }
            try first.close()
            let store = try Store(at: folder.path, Defaulted.Person.self)
            let phones = try #require(try store.find(Defaulted.Person.self, 2)).phones
            #expect(phones.map(\.number) == ["none", "2"])
            try store.close()
        }

        /// Types other than structs that the store knows.
        enum Other {
            struct Phone: Codable, Hashable, Storable { var kind: Int }

            @Entity
            struct Person: Hashable {
                let id: Int
                var phones: [Phone] = []
                var byName: [String: String] = [:]
                var all: Set<Phone>?
            }
        }

        @Test func `structs that the types do not know are refused`() throws {
            let folder = try Folder()
            let error = #expect(throws: StoreError.self) {
                _ = try Store(at: folder.path, Other.Person.self)
            }
            #expect(error?.message.contains("'phones.number'") == true)
            #expect(error?.message.contains("'byName.kind'") == true)
        }
    }
#endif
