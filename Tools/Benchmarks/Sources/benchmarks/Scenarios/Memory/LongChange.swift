import Foundation

/// Measures the memory that one transaction adds to its process at most. Another process has filled
/// the store before: memory that this one had freed again would hide a part.
struct LongChange: Workload {
    let kind: LongChangeKind

    var row: TableRow { TableRow(name: kind.name, title: kind.title, target: 0) }

    func measure<Store: Peer>(_ type: Store.Type, _ settings: Settings) throws -> Measurement {
        var measurement = Measurement(row, Store.name, settings)
        let cities = (0..<settings.cities.count).map(settings.cities.city)
        let ids = cities.map(\.id)
        let peer = try Store(at: settings.directory)
        ProcessMemory.resetPeak()
        let before = ProcessMemory.resident
        switch kind {
        case .insert: try peer.insert(cities, inTransactionsOf: cities.count)
        case .update: try peer.grow(ids: ids, inTransactionsOf: ids.count)
        case .upsert: try peer.upsert(cities)
        }
        if let before, let peak = ProcessMemory.peak {
            measurement.peakRSS = max(0, peak - before)
        }
        var answers = Tally(isThorough: true)
        answers.add(try peer.fetchAll())
        measurement.answers = "\(answers.count) \(answers.digest)"
        try peer.close()
        return measurement
    }
}
