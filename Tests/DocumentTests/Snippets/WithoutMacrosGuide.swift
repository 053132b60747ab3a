import Foundation
import Nacre

// snippet: model by hand
struct Sensor: Equatable {
    var id: String
    var place: String
}

extension Sensor: Entity {
    static let schema = EntitySchema(
        Sensor.init, Attribute("id", \.id), Attribute("place", \.place, .indexed))
}

struct Sample: Equatable {
    var id: ObjectID<Sample> = ObjectID()
    var sensor: Ref<Sensor>
    var taken: Date
    var value: Double
    var unit: String = "K"
    var points: [Double] = []
}

extension Sample: Entity {
    static let schema = EntitySchema(
        Sample.init, Attribute("id", \.id),
        Attribute("sensor", \.sensor, .relationship(.cascade)),
        Attribute("taken", \.taken), Attribute("value", \.value, .columnar),
        Attribute("unit", \.unit, default: "K"),
        Attribute("points", \.points, codec: pointsCodec),
        indexes: [IndexTogether(\.sensor, \.taken)])

    static let pointsCodec = AttributeCodec(\Sample.points, by: .json, .lz4)
}
// end snippet

// snippet: field by hand
extension KeyPathFields<Sample> {
    var points: OpaqueField<Sample, [Double]> {
        OpaqueField(self[\.points], Sample.pointsCodec)
    }
}
// end snippet

func runWithoutMacrosGuide() throws -> [Double] {
    // snippet: use by hand
    let store = try Store.inMemory(Sensor.self, Sample.self)
    try store.performChanges { changes in
        let roof = try changes.save(Sensor(id: "roof", place: "Oslo"))
        try changes.save(Sample(sensor: Ref(roof), taken: .now, value: 21.5))
    }
    let warm = try store.fetch(
        Sample.where { $0.value > 20 && $0.sensor.place == "Oslo" }
            .sorted(\.taken.descending))
    // end snippet
    return warm.map(\.value) + (try store.fetch(\.points, Sample.all)).flatMap(\.self)
}
