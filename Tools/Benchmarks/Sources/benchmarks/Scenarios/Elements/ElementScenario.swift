import Nacre

/// The cost of an element of each kind of collection, read and written. Nacre's own: the other
/// stores have no collections.
struct ElementScenario: Scenario {
    let name = "elements"
    /// The number of objects, few enough for one processor to read them.
    let count: Int

    /// The number of elements of each collection.
    private static let size = 100

    func measure(_ settings: ScenarioSettings, _ report: (Measurement) throws -> Void) throws {
        func add<Values: AttributeValue & Equatable>(
            _ title: String, _ make: (Range<Int>) -> Values
        ) throws {
            let objects = (1...count).map { id in
                Listed(id: id, values: make(id * Self.size..<(id + 1) * Self.size))
            }
            for round in 1...settings.rounds {
                let store = try Store.inMemory(Listed<Values>.self)
                let writing = try Lap {
                    try store.performChanges { try $0.insert(contentsOf: objects) }
                }
                var read: [Listed<Values>] = []
                let reading = try Lap { read = try store.fetch(Listed<Values>.all) }
                guard read.map(\.values) == objects.map(\.values) else {
                    throw RunFailure(what: "\(name): \(title) is not read as it was written.")
                }
                for (kind, lap) in [("read", reading), ("written", writing)] {
                    var measurement = Measurement(
                        "\(name): \(title), \(kind), per element", .nacre, n: count, round: round)
                    measurement.add([lap], operations: count * Self.size)
                    try report(measurement)
                }
            }
        }
        try add("[Int]") { $0.map(ElementSamples.number) }
        try add("Set<Int>") { Set($0.map(ElementSamples.number)) }
        try add("[String]") { $0.map(ElementSamples.text) }
        try add("Set<String>") { Set($0.map(ElementSamples.text)) }
        try add("[Int?]") { $0.map { $0 % 3 == 0 ? nil : ElementSamples.number($0) } }
        try add("[String?]") { $0.map { $0 % 3 == 0 ? nil : ElementSamples.text($0) } }
        try add("[Point], an embedded struct of two properties") { $0.map(ElementSamples.point) }
        try add("[Shape], an enum with values") { $0.map(ElementSamples.shape) }
        try add("[Opening], a Codable struct") { $0.map(ElementSamples.opening) }
        try add("[String: Int]") { places in
            Dictionary(places.map { (ElementSamples.text($0), $0) }) { first, _ in first }
        }
    }
}
