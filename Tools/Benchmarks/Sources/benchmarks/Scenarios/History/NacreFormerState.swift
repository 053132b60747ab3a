import Nacre

struct NacreFormerState: FormerState {
    let snapshot: Snapshot

    func find(_ ids: [Int64]) throws -> [City] {
        try ids.compactMap { try snapshot.find(City.self, $0) }
    }

    func cities(population range: Range<Int64>) throws -> [City] {
        try snapshot.fetch(City.where { range.contains($0.population) })
    }
}
