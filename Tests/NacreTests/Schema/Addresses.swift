import Nacre

struct Home<Address: AttributeValue>: Entity {
    let id: Int
    var address: Address
    static var entityName: String { "Home" }
    static var schema: EntitySchema<Self> {
        EntitySchema(Self.init, Attribute("id", \.id), Attribute("address", \.address))
    }
}

/// An embedded struct of one member; later versions have more.
struct Small: Embedded, Equatable {
    var city: String

    struct Fields: FieldSet {
        typealias FieldsOwner = Small
        private let path: FieldPath
        init(_ path: FieldPath) { self.path = path }
        var city: Field<Small, String> { Field(path.appending("city")) }
    }
    static var attributeType: AttributeType { .embedded([EmbeddedMember("city", String.self)]) }
    func encode(into row: inout ObjectEncoder) throws { city.encode(into: &row) }
    static func decode(from row: inout ObjectDecoder) throws -> Small {
        Small(city: try .decode(from: &row))
    }
    func nested() throws -> NestedValue { .object([("city", try city.nested())]) }
    static func decode(from nested: NestedValue) throws -> Small {
        Small(city: try nested.member("city"))
    }
}

struct Large: Embedded, Equatable {
    var city: String
    var zip: Int
    var note: String?

    struct Fields: FieldSet {
        typealias FieldsOwner = Large
        private let path: FieldPath
        init(_ path: FieldPath) { self.path = path }
        var city: Field<Large, String> { Field(path.appending("city")) }
        var zip: Field<Large, Int> { Field(path.appending("zip")) }
        var note: Field<Large, String?> { Field(path.appending("note")) }
    }
    static var attributeType: AttributeType {
        .embedded([
            EmbeddedMember("city", String.self), EmbeddedMember("zip", Int.self, default: 99),
            EmbeddedMember("note", String?.self),
        ])
    }
    func encode(into row: inout ObjectEncoder) throws {
        city.encode(into: &row)
        zip.encode(into: &row)
        try note.encode(into: &row)
    }
    static func decode(from row: inout ObjectDecoder) throws -> Large {
        Large(
            city: try .decode(from: &row), zip: try .decode(from: &row),
            note: try .decode(from: &row))
    }
    func nested() throws -> NestedValue {
        .object([
            ("city", try city.nested()), ("zip", try zip.nested()), ("note", try note.nested()),
        ])
    }
    static func decode(from nested: NestedValue) throws -> Large {
        Large(
            city: try nested.member("city"), zip: try nested.member("zip"),
            note: try nested.member("note"))
    }
}

/// `Large`, but the new member has no default.
struct Strict: Embedded, Equatable {
    var city: String
    var zip: Int

    struct Fields: FieldSet {
        typealias FieldsOwner = Strict
        private let path: FieldPath
        init(_ path: FieldPath) { self.path = path }
    }
    static var attributeType: AttributeType {
        .embedded([EmbeddedMember("city", String.self), EmbeddedMember("zip", Int.self)])
    }
    func encode(into row: inout ObjectEncoder) throws {
        city.encode(into: &row)
        zip.encode(into: &row)
    }
    static func decode(from row: inout ObjectDecoder) throws -> Strict {
        Strict(city: try .decode(from: &row), zip: try .decode(from: &row))
    }
    func nested() throws -> NestedValue {
        .object([("city", try city.nested()), ("zip", try zip.nested())])
    }
    static func decode(from nested: NestedValue) throws -> Strict {
        Strict(city: try nested.member("city"), zip: try nested.member("zip"))
    }
}

/// `Large`, but the optional member is required.
struct Noted: Embedded, Equatable {
    var city: String
    var note: String

    struct Fields: FieldSet {
        typealias FieldsOwner = Noted
        private let path: FieldPath
        init(_ path: FieldPath) { self.path = path }
        var note: Field<Noted, String> { Field(path.appending("note")) }
    }
    static var attributeType: AttributeType {
        .embedded([EmbeddedMember("city", String.self), EmbeddedMember("note", String.self)])
    }
    func encode(into row: inout ObjectEncoder) throws {
        city.encode(into: &row)
        note.encode(into: &row)
    }
    static func decode(from row: inout ObjectDecoder) throws -> Noted {
        Noted(city: try .decode(from: &row), note: try .decode(from: &row))
    }
    func nested() throws -> NestedValue {
        .object([("city", try city.nested()), ("note", try note.nested())])
    }
    static func decode(from nested: NestedValue) throws -> Noted {
        Noted(city: try nested.member("city"), note: try nested.member("note"))
    }
}
