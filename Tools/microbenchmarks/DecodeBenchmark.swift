import Nacre
import NacreEngine
import NacreFormat

/// Decodes the same records by generated code and by hand, in turns.
struct DecodeBenchmark {
    private let snapshot: Nacre.Snapshot
    private let records: [FoundRecord]
    private let hand: HandWrittenDecoder
    private let generated: (FoundRecord) throws -> City

    init(count: Int) throws {
        let store = try Store.inMemory(City.self)
        try store.performChanges { changes in
            for number in 0..<count { try changes.insert(City.sample(number)) }
        }
        snapshot = try store.snapshot()
        var records: [FoundRecord] = []
        try store.database.snapshot().forEachRecord(Query(entity: "City")) { found in
            records.append(found)
            return true
        }
        guard let first = records.first else { preconditionFailure("at least one city") }
        self.records = records
        hand = HandWrittenDecoder(first.layout)
        generated = try snapshot.decoder(of: City.self)
        for found in records {
            let city = try generated(found)
            precondition(city == hand.decode(found.record), "both read the same")
        }
    }

    enum Decoder: String, CaseIterable {
        case generated, hand
    }

    /// - Returns: something that depends on every city, so that no decoding can be left out.
    func run(_ decoder: Decoder) throws -> Int {
        var sum = 0
        switch decoder {
        case .generated:
            for found in records {
                let city = try generated(found)
                sum &+= city.name.utf8.count &+ Int(city.population)
            }
        case .hand:
            for found in records {
                let city = hand.decode(found.record)
                sum &+= city.name.utf8.count &+ Int(city.population)
            }
        }
        return sum
    }
}
