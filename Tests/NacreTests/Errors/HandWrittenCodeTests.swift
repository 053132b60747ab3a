import Nacre
import Testing

/// An embedded struct whose code visits one attribute more than its type declares.
struct Crooked: Embedded, Equatable {
    struct Fields: FieldSet {
        typealias FieldsOwner = Crooked
        let path: FieldPath
        init(_ path: FieldPath) { self.path = path }
    }

    var first: Int
    var second: Int

    static var attributeType: AttributeType { .embedded([EmbeddedMember("first", Int.self)]) }

    func encode(into row: inout RowEncoder) throws {
        first.encode(into: &row)
        second.encode(into: &row)
    }

    static func decode(from row: inout RowDecoder) throws -> Crooked {
        Crooked(first: try row.decode(Int.self), second: try row.decode(Int.self))
    }

    func nested() throws -> NestedValue { .object([("first", try first.nested())]) }

    static func decode(from nested: NestedValue) throws -> Crooked {
        Crooked(first: try nested.member("first"), second: 0)
    }
}

struct Holder: Equatable {
    var id: Int
    var crooked: Crooked
}

extension Holder: Entity {
    static let schema = EntitySchema(
        Holder.init, Attribute("id", \.id), Attribute("crooked", \.crooked))
}

@Suite struct HandWrittenCodeTests {
    @Test func `code that visits more attributes than it declares is reported`() throws {
        let store = try Store.inMemory(Holder.self)
        let error = try #require(throws: StoreError.self) {
            try store.performChanges { changes in
                try changes.insert(Holder(id: 1, crooked: Crooked(first: 1, second: 2)))
            }
        }
        #expect(error.code == .schemaMismatch)
        #expect(error.message.contains("'Holder' visits 3 attributes, and its schema has 2"))
        #expect(try store.count(Holder.all) == 0)
    }
}
