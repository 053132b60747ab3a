import Nacre
import NacreTestSupport

/// The stations of gauges, to which these refer.
struct Station: Entity {
    let id: Int
    var height: Double

    static let schema = EntitySchema(
        Station.init, Attribute("id", \.id), Attribute("height", \.height))
}

/// An object that filters reach by every access path: indexes of one attribute and of two, columns,
/// indexes of elements, a reference, and attributes that only its record has.
struct Gauge: Entity {
    let id: Int
    var place: String
    var day: Int
    var level: Double
    var flow: Double?
    var hour: Int
    var value: Double
    var marks: [Double]
    var tags: Set<String>
    var station: Ref<Station>
    var touched: Int

    static let schema = EntitySchema(
        Gauge.init, Attribute("id", \.id), Attribute("place", \.place, .indexed),
        Attribute("day", \.day, .indexed), Attribute("level", \.level, .indexed),
        Attribute("flow", \.flow, .columnar), Attribute("hour", \.hour, .indexed, .columnar),
        Attribute("value", \.value), Attribute("marks", \.marks, .indexed),
        Attribute("tags", \.tags, .indexed),
        Attribute("station", \.station, .relationship(.noAction), .indexed),
        Attribute("touched", \.touched), indexes: [IndexTogether(\.place, \.hour)])
}

extension Gauge {
    static let places = ["a", "b", "caf\u{e9}", "cafe\u{301}", ""]
    static let days = Array(0..<12)
    static let numbers: [Double] = [
        0, -0.0, 1, 2.5, -1, .infinity, -.infinity, .leastNonzeroMagnitude,
        -.leastNonzeroMagnitude, .leastNormalMagnitude.nextDown, .greatestFiniteMagnitude, .nan,
        Double(nan: 7, signaling: false),
    ]
    /// One station for each number, in that order.
    static let stations = numbers.enumerated().map { Station(id: $0.offset, height: $0.element) }

    /// The height of the station, or nil if there is no station.
    var height: Double? { Self.stations.first { $0.id == station.id }?.height }

    static func sample(id: Int, from choices: inout Choices) throws(Rejection) -> Gauge {
        let number = Generator.element(of: numbers)
        let tags = Generator<[String]>.array(of: .element(of: places), count: 0...2)
        return Gauge(
            id: id, place: try choices.draw(.element(of: places)),
            day: try choices.draw(.element(of: days)), level: try choices.draw(number),
            flow: try choices.draw(.optional(number)), hour: try choices.draw(.element(of: days)),
            value: try choices.draw(number),
            marks: try choices.draw(.array(of: number, count: 0...3)),
            tags: Set(try choices.draw(tags)),
            station: Ref(id: Int(try choices.draw(upTo: UInt64(numbers.count)))), touched: 0)
    }
}
