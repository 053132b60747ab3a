import Foundation
import Synchronization

/// Measures each of many reads by id beside a thread that updates, relaxed, as fast as it can.
struct ReadLatencies: Workload {
    private static let name = "reads"
    let row = TableRow(name: Self.name, title: "a read by id beside a writer", target: 0)

    func measure<Store: Peer>(_ type: Store.Type, _ settings: Settings) throws -> Measurement {
        var measurement = Measurement(row, Store.name, settings)
        try Workspace.withCopy(of: settings.directory) { copy in
            let peer = try Store(at: copy, isDurable: false)
            let reader = LatencyReader(
                try peer.makeReader(), settings.cities, count: max(1000, settings.cities.count))
            var random = SplitMix(seed: 15)
            reader.begin()
            while !reader.hasEnded {
                let steps = (0..<10).map { _ in
                    Step.grow(settings.cities.id(random.next(below: settings.cities.count)))
                }
                var tally = Tally(isThorough: false)
                try peer.readOrGrow(steps, &tally)
            }
            measurement.percentiles = try reader.percentiles()
            try peer.close()
        }
        return measurement
    }
}
