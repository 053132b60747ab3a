import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Stages that belong to one row of the guide's table "What stages keep".
private protocol StageRow: SendableMetatype {
    associatedtype Value: Hashable & Storable
    associatedtype Stored: SingleValue
    static var stages: Transformer<Value, Stored> { get }
    static var samples: [Value] { get }
}

/// An attribute with the stages of a row.
private struct StagedPlain<Row: StageRow>: Entity {
    let id: Int
    var value: Row.Value
    static var entityName: String { "StagedPlain" }
    static var codec: AttributeCodec<Row.Value, Row.Stored> {
        AttributeCodec(\StagedPlain.value, by: Row.stages)
    }
    static var schema: EntitySchema<StagedPlain> {
        EntitySchema(
            StagedPlain.init, Attribute("id", \.id), Attribute("value", \.value, codec: codec))
    }
}

private struct StagedIndexed<Row: StageRow>: Entity {
    let id: Int
    var value: Row.Value
    static var schema: EntitySchema<StagedIndexed> {
        EntitySchema(
            StagedIndexed.init, Attribute("id", \.id),
            Attribute(
                "value", \.value, codec: AttributeCodec(\StagedIndexed.value, by: Row.stages),
                .indexed))
    }
}

private struct StagedUnique<Row: StageRow>: Entity {
    let id: Int
    var value: Row.Value
    static var schema: EntitySchema<StagedUnique> {
        EntitySchema(
            StagedUnique.init, Attribute("id", \.id),
            Attribute(
                "value", \.value, codec: AttributeCodec(\StagedUnique.value, by: Row.stages),
                .unique))
    }
}

/// An object whose id has the stages of a row.
private struct StagedIdentified<Row: StageRow>: Entity {
    let id: Row.Value
    static var codec: AttributeCodec<Row.Value, Row.Stored> {
        AttributeCodec(\StagedIdentified.id, by: Row.stages)
    }
    static var idCoding: IDCoding<Row.Value>? { IDCoding(codec) }
    static var schema: EntitySchema<StagedIdentified> {
        EntitySchema(StagedIdentified.init, Attribute("id", \.id, codec: codec))
    }
}

/// An attribute that is stored through one more stage.
private struct StagedAgain<Row: StageRow>: Entity {
    let id: Int
    var value: Row.Value
    static var entityName: String { "StagedPlain" }
    static var schema: EntitySchema<StagedAgain> {
        let same = Transformer<Row.Value, Row.Value>("same", transform: { $0 }, reverse: { $0 })
        return EntitySchema(
            StagedAgain.init, Attribute("id", \.id),
            Attribute(
                "value", \.value, codec: AttributeCodec(\StagedAgain.value, by: same, Row.stages)))
    }
}

private struct Pair: Codable, Hashable, Storable {
    var a: Int
    var b: String
}

private enum UUIDRow: StageRow {
    static let stages = Transformer<UUID, String>.uuidString
    static let samples = [UUID(), UUID()]
}

private enum DateRow: StageRow {
    static let stages = Transformer<Date, String>.isoDate
    static let samples = [Date(timeIntervalSinceReferenceDate: 5), .init(timeIntervalSince1970: 0)]
}

private enum JSONRow: StageRow {
    static let stages = Transformer<Pair, JSONText>.json
    static let samples = [Pair(a: 1, b: "x"), Pair(a: 1, b: "y")]
}

private enum PackedRow: StageRow {
    static let stages = Transformer<Data, Data>.lz4
    static let samples = [Data(), Data(repeating: 3, count: 500)]
}

private enum ListRow: StageRow {
    static let stages = Transformer<Pair, Data>.propertyList
    static let samples = JSONRow.samples
}

private enum BytesRow: StageRow {
    static let stages = Transformer<String, Data>.utf8
    static let samples = ["a", "b"]
}

private enum AfterJSONRow: StageRow {
    static let stages = Transformer<Pair, Data>.json.then(
        Transformer<Data, Data>("copied", transform: { $0 }, reverse: { $0 }))
    static let samples = JSONRow.samples
}

private enum OwnRow: StageRow {
    static let stages = Transformer<String, String>(
        "turned", transform: { String($0.reversed()) }, reverse: { String($0.reversed()) })
    static let samples = ["ab", "ba"]
}

private enum OwnOrderedRow: StageRow {
    static let stages = Transformer<String, String>(
        "dotted", keepsOrder: true, transform: { $0 + "." }, reverse: { String($0.dropLast()) })
    static let samples = ["a", "b"]
}

private enum OwnOpaqueRow: StageRow {
    static let stages = Transformer<String, Data>(
        "salted", keepsEquality: false,
        transform: { Data([.random(in: 0...255)] + $0.utf8) },
        reverse: { String(decoding: $0.dropFirst(), as: UTF8.self) })
    static let samples = ["a", "b"]
}

/// The cells of the guide's table "What stages keep" that opening a store decides.
@Suite struct StageTableTests {
    private static func check<Row: StageRow>(
        _ row: Row.Type, index: Bool, unique: Bool, id: Bool
    ) throws {
        let name = "\(row)"
        func opens(_ type: any Entity.Type) -> Bool {
            storeError { try Store.inMemory(Schema(type)) } == nil
        }
        #expect(opens(StagedIndexed<Row>.self) == index, "\(name), index")
        #expect(opens(StagedUnique<Row>.self) == unique, "\(name), unique")
        #expect(opens(StagedIdentified<Row>.self) == id, "\(name), id")
        if unique {
            let store = try Store.inMemory(StagedUnique<Row>.self)
            try store.performChanges {
                try $0.insert(StagedUnique<Row>(id: 1, value: Row.samples[0]))
            }
            try store.performChanges {
                try $0.insert(StagedUnique<Row>(id: 2, value: Row.samples[1]))
            }
            let twice = storeError {
                try store.performChanges {
                    try $0.insert(StagedUnique<Row>(id: 3, value: Row.samples[0]))
                }
            }
            #expect(twice?.code == .uniqueViolation, "\(name)")
        }
        if id {
            let store = try Store.inMemory(StagedIdentified<Row>.self)
            try store.performChanges { changes in
                for sample in Row.samples { try changes.insert(StagedIdentified<Row>(id: sample)) }
            }
            for sample in Row.samples {
                #expect(try store.find(StagedIdentified<Row>.self, sample)?.id == sample, "\(name)")
            }
        }
    }

    @Test func `stages keep what an index, a unique attribute and an id need, or are refused`()
        throws
    {
        try Self.check(UUIDRow.self, index: true, unique: true, id: true)
        try Self.check(DateRow.self, index: true, unique: true, id: true)
        try Self.check(JSONRow.self, index: false, unique: true, id: true)
        try Self.check(PackedRow.self, index: true, unique: false, id: false)
        try Self.check(ListRow.self, index: true, unique: false, id: false)
        try Self.check(BytesRow.self, index: true, unique: false, id: false)
        try Self.check(AfterJSONRow.self, index: true, unique: false, id: false)
        try Self.check(OwnRow.self, index: true, unique: true, id: true)
        try Self.check(OwnOrderedRow.self, index: true, unique: true, id: true)
        try Self.check(OwnOpaqueRow.self, index: true, unique: false, id: false)
    }

    private static func checkEvolution<Row: StageRow>(_ row: Row.Type) throws {
        let files = TypedStore()
        let store = try files.open(StagedPlain<Row>.self)
        try store.performChanges { changes in
            for (id, sample) in Row.samples.enumerated() {
                try changes.insert(StagedPlain<Row>(id: id, value: sample))
            }
        }
        try store.close()
        let error = storeError { try files.open(StagedAgain<Row>.self) }
        #expect(error?.code == .schemaMismatch, "\(row)")
        #expect(error?.message.contains("'value' of 'StagedPlain'") == true, "\(row)")
        // Nothing has changed.
        let again = try files.open(StagedPlain<Row>.self)
        #expect(try again.fetch(StagedPlain<Row>.all).map(\.value) == Row.samples, "\(row)")
        try again.close()
        // A plan converts.
        var options = Store.Options()
        options.schemaPlan = SchemaPlan(
            SchemaStep(
                1, .rename("value", to: "former", of: "StagedPlain"),
                .add("value", through: Row.stages, default: Row.samples[0], to: "StagedPlain"),
                .rewrite("StagedPlain") { old, new in
                    let stored: Row.Stored? = try old["former"]
                    new["value"] = stored
                },
                .remove("former", from: "StagedPlain")))
        let planned = try files.open(StagedPlain<Row>.self, options: options)
        #expect(try planned.fetch(StagedPlain<Row>.all).map(\.value) == Row.samples, "\(row)")
        try planned.close()
    }

    @Test func `other stages are refused whatever they keep, and a plan converts the values`()
        throws
    {
        try Self.checkEvolution(UUIDRow.self)
        try Self.checkEvolution(DateRow.self)
        try Self.checkEvolution(JSONRow.self)
        try Self.checkEvolution(PackedRow.self)
        try Self.checkEvolution(ListRow.self)
        try Self.checkEvolution(BytesRow.self)
        try Self.checkEvolution(AfterJSONRow.self)
        try Self.checkEvolution(OwnRow.self)
        try Self.checkEvolution(OwnOrderedRow.self)
        try Self.checkEvolution(OwnOpaqueRow.self)
    }
}
