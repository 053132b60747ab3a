import Nacre
import NacreTestSupport

/// An embedded struct, conforming as `@Embedded` does.
struct Position: Hashable, Sampled {
    var latitude: Double
    var longitude: Double?

    static let samples = Generator<Position> { choices throws(Rejection) in
        Position(
            latitude: try choices.draw(Opening.plainNumber),
            longitude: try choices.draw(.optional(Opening.plainNumber)))
    }
}

extension Position: Embedded {
    struct Fields: FieldSet {
        typealias FieldsOwner = Position
        private let path: FieldPath
        init(_ path: FieldPath) { self.path = path }
        var latitude: Field<Position, Double> { Field(path.appending("latitude")) }
        var longitude: Field<Position, Double?> { Field(path.appending("longitude")) }
    }

    static var attributeType: AttributeType {
        .embedded([
            EmbeddedMember("latitude", Double.self), EmbeddedMember("longitude", Double?.self),
        ])
    }

    func encode(into row: inout ObjectEncoder) throws {
        try write(latitude, into: &row)
        try write(longitude, into: &row)
    }

    static func decode(from row: inout ObjectDecoder) throws -> Position {
        Position(latitude: try read(from: &row), longitude: try read(from: &row))
    }

    func nested() throws -> NestedValue {
        .object([
            ("latitude", try nest(latitude)), ("longitude", try nest(longitude)),
        ])
    }

    static func decode(from nested: NestedValue) throws -> Position {
        Position(
            latitude: try nested.member("latitude"), longitude: try nested.member("longitude"))
    }
}

/// An embedded struct with others inside, one of them optional.
struct Place: Hashable, Sampled {
    var street: String
    var city: String?
    var rank: Rank
    var tags: [String]
    var position: Position
    var former: Position?

    static let samples = Generator<Place> { choices throws(Rejection) in
        Place(
            street: try choices.sample(), city: try choices.sample(), rank: try choices.sample(),
            tags: try choices.sample(), position: try choices.sample(),
            former: try choices.sample())
    }
}

extension Place: Embedded {
    struct Fields: FieldSet {
        typealias FieldsOwner = Place
        private let path: FieldPath
        init(_ path: FieldPath) { self.path = path }
        var street: Field<Place, String> { Field(path.appending("street")) }
        var city: Field<Place, String?> { Field(path.appending("city")) }
        var rank: Field<Place, Rank> { Field(path.appending("rank")) }
        var tags: Field<Place, [String]> { Field(path.appending("tags")) }
        var position: Field<Place, Position> { Field(path.appending("position")) }
        var former: Field<Place, Position?> { Field(path.appending("former")) }
    }

    static var attributeType: AttributeType {
        .embedded([
            EmbeddedMember("street", String.self), EmbeddedMember("city", String?.self),
            EmbeddedMember("rank", Rank.self), EmbeddedMember("tags", [String].self),
            EmbeddedMember("position", Position.self), EmbeddedMember("former", Position?.self),
        ])
    }

    func encode(into row: inout ObjectEncoder) throws {
        try write(street, into: &row)
        try write(city, into: &row)
        try write(rank, into: &row)
        try write(tags, into: &row)
        try write(position, into: &row)
        try write(former, into: &row)
    }

    static func decode(from row: inout ObjectDecoder) throws -> Place {
        Place(
            street: try read(from: &row), city: try read(from: &row),
            rank: try read(from: &row), tags: try read(from: &row),
            position: try read(from: &row), former: try read(from: &row))
    }

    func nested() throws -> NestedValue {
        .object([
            ("street", try nest(street)), ("city", try nest(city)),
            ("rank", try nest(rank)), ("tags", try nest(tags)),
            ("position", try nest(position)), ("former", try nest(former)),
        ])
    }

    static func decode(from nested: NestedValue) throws -> Place {
        Place(
            street: try nested.member("street"), city: try nested.member("city"),
            rank: try nested.member("rank"), tags: try nested.member("tags"),
            position: try nested.member("position"), former: try nested.member("former"))
    }
}

// With these helpers, `try` is right whether or not a type's own method can throw.

private func write(_ value: some AttributeValue, into row: inout ObjectEncoder) throws {
    try value.encode(into: &row)
}

private func nest(_ value: some AttributeValue) throws -> NestedValue { try value.nested() }

private func read<Value: AttributeValue>(from row: inout ObjectDecoder) throws -> Value {
    try Value.decode(from: &row)
}
