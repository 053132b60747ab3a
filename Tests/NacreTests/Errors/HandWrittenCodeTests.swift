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

    func encode(into row: inout ObjectEncoder) throws {
        first.encode(into: &row)
        second.encode(into: &row)
    }

    static func decode(from row: inout ObjectDecoder) throws -> Crooked {
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

/// An embedded struct whose code visits far more attributes than its type declares.
struct Runs: Embedded, Equatable {
    struct Fields: FieldSet {
        typealias FieldsOwner = Runs
        let path: FieldPath
        init(_ path: FieldPath) { self.path = path }
    }

    var isNil: Bool

    static var attributeType: AttributeType { .embedded([EmbeddedMember("first", Int?.self)]) }

    func encode(into row: inout ObjectEncoder) throws {
        for number in 0..<60 { try (isNil ? nil : number).encode(into: &row) }
    }

    static func decode(from row: inout ObjectDecoder) throws -> Runs {
        for _ in 0..<60 { _ = try row.decode(Int?.self) }
        return Runs(isNil: true)
    }

    func nested() throws -> NestedValue { .object([("first", .null)]) }
    static func decode(from nested: NestedValue) throws -> Runs { Runs(isNil: true) }
}

struct Endless: Equatable {
    var id: Int
    var runs: Runs
}

extension Endless: Entity {
    static let schema = EntitySchema(
        Endless.init, Attribute("id", \.id), Attribute("runs", \.runs))
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
        #expect(error.message.contains("'Holder' visits more than 2 attributes"))
        #expect(try store.count(Holder.all) == 0)
    }

    @Test func `code that visits sixty attributes is reported`() throws {
        let store = try Store.inMemory(Endless.self)
        for isNil in [false, true] {
            let error = try #require(throws: StoreError.self) {
                try store.performChanges { changes in
                    try changes.insert(Endless(id: 1, runs: Runs(isNil: isNil)))
                }
            }
            #expect(error.code == .schemaMismatch)
            #expect(error.message.contains("'Endless' visits more than 2 attributes"))
        }
        #expect(try store.count(Endless.all) == 0)
    }
}
