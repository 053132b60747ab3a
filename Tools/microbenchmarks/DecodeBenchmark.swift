import Nacre
import NacreEngine
import NacreFormat

/// Decodes the same records alternately by generated and by hand-written code.
struct DecodeBenchmark {
    /// The snapshot, which keeps the records in place.
    private let snapshot: DatabaseSnapshot
    private let records: [RecordView]
    private let hand: HandWrittenDecoder
    private let generated: RecordReader<City>

    init(count: Int) throws {
        let store = try Store.inMemory(City.self)
        try store.performChanges { changes in
            for number in 0..<count { try changes.insert(City.sample(number)) }
        }
        snapshot = try store.database.snapshot()
        var records: [RecordView] = []
        try snapshot.forEachRecord(Query(entity: "City")) { found in
            records.append(found.record)
            return true
        }
        guard let layout = try snapshot.definition("City").layout else {
            preconditionFailure("the store was opened with the entity")
        }
        self.records = records
        hand = HandWrittenDecoder(layout)
        generated = try store.snapshot().recordReader(of: City.self)
        for record in records {
            let city = try generated.decode(record)
            precondition(city == hand.decode(record), "both read the same")
        }
    }

    enum Decoder: String, CaseIterable {
        case generated, hand
    }

    /// - Returns: A number that depends on every city, so that no decoding can be optimized away.
    func run(_ decoder: Decoder) throws -> Int {
        var sum = 0
        switch decoder {
        case .generated:
            for record in records {
                let city = try generated.decode(record)
                sum &+= city.name.utf8.count &+ Int(city.population)
            }
        case .hand:
            for record in records {
                let city = hand.decode(record)
                sum &+= city.name.utf8.count &+ Int(city.population)
            }
        }
        return sum
    }
}
