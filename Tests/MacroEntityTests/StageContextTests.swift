#if Macros
    import Foundation
    import Nacre
    import Testing

    /// The keys of a store, each with a number. A stored value begins with the number of its key.
    private struct Keys: Sendable {
        var current: UInt8
        var all: [UInt8: UInt8]

        struct Unknown: Error {}

        /// A stand-in for a cipher: each byte is combined with the key's.
        func seal(_ text: String, salt: UInt8? = nil) throws -> Data {
            let key = try key(current)
            let head = salt.map { [current, $0] } ?? [current]
            return Data(head + text.utf8.map { $0 ^ key })
        }

        func open(_ data: Data, skipping count: Int) throws -> String {
            let key = try key(data.first ?? 0)
            return String(decoding: data.dropFirst(count).map { $0 ^ key }, as: UTF8.self)
        }

        private func key(_ number: UInt8) throws -> UInt8 {
            guard let key = all[number] else { throw Unknown() }
            return key
        }
    }

    extension Transformer where Value == String, Stored == Data {
        /// Stores equal values equally in one store.
        fileprivate static var locked: Self {
            Transformer(
                "locked", taking: Keys.self, transform: { try $1.seal($0) },
                reverse: { try $1.open($0, skipping: 1) })
        }

        /// Stores a value differently each time.
        fileprivate static var salted: Self {
            Transformer(
                "contextSalted", taking: Keys.self, keepsEquality: false,
                transform: { try $1.seal($0, salt: .random(in: .min ... .max)) },
                reverse: { try $1.open($0, skipping: 2) })
        }
    }

    @Embedded
    private struct Contact: Hashable {
        @Attribute(.transformed(by: Transformer<String, Data>.locked)) var phone: String
        var town: String
    }

    @Entity
    private struct Patient: Hashable {
        let id: Int
        @Attribute(.unique, .transformed(by: Transformer<String, Data>.locked)) var number: String
        @Attribute(.indexed, .transformed(by: Transformer<String, Data>.locked)) var name: String?
        @Attribute(.transformed(by: Transformer<String, Data>.salted, keepsEquality: false))
        var notes: String = "none"
        var contact: Contact
        var doctor: Ref<Patient>?
    }

    /// Stages that take keys from the store they work in.
    @Suite struct StageContextTests {
        private static let keys = Keys(current: 1, all: [1: 0x55])
        private static let others = Keys(current: 2, all: [2: 0x7F])

        private func options(_ keys: Keys) -> Store.Options {
            var options = Store.Options()
            options.stageContext.set(keys)
            return options
        }

        private func store(_ keys: Keys = keys) throws -> Store {
            try Store.inMemory(Schema(Patient.self), options: options(keys))
        }

        private static let patients = (0..<5).map { id in
            Patient(
                id: id, number: "no\(id)", name: id == 4 ? nil : "name\(id)", notes: "note\(id)",
                contact: Contact(phone: "+\(id)", town: "Oslo"),
                doctor: id == 0 ? nil : Ref(id: id - 1))
        }

        @Test func `two stores with two keys are open in one process`() throws {
            let (one, other) = (try store(), try store(Self.others))
            for store in [one, other] {
                try store.performChanges { try $0.insert(contentsOf: Self.patients) }
                #expect(try store.fetch(Patient.all) == Self.patients)
            }
            let filter = Filter<Patient> { $0.name == "name2" }
            for store in [one, other] {
                #expect(try store.fetch(\.id, Patient.where(filter)) == [2])
                #expect(try store.find(Patient.self, \.number, "no3")?.id == 3)
            }
        }

        @Test func `filters hold values and encode them in the store that evaluates them`() throws {
            let store = try store()
            try store.performChanges { try $0.insert(contentsOf: Self.patients) }
            func ids(_ filter: Filter<Patient>) throws -> [Int] {
                try store.fetch(\.id, Patient.where(filter))
            }
            #expect(try ids(Filter { $0.name.isIn(["name1", "name3", nil]) }) == [1, 3, 4])
            #expect(try ids(Filter { $0.name != "name1" && $0.id < 3 }) == [0, 2])
            #expect(try ids(Filter { $0.doctor.name == "name2" }) == [3])
            #expect(try ids(Filter { $0.contact.phone == "+4" || $0.number == "no0" }) == [0, 4])
            #expect(try ids(Filter { $0.name != nil }) == [0, 1, 2, 3])
            #expect(try ids(Filter(#Predicate { $0.number == "no2" })) == [2])
            let explanation = try Patient.where { $0.name == "name1" }.explain(in: store)
            #expect(explanation.staged.map(\.stages) == [["locked"]])
            try store.performChanges { changes in
                #expect(try changes.count(Patient.where { $0.number == "no1" }) == 1)
                try changes.upsert(
                    Patient(
                        id: 9, number: "no1", name: "new", contact: Contact(phone: "", town: "")),
                    on: \.number)
            }
            #expect(try ids(Filter { $0.name == "new" }) == [1])
        }

        @Test func `a filter with such a value shows it nowhere and is not coded`() throws {
            let filter = Filter<Patient> { $0.id > 3 && $0.name == "secret" }
            #expect(filter.description == "id > 3 && name == ?")
            #expect(filter == Filter { $0.id > 3 && $0.name == "secret" })
            #expect(filter != Filter { $0.id > 3 && $0.name == "other" })
            #expect(throws: EncodingError.self) { try JSONEncoder().encode(filter) }
            #expect(throws: EncodingError.self) {
                try JSONEncoder().encode(Patient.where(filter))
            }
        }

        @Test func `opening a store without a value that a stage takes is refused`() throws {
            let error = #expect(throws: StoreError.self) { try Store.inMemory(Patient.self) }
            #expect(error?.code == .schemaMismatch)
            #expect(error?.message.contains("'number' has a stage that takes a Keys") == true)
            #expect(error?.subject?.entity == "Patient")
            // Used by itself, the stage has no store.
            #expect(throws: (any Error).self) {
                try Transformer<String, Data>.locked.transform("x")
            }
        }

        @Test func `a value of an unknown key is reported, and other objects can be read`() throws {
            let path = FileManager.default.temporaryDirectory.path + "/keys-\(UUID()).nacre"
            defer { try? FileManager.default.removeItem(atPath: path) }
            let first = try Store(at: path, Schema(Patient.self), options: options(Self.keys))
            try first.performChanges { try $0.insert(Self.patients[0]) }
            try first.close()
            let both = Keys(current: 2, all: [1: 0x55, 2: 0x7F])
            let second = try Store(at: path, Schema(Patient.self), options: options(both))
            // The stored value says which key it has, so it stays readable; new values get the
            // current key, and unchanged ones keep theirs.
            try second.performChanges { changes in
                try changes.insert(Self.patients[1])
                var first = Self.patients[0]
                first.contact.town = "Bergen"
                try changes.save(first)
            }
            #expect(try second.fetch(\.number, Patient.all) == ["no0", "no1"])
            try second.close()
            let third = try Store(at: path, Schema(Patient.self), options: options(Self.others))
            defer { try? third.close() }
            #expect(try third.find(Patient.self, 1)?.number == "no1")
            let error = #expect(throws: StoreError.self) { try third.find(Patient.self, 0) }
            #expect(error?.code == .undecodable)
            #expect(error?.subject == nil || error?.subject?.entity == "Patient")
            // All bytes can be checked and copied without any key.
            #expect(try Store.verify(at: path).isSound)
        }
    }
#endif
