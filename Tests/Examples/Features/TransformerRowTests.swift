import Foundation
import Nacre
import Testing

/// A stage of a program that did not check its values: it has the name of the stage that does.
extension Transformer where Value == String, Stored == String {
    fileprivate static var anyText: Self {
        Transformer("uuidString", transform: { $0 }, reverse: { $0 })
    }
}

extension Transformer where Value == Int, Stored == Int {
    fileprivate struct Odd: Error {}

    /// A stage whose closures have no types: those of the attribute are inferred.
    fileprivate static var halved: Self {
        Transformer(
            "halved",
            transform: { number in
                guard number.isMultiple(of: 2) else { throw Odd() }
                return number / 2
            },
            reverse: { half in
                guard half < 1000 else { throw Odd() }
                return half * 2
            })
    }

    fileprivate static var unhalved: Self {
        Transformer("halved", transform: { $0 }, reverse: { $0 })
    }
}

/// Transformers as attributes have them: an error is reported for the object that causes it.
@Suite struct TransformerRowTests {
    @Entity
    struct Parcel: Hashable {
        let id: Int
        @Attribute(.transformed(by: .uuidString)) var code: UUID
        @Attribute(.transformed(by: .uuidString)) var former: UUID?
        @Attribute(.transformed(by: Transformer<Int, Int>.halved)) var weight: Int = 0
    }

    /// The entity without a check of the stored value.
    @Entity
    struct AnyParcel: Hashable {
        static var entityName: String { "Parcel" }
        let id: Int
        @Attribute(.transformed(by: Transformer<String, String>.anyText)) var code: String
        @Attribute(.transformed(by: Transformer<String, String>.anyText)) var former: String?
        @Attribute(.transformed(by: Transformer<Int, Int>.unhalved)) var weight: Int = 0
    }

    private static let sound = "0F8FAD5B-D9CB-469F-A165-70867728950E"

    /// Returns the error of reading the second of three parcels. The others can be read.
    private static func error(
        _ spoil: @Sendable (inout AnyParcel) -> Void
    ) throws -> StoreError? {
        let folder = try TemporaryFolder()
        let other = try Store(at: folder.path("a.nacre"), AnyParcel.self)
        try other.performChanges { changes in
            for id in 1...3 {
                try changes.insert(AnyParcel(id: id, code: sound, former: nil, weight: 5))
            }
            try changes.update(AnyParcel.self, 2, spoil)
        }
        try other.close()
        let store = try Store(at: folder.path("a.nacre"), Parcel.self)
        let sides = try store.fetch(Parcel.where { $0.id != 2 })
        #expect(sides.map(\.id) == [1, 3])
        #expect(sides.allSatisfy { $0.code.uuidString == sound && $0.weight == 10 })
        #expect(try store.fetch(\.id, Parcel.all) == [1, 2, 3])
        return #expect(throws: StoreError.self) { try store.fetch(Parcel.all) }
    }

    @Test func `T15 a transformer that throws on reading names the object, and others are read`()
        throws
    {
        let error = try Self.error { $0.weight = 1000 }
        #expect(error?.code == .undecodable)
        #expect(error?.message.contains("'weight' of 'Parcel' with id 2") == true)
        #expect(error?.cause?.contains("Odd") == true)
    }

    @Test func `T15 a transformer that throws on writing prevents the insertion`() throws {
        let store = try Store.inMemory(Parcel.self)
        let error = #expect(throws: StoreError.self) {
            try store.performChanges { changes in
                try changes.insert(Parcel(id: 1, code: UUID(), former: nil, weight: 2))
                try changes.insert(Parcel(id: 2, code: UUID(), former: nil, weight: 3))
            }
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.contains("'weight' of the object of 'Parcel' with the id") == true)
        #expect(try store.count(Parcel.all) == 0)
    }

    @Test func `T15 a stage is stored by its name, and another name is refused`() throws {
        let folder = try TemporaryFolder()
        try Store(at: folder.path("a.nacre"), Parcel.self).close()
        let error = #expect(throws: StoreError.self) {
            try Store(at: folder.path("a.nacre"), OtherParcel.self)
        }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("halved") == true)
    }

    @Entity
    struct OtherParcel {
        static var entityName: String { "Parcel" }
        let id: Int
        @Attribute(.transformed(by: .uuidString)) var code: UUID
        @Attribute(.transformed(by: .uuidString)) var former: UUID?
        var weight: Int = 0
    }

    @Test func `T16 ids stored as text are read back, and nil needs no special handling`() throws {
        let store = try Store.inMemory(Parcel.self)
        let parcels = (0..<100).map { id in
            Parcel(id: id, code: UUID(), former: id.isMultiple(of: 3) ? nil : UUID())
        }
        try store.performChanges { try $0.insert(contentsOf: parcels) }
        #expect(try store.fetch(Parcel.all) == parcels)
        for parcel in parcels {
            let found = try store.fetch(\.id, Parcel.where { $0.code == parcel.code })
            #expect(found == [parcel.id])
        }
        #expect(try store.count(Parcel.where { $0.former == nil }) == 34)
    }

    @Test(arguments: ["", "no id", "0F8FAD5B-D9CB-469F-A165-70867728950"])
    func `T16 a text that is not a UUID is an error and not nil`(text: String) throws {
        for name in ["code", "former"] {
            let error = try Self.error { parcel in
                if name == "code" { parcel.code = text } else { parcel.former = text }
            }
            #expect(error?.code == .undecodable)
            #expect(error?.message.contains("'\(name)' of 'Parcel' with id 2") == true)
            #expect(error?.description.contains("the text of a UUID") == true)
        }
    }
}
