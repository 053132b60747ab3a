#if Macros
    import Foundation
    import Nacre
    import Testing

    /// Seals texts differently each time, as encryption with a random nonce would.
    private enum Seal {
        static func transform(_ text: String) -> Data {
            let key = UInt8.random(in: .min ... .max)
            return Data([key] + text.utf8.map { $0 ^ key })
        }

        static func reverse(_ data: Data) -> String {
            String(decoding: data.dropFirst().map { $0 ^ data[0] }, as: UTF8.self)
        }
    }

    extension Transformer where Value == String, Stored == Data {
        static var sealed: Self {
            Transformer(
                "seal@1", keepsEquality: false, transform: Seal.transform, reverse: Seal.reverse)
        }
    }

    @Entity
    struct Secret: Hashable {
        let id: Int
        @Attribute(.transformed(by: Transformer<String, Data>.sealed, keepsEquality: false))
        var word: String
        @Attribute(.transformed(by: Transformer<String, Data>.sealed, keepsEquality: false))
        var hint: String?
        /// An attribute whose declaration claims equality, which its stage does not keep.
        @Attribute(.transformed(by: Transformer<String, Data>.sealed)) var careless: String = ""
        @Attribute(.indexed, .transformed(by: .isoDate)) var kept: Date
        @Attribute(.transformed(by: .uuidString)) var device: UUID?
        var other: Ref<Secret>?
    }

    /// Attributes with stages: those that keep no equality, and those of other objects.
    @Suite struct OpaqueStageTests {
        private static let device = UUID()

        private static func day(_ number: Int) -> Date {
            Date(timeIntervalSinceReferenceDate: Double(number) * 86_400)
        }

        /// Makes objects that each refer to the one before; the first has no reference.
        private static func store() throws -> Store {
            let store = try Store.inMemory(Secret.self)
            try store.performChanges { changes in
                for id in 0..<6 {
                    try changes.insert(
                        Secret(
                            id: id, word: "word \(id % 2)", hint: id < 3 ? nil : "hint",
                            kept: day(id), device: id == 4 ? device : nil,
                            other: id == 0 ? nil : Ref(id: id - 1)))
                }
            }
            return store
        }

        @Test func `a custom stage need not store equal values equally`() throws {
            let store = try Self.store()
            #expect(
                try store.fetch(\.word, Secret.all.sorted(\.id.ascending))
                    == ["word 0", "word 1", "word 0", "word 1", "word 0", "word 1"])
            #expect(try store.fetch(\.id, Secret.where { $0.hint == nil }) == [0, 1, 2])
            #expect(try store.fetch(\.id, Secret.where { $0.hint != nil }) == [3, 4, 5])
            let explanation = try Secret.where { $0.hint == nil }.explain(in: store)
            #expect(explanation.staged.map(\.stages) == [["opaque.seal@1"]])
            #expect(explanation.staged.map(\.keepsEquality) == [false])
        }

        @Test func `a stage that falsely declares to keep equality is not compared`() throws {
            let store = try Self.store()
            for filter in [
                Filter<Secret> { $0.careless == "" }, Filter { $0.careless != "a" },
                Filter { $0.careless.isIn(["a"]) }, Filter { $0.other.careless == "" },
            ] {
                let error = try #require(throws: StoreError.self) {
                    try store.fetch(Secret.where(filter))
                }
                #expect(error.code == .invalidValue)
                #expect(error.description.contains("careless"))
                #expect(error.description.contains("keepsEquality: false"))
            }
        }

        @Test func `attributes with stages are filtered through references`() throws {
            let store = try Self.store()
            func ids(_ filter: Filter<Secret>) throws -> [Int] {
                try store.fetch(\.id, Secret.where(filter).sorted(\.id.ascending))
            }
            #expect(try ids(Filter { $0.other.kept == Self.day(2) }) == [3])
            #expect(try ids(Filter { $0.other.kept != Self.day(2) }) == [0, 1, 2, 4, 5])
            #expect(try ids(Filter { $0.other.kept == nil }) == [0])
            #expect(try ids(Filter { $0.other.kept.isIn([Self.day(0), Self.day(4)]) }) == [1, 5])
            #expect(try ids(Filter { $0.other.other.kept == Self.day(2) }) == [4])
            #expect(try ids(Filter { $0.other.device == Self.device }) == [5])
            #expect(try ids(Filter { $0.other.device == nil }) == [0, 1, 2, 3, 4])
            #expect(try ids(Filter { $0.other.word == nil }) == [0])
            #expect(try ids(Filter { $0.other.hint != nil }) == [4, 5])
        }

        @Test func `attributes with stages are fetched through references`() throws {
            let store = try Self.store()
            let all = Secret.all.sorted(\.id.ascending)
            #expect(try store.fetch(\.other.word, all).map { $0 ?? "-" }.first == "-")
            let rows = try store.fetch(all.select(\.other.kept, \.other.hint, \.other.device))
            #expect(rows.map(\.0) == [nil] + (0..<5).map(Self.day))
            #expect(rows.map(\.1) == [nil, nil, nil, nil, "hint", "hint"])
            #expect(rows.map(\.2) == [nil, nil, nil, nil, nil, Self.device])
        }

        @Test func `a stage that does not keep equality cannot be unique`() throws {
            struct Lock: Entity {
                let id: Int
                var word: String
                static let schema = EntitySchema(
                    Lock.init, Attribute("id", \.id),
                    Attribute(
                        "word", \.word, codec: AttributeCodec(\Lock.word, by: .sealed), .unique))
                struct Fields: FieldSet {
                    typealias FieldsOwner = Lock
                    init(_ path: FieldPath) {}
                }
            }
            let error = try #require(throws: StoreError.self) { try Store.inMemory(Lock.self) }
            #expect(error.code == .schemaMismatch)
            #expect(error.description.contains("does not store equal values equally"))
        }

        @Entity
        struct Pair: Hashable {
            #Unique<Pair>([\.hall, \.word])
            let id: Int
            var hall: Int
            @Attribute(.transformed(by: Transformer<String, Data>.sealed, keepsEquality: false))
            var word: String
        }

        struct Vague: Hashable, Storable {
            var text: String
            static let transformer = Transformer<Vague, Data>(
                "vague", keepsEquality: false, transform: { Seal.transform($0.text) },
                reverse: { Vague(text: Seal.reverse($0)) })
        }

        @Embedded
        struct Item: Hashable {
            var name: Vague
        }

        @Entity
        struct Box: Hashable {
            let id: Int
            var items: [Item]
        }

        @Test func `stages that keep no equality are refused in unique keys and lists`() throws {
            for open in [{ try Store.inMemory(Pair.self) }, { try Store.inMemory(Box.self) }] {
                let error = try #require(throws: StoreError.self) { try open() }
                #expect(error.code == .schemaMismatch)
                #expect(error.description.contains("equal values equally"), "\(error)")
            }
        }
    }
#endif
