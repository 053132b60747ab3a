import Foundation
import Nacre
import NacreTestSupport

/// Arrays: those of scalars are packed, the others stored as JSON.
struct Lists: SampledEntity {
    let id: Int
    var bytes: [UInt8]
    var ints: [Int]
    var bigs: [UInt64]
    var floats: [Float]
    var doubles: [Double]
    var bools: [Bool]
    var dates: [Date]
    var uuids: [UUID]
    var decimals: [Decimal]
    var keys: [ObjectID<Lists>]
    var refs: [Ref<Word>]
    var ranks: [Rank]
    var strings: [String]
    var datas: [Data]
    var colours: [Colour]
    var moneys: [Money]
    var maybeInts: [Int?]
    var maybeStrings: [String?]
    var nested: [[UInt64]]
    var openings: [Opening]
    var optional: [Int]?
    var optionalStrings: [String]?

    static let schema = EntitySchema(
        Lists.init, Attribute("id", \.id), Attribute("bytes", \.bytes), Attribute("ints", \.ints),
        Attribute("bigs", \.bigs), Attribute("floats", \.floats), Attribute("doubles", \.doubles),
        Attribute("bools", \.bools), Attribute("dates", \.dates), Attribute("uuids", \.uuids),
        Attribute("decimals", \.decimals), Attribute("keys", \.keys),
        Attribute("refs", \.refs, .relationship(.noAction)),
        Attribute("ranks", \.ranks), Attribute("strings", \.strings),
        Attribute("datas", \.datas), Attribute("colours", \.colours),
        Attribute("moneys", \.moneys), Attribute("maybeInts", \.maybeInts),
        Attribute("maybeStrings", \.maybeStrings), Attribute("nested", \.nested),
        Attribute("openings", \.openings), Attribute("optional", \.optional),
        Attribute("optionalStrings", \.optionalStrings))

    static func sample(id: Int, from choices: inout Choices) throws(Rejection) -> Lists {
        Lists(
            id: id, bytes: try choices.sample(), ints: try choices.sample(),
            bigs: try choices.sample(), floats: try choices.sample(),
            doubles: try choices.sample(), bools: try choices.sample(),
            dates: try choices.sample(), uuids: try choices.sample(),
            decimals: try choices.sample(), keys: try choices.sample(),
            refs: try choices.sample(), ranks: try choices.sample(),
            strings: try choices.sample(), datas: try choices.sample(),
            colours: try choices.sample(), moneys: try choices.sample(),
            maybeInts: try choices.sample(), maybeStrings: try choices.sample(),
            nested: try choices.sample(), openings: try choices.sample(),
            optional: try choices.sample(), optionalStrings: try choices.sample())
    }
}

/// Sets and dictionaries, with keys of all sorts.
struct Groups: SampledEntity {
    let id: Int
    var ints: Set<Int>
    var strings: Set<String>
    var ranks: Set<Rank>
    var lists: Set<[UInt64]>
    var maybe: Set<Int?>
    var byString: [String: Double]
    var byInt: [Int: String]
    var byUInt64: [UInt64: [Int]]
    var byUUID: [UUID: String?]
    var byRank: [Rank: Bool]
    var byColour: [Colour: [String: Int]]
    var byMoney: [Money: Date]
    var byBool: [Bool: Data]
    var byDate: [Date: Int]
    var byDecimal: [Decimal: UUID]
    var byDouble: [Double: Set<String>]
    var byData: [Data: Rank]
    var byKey: [ObjectID<Groups>: Ref<Word>]
    var byOpening: [Opening: Shape]
    var optional: Set<String>?
    var optionalByString: [String: Int?]?

    static let schema = EntitySchema(
        Groups.init, Attribute("id", \.id), Attribute("ints", \.ints),
        Attribute("strings", \.strings), Attribute("ranks", \.ranks), Attribute("lists", \.lists),
        Attribute("maybe", \.maybe), Attribute("byString", \.byString),
        Attribute("byInt", \.byInt), Attribute("byUInt64", \.byUInt64),
        Attribute("byUUID", \.byUUID), Attribute("byRank", \.byRank),
        Attribute("byColour", \.byColour), Attribute("byMoney", \.byMoney),
        Attribute("byBool", \.byBool), Attribute("byDate", \.byDate),
        Attribute("byDecimal", \.byDecimal), Attribute("byDouble", \.byDouble),
        Attribute("byData", \.byData), Attribute("byKey", \.byKey, .unguarded),
        Attribute("byOpening", \.byOpening), Attribute("optional", \.optional),
        Attribute("optionalByString", \.optionalByString))

    /// Numbers without NaN, since two keys may not be NaN.
    private static let numbers = Double.samples.map { $0.isNaN ? 0 : $0.inJSON }
    private static let openings = Opening.samples.filter { !$0.ratio.isNaN }.map { opening in
        var key = opening
        key.note = opening.note?.precomposedStringWithCanonicalMapping
        return key
    }

    static func sample(id: Int, from choices: inout Choices) throws(Rejection) -> Groups {
        Groups(
            id: id, ints: try choices.sample(), strings: try choices.sample(),
            ranks: try choices.sample(), lists: try choices.sample(),
            maybe: try choices.sample(),
            byString: try choices.draw(
                [String: Bool].samples.map { $0.mapValues { $0 ? .nan : 1e-7 } }),
            byInt: try choices.sample(), byUInt64: try choices.sample(),
            byUUID: try choices.sample(), byRank: try choices.sample(),
            byColour: try choices.sample(),
            byMoney: try choices.draw(
                [Money: Int].samples.map {
                    $0.mapValues { Date(timeIntervalSince1970: Double($0)) }
                }),
            byBool: try choices.sample(), byDate: try choices.sample(),
            byDecimal: try choices.sample(),
            byDouble: try choices.draw(.dictionary(numbers, Set<String>.samples)),
            byData: try choices.sample(), byKey: try choices.sample(),
            byOpening: try choices.draw(.dictionary(openings, Shape.samples)),
            optional: try choices.sample(),
            optionalByString: try choices.sample())
    }
}
