import Foundation
import Nacre
import NacreTestSupport

/// An entity of which tests make random objects.
protocol SampledEntity: Entity where ID == Int, Mutability == Mutable {
    static func sample(id: Int, from choices: inout Choices) throws(Rejection) -> Self
}

/// Scalars, each plain and as an optional.
struct Numbers: SampledEntity {
    let id: Int
    var int8: Int8, maybeInt8: Int8?
    var int16: Int16, maybeInt16: Int16?
    var int32: Int32, maybeInt32: Int32?
    var int64: Int64, maybeInt64: Int64?
    var int: Int, maybeInt: Int?
    var uint8: UInt8, maybeUInt8: UInt8?
    var uint16: UInt16, maybeUInt16: UInt16?
    var uint32: UInt32, maybeUInt32: UInt32?
    var uint64: UInt64, maybeUInt64: UInt64?
    var uint: UInt, maybeUInt: UInt?
    var float: Float, maybeFloat: Float?
    var double: Double, maybeDouble: Double?

    static let schema = EntitySchema(
        Numbers.init, Attribute("id", \.id), Attribute("int8", \.int8),
        Attribute("maybeInt8", \.maybeInt8), Attribute("int16", \.int16),
        Attribute("maybeInt16", \.maybeInt16), Attribute("int32", \.int32),
        Attribute("maybeInt32", \.maybeInt32), Attribute("int64", \.int64),
        Attribute("maybeInt64", \.maybeInt64), Attribute("int", \.int),
        Attribute("maybeInt", \.maybeInt), Attribute("uint8", \.uint8),
        Attribute("maybeUInt8", \.maybeUInt8), Attribute("uint16", \.uint16),
        Attribute("maybeUInt16", \.maybeUInt16), Attribute("uint32", \.uint32),
        Attribute("maybeUInt32", \.maybeUInt32), Attribute("uint64", \.uint64),
        Attribute("maybeUInt64", \.maybeUInt64), Attribute("uint", \.uint),
        Attribute("maybeUInt", \.maybeUInt), Attribute("float", \.float),
        Attribute("maybeFloat", \.maybeFloat), Attribute("double", \.double),
        Attribute("maybeDouble", \.maybeDouble))

    static func sample(id: Int, from choices: inout Choices) throws(Rejection) -> Numbers {
        Numbers(
            id: id, int8: try choices.sample(), maybeInt8: try choices.sample(),
            int16: try choices.sample(), maybeInt16: try choices.sample(),
            int32: try choices.sample(), maybeInt32: try choices.sample(),
            int64: try choices.sample(), maybeInt64: try choices.sample(),
            int: try choices.sample(), maybeInt: try choices.sample(),
            uint8: try choices.sample(), maybeUInt8: try choices.sample(),
            uint16: try choices.sample(), maybeUInt16: try choices.sample(),
            uint32: try choices.sample(), maybeUInt32: try choices.sample(),
            uint64: try choices.sample(), maybeUInt64: try choices.sample(),
            uint: try choices.sample(), maybeUInt: try choices.sample(),
            float: try choices.sample(), maybeFloat: try choices.sample(),
            double: try choices.sample(), maybeDouble: try choices.sample())
    }
}

/// The scalars that are not numbers, and custom types.
struct Things: SampledEntity {
    let id: Int
    var bool: Bool, maybeBool: Bool?
    var string: String, maybeString: String?
    var data: Data, maybeData: Data?
    var date: Date, maybeDate: Date?
    var uuid: UUID, maybeUUID: UUID?
    var url: URL, maybeURL: URL?
    var decimal: Decimal, maybeDecimal: Decimal?
    var key: ObjectID<Things>, maybeKey: ObjectID<Things>?
    var rank: Rank, maybeRank: Rank?
    var colour: Colour, maybeColour: Colour?
    var money: Money, maybeMoney: Money?
    var opening: Opening, maybeOpening: Opening?

    static let schema = EntitySchema(
        Things.init, Attribute("id", \.id), Attribute("bool", \.bool),
        Attribute("maybeBool", \.maybeBool), Attribute("string", \.string),
        Attribute("maybeString", \.maybeString), Attribute("data", \.data),
        Attribute("maybeData", \.maybeData), Attribute("date", \.date),
        Attribute("maybeDate", \.maybeDate), Attribute("uuid", \.uuid),
        Attribute("maybeUUID", \.maybeUUID), Attribute("url", \.url),
        Attribute("maybeURL", \.maybeURL), Attribute("decimal", \.decimal),
        Attribute("maybeDecimal", \.maybeDecimal), Attribute("key", \.key),
        Attribute("maybeKey", \.maybeKey), Attribute("rank", \.rank),
        Attribute("maybeRank", \.maybeRank), Attribute("colour", \.colour),
        Attribute("maybeColour", \.maybeColour), Attribute("money", \.money),
        Attribute("maybeMoney", \.maybeMoney), Attribute("opening", \.opening),
        Attribute("maybeOpening", \.maybeOpening))

    static func sample(id: Int, from choices: inout Choices) throws(Rejection) -> Things {
        Things(
            id: id, bool: try choices.sample(), maybeBool: try choices.sample(),
            string: try choices.sample(), maybeString: try choices.sample(),
            data: try choices.sample(), maybeData: try choices.sample(),
            date: try choices.sample(), maybeDate: try choices.sample(),
            uuid: try choices.sample(), maybeUUID: try choices.sample(),
            url: try choices.sample(), maybeURL: try choices.sample(),
            decimal: try choices.sample(), maybeDecimal: try choices.sample(),
            key: try choices.sample(), maybeKey: try choices.sample(),
            rank: try choices.sample(), maybeRank: try choices.sample(),
            colour: try choices.sample(), maybeColour: try choices.sample(),
            money: try choices.sample(), maybeMoney: try choices.sample(),
            opening: try choices.sample(), maybeOpening: try choices.sample())
    }
}

/// References, and properties whose parts are not queried.
struct Links: SampledEntity {
    let id: Int
    var number: Ref<Numbers>
    var word: Ref<Word>?
    var object: Ref<Item>
    var price: Price
    var flags: Flags
    var label: Label
    var shape: Shape
    var maybeShape: Shape?
    var json: JSONText
    var place: Place
    var maybePlace: Place?
    var positions: [Position]
    var places: [String: Place]
    var maybePlaces: [Place]?

    static let schema = EntitySchema(
        Links.init, Attribute("id", \.id), Attribute("number", \.number, .relationship(.noAction)),
        Attribute("word", \.word, .relationship(.noAction)),
        Attribute("object", \.object, .relationship(.noAction)), Attribute("price", \.price),
        Attribute("flags", \.flags), Attribute("label", \.label), Attribute("shape", \.shape),
        Attribute("maybeShape", \.maybeShape), Attribute("json", \.json),
        Attribute("place", \.place), Attribute("maybePlace", \.maybePlace),
        Attribute("positions", \.positions), Attribute("places", \.places),
        Attribute("maybePlaces", \.maybePlaces))

    static let texts: [JSONText] = [
        "[null]", "{\"b\":[1,-0.0,\"x\"],\"a\":null}", "\"\\u0000\"", "12",
    ]
    .compactMap { try? JSONText($0) }

    static func sample(id: Int, from choices: inout Choices) throws(Rejection) -> Links {
        Links(
            id: id, number: try choices.sample(), word: try choices.sample(),
            object: try choices.sample(), price: try choices.sample(),
            flags: try choices.sample(), label: try choices.sample(),
            shape: try choices.sample(), maybeShape: try choices.sample(),
            json: try choices.draw(.element(of: texts)), place: try choices.sample(),
            maybePlace: try choices.sample(), positions: try choices.sample(),
            places: try choices.sample(), maybePlaces: try choices.sample())
    }
}

/// An entity with a String as id.
struct Word: Entity, Hashable {
    let id: String
    var count: Int

    static let schema = EntitySchema(
        Word.init, Attribute("id", \.id), Attribute("count", \.count))
}

/// An entity with an ObjectID as id.
struct Item: Entity, Hashable {
    var id = ObjectID<Item>()
    var name: String

    static let schema = EntitySchema(
        Item.init, Attribute("id", \.id), Attribute("name", \.name))
}
